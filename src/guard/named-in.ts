import { posix } from 'node:path';
import { languageOf } from '../syntax/languages/index.ts';
import type { FileModel } from '../syntax/model.ts';
import { quoted } from '../syntax/tree.ts';
import { importsOf, stemOf } from './align/imports.ts';

/** If judged code may use the file: it imports a module of that name, or shares a package with it, in a language that needs no import for that. */
export function isNamedIn(path: string, judged: readonly { after: FileModel | null }[]): boolean {
  const language = languageOf(path)?.dialect.language;
  const stem = new RegExp(`(^|[^\\w-])${quoted(stemOf(path))}([^\\w-]|$)`);
  const folder = new RegExp(`[/"'.]${quoted(posix.basename(posix.dirname(path)))}["';/]`);
  return judged.some(({ after }) => {
    if (!after || after.language !== language) return false;
    if (/^(go|java)$/.test(language) && posix.dirname(after.path) === posix.dirname(path)) return true;
    return importsOf(after).some((text) => stem.test(text) || (language === 'go' && folder.test(text)));
  });
}
