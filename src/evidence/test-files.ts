import { languageOf } from '../syntax/languages/index.ts';
import { parse } from '../syntax/parse.ts';
import { type SyntaxNode, walk } from '../syntax/tree.ts';
import { type Definition, definitionOf } from './match-names.ts';

export interface TestFile {
  path: string;
  text: string;
}

export interface ParsedFile extends TestFile {
  root: SyntaxNode;
  definitions: Definition[];
}

/** Null if its language is unknown. */
export async function parseFile({ path, text }: TestFile): Promise<ParsedFile | null> {
  const language = languageOf(path);
  if (!language) return null;
  const root = await parse(language.grammar, text);
  const tests = language.dialect.tests(root, path).filter(({ helper }) => !helper);
  return { path, text, root, definitions: tests.map((test) => definitionOf(path, language.dialect.language, test)) };
}

/** Whether a text parses no worse than the one it was made of. */
export async function parsesLike(path: string, text: string, root: SyntaxNode): Promise<boolean> {
  const grammar = languageOf(path)?.grammar;
  return grammar !== undefined && errorsIn(await parse(grammar, text)) <= errorsIn(root);
}

function errorsIn(root: SyntaxNode): number {
  let count = 0;
  walk(root, (node) => {
    if (node.type === 'ERROR' || (node.start === node.end && node.named && node.parent && node.type !== 'block'))
      count += 1;
  });
  return count;
}
