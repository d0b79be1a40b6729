import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Parser, Tree } from '@vscode/tree-sitter-wasm';

type TreeSitter = typeof import('@vscode/tree-sitter-wasm');

export type Grammar = 'javascript' | 'typescript' | 'tsx' | 'python' | 'go' | 'rust' | 'java';

const require = createRequire(import.meta.url);
const parsers = new Map<Grammar, Promise<Parser>>();
let runtime: Promise<TreeSitter> | undefined;

/** The syntax tree of a text; the caller must delete it. The runtime and each grammar are loaded once, when first needed. */
export async function syntaxTree(grammar: Grammar, text: string): Promise<Tree | null> {
  const parser = parsers.get(grammar) ?? load(grammar);
  parsers.set(grammar, parser);
  return (await parser).parse(text);
}

async function load(grammar: Grammar): Promise<Parser> {
  runtime ??= start();
  const { Language, Parser } = await runtime;
  const parser = new Parser();
  parser.setLanguage(await Language.load(join(folder(), `tree-sitter-${grammar}.wasm`)));
  return parser;
}

async function start(): Promise<TreeSitter> {
  const library = require('@vscode/tree-sitter-wasm') as TreeSitter;
  await library.Parser.init();
  return library;
}

const folder = () => dirname(require.resolve('@vscode/tree-sitter-wasm'));
