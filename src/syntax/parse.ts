import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { type Grammar, syntaxTree } from './grammar.ts';
import { type SyntaxNode, sourceText } from './tree.ts';

/** Parses with a cached grammar and frees the parser's tree before it returns. Never throws on broken source. */
export async function parse(grammar: Grammar, source: string): Promise<SyntaxNode> {
  const tree = await syntaxTree(grammar, source);
  if (!tree) throw new Error(`the ${grammar} parser gave up`);
  try {
    return copyTree(tree, source);
  } finally {
    tree.delete();
  }
}

const typesByLanguage = new WeakMap<TreeSitter.Language, { type: string; named: boolean }[]>();

function typesOf(language: TreeSitter.Language): { type: string; named: boolean }[] {
  let types = typesByLanguage.get(language);
  if (!types) {
    types = Array.from({ length: language.nodeTypeCount }, (_, id) => ({
      type: language.nodeTypeForId(id) ?? '',
      named: language.nodeTypeIsNamed(id),
    }));
    typesByLanguage.set(language, types);
  }
  return types;
}

/** Nodes whose children are of no interest. */
const plainLeaf =
  /^(string_literal|interpreted_string_literal|raw_string_literal|char_literal|character_literal|regex|comment|line_comment|block_comment)$/;

function copyTree(tree: TreeSitter.Tree, source: string): SyntaxNode {
  const file = sourceText(source);
  const cursor = tree.walk();
  const types = typesOf(tree.language);
  // Every read crosses into the parser's memory, so the end of an unnamed token is derived from its type, which is its
  // text.
  const make = (parent: SyntaxNode | null): SyntaxNode => {
    const nodeType = types[cursor.nodeTypeId];
    const type = nodeType?.type ?? cursor.nodeType;
    const isNamed = nodeType?.named ?? true;
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
