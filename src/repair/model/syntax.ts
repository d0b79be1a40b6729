import { languageOf } from '../../syntax/languages/index.ts';
import { parse } from '../../syntax/parse.ts';
import { type SyntaxNode, some } from '../../syntax/tree.ts';

export type Language = 'javascript' | 'python';

/** One source file with its tree. */
export interface Parsed {
  path: string;
  text: string;
  root: SyntaxNode;
  language: Language;
}

/** Null if the language is not supported. */
export async function parseSource(path: string, text: string): Promise<Parsed | null> {
  const grammar = languageOf(path)?.grammar;
  if (!grammar) return null;
  const root = await parse(grammar, text);
  return { path, text, root, language: grammar === 'python' ? 'python' : 'javascript' };
}

export const hasError = (root: SyntaxNode): boolean => some(root, ({ type }) => type === 'ERROR' || type === 'MISSING');
