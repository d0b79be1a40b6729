import { languageOf } from '../syntax/languages/index.ts';
import { parse } from '../syntax/parse.ts';
import type { SyntaxNode } from '../syntax/tree.ts';
import type { SourceTree } from './model/project.ts';
import { hasError, type Parsed, parseSource } from './model/syntax.ts';

/** The sources that parse, and the trees of test files. */
export async function parseTree({ sources, tests }: SourceTree): Promise<{
  sources: Map<string, Parsed>;
  tests: Map<string, SyntaxNode>;
}> {
  const parsed = new Map<string, Parsed>();
  for (const [path, text] of sources) {
    const file = await parseSource(path, text);
    if (file && !hasError(file.root)) parsed.set(path, file);
  }
  const roots = new Map<string, SyntaxNode>();
  for (const [path, text] of tests) {
    const grammar = languageOf(path)?.grammar;
    if (grammar) roots.set(path, await parse(grammar, text));
  }
  return { sources: parsed, tests: roots };
}
