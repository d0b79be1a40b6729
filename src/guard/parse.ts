import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { type Grammar, syntaxTree } from '../syntax/grammar.ts';
import { type SyntaxNode, sourceText } from './tree.ts';

/** Parses with a warm grammar and frees the parser's tree before it returns. Never throws on broken source. */
export async function parse(grammar: Grammar, source: string): Promise<SyntaxNode> {
  const tree = await syntaxTree(grammar, source);
  if (!tree) throw new Error(`the ${grammar} parser gave up`);
  try {
    return copied(tree, source);
  } finally {
    tree.delete();
  }
}

const known = new WeakMap<TreeSitter.Language, { type: string; named: boolean }[]>();

function typesOf(language: TreeSitter.Language): { type: string; named: boolean }[] {
  let types = known.get(language);
  if (!types) {
    types = Array.from({ length: language.nodeTypeCount }, (_, id) => ({
      type: language.nodeTypeForId(id) ?? '',
      named: language.nodeTypeIsNamed(id),
    }));
    known.set(language, types);
  }
  return types;
}

/** What lies inside of these says nothing more. */
const plainLeaf =
  /^(string_literal|interpreted_string_literal|raw_string_literal|char_literal|character_literal|regex|comment|line_comment|block_comment)$/;

function copied(tree: TreeSitter.Tree, source: string): SyntaxNode {
  const file = sourceText(source);
  const cursor = tree.walk();
  const types = typesOf(tree.language);
  // Every read crosses into the parser's memory: a token's end follows from its type, which is its text.
  const make = (parent: SyntaxNode | null): SyntaxNode => {
    const known = types[cursor.nodeTypeId];
    const type = known?.type ?? cursor.nodeType;
    const isNamed = known?.named ?? true;
    const start = cursor.startIndex;
    return {
      type,
      named: isNamed,
      field: isNamed ? cursor.currentFieldName : null,
      start,
      end: isNamed ? cursor.endIndex : Math.min(start + type.length, source.length),
      children: [],
      parent,
      file,
    };
  };
  const root = make(null);
  let node = root;
  for (;;) {
    if (!plainLeaf.test(node.type) && cursor.gotoFirstChild()) {
      const next = make(node);
      node.children.push(next);
      node = next;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent() || !node.parent) {
        cursor.delete();
        return root;
      }
      node = node.parent;
    }
    const parent = node.parent!;
    const next = make(parent);
    parent.children.push(next);
    node = next;
  }
}
