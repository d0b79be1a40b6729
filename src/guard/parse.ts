import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { type SyntaxNode, sourceText } from './tree.ts';

export type Grammar = 'javascript' | 'typescript' | 'tsx' | 'python' | 'go' | 'rust' | 'java';

const require = createRequire(import.meta.url);
let runtime: Promise<typeof TreeSitter> | null = null;
const parsers = new Map<Grammar, Promise<TreeSitter.Parser>>();

/** Parses with a warm grammar and frees the parser's tree before it returns. Never throws on broken source. */
export async function parse(grammar: Grammar, source: string): Promise<SyntaxNode> {
  const parser = await load(grammar);
  const tree = parser.parse(source);
  if (!tree) throw new Error(`the ${grammar} parser gave up`);
  try {
    return copied(tree, source);
  } finally {
    tree.delete();
  }
}

function load(grammar: Grammar): Promise<TreeSitter.Parser> {
  let parser = parsers.get(grammar);
  if (!parser) {
    parser = create(grammar);
    parsers.set(grammar, parser);
  }
  return parser;
}

async function create(grammar: Grammar): Promise<TreeSitter.Parser> {
  runtime ??= start();
  const { Parser, Language } = await runtime;
  const folder = dirname(require.resolve('@vscode/tree-sitter-wasm'));
  const language = await Language.load(join(folder, `tree-sitter-${grammar}.wasm`));
  const parser = new Parser();
  parser.setLanguage(language);
  return parser;
}

async function start(): Promise<typeof TreeSitter> {
  const library = require('@vscode/tree-sitter-wasm') as typeof TreeSitter;
  await library.Parser.init();
  return library;
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
