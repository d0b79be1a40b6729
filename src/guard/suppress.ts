import { type Document, isSeq, parseDocument } from 'yaml';

export const SUPPRESSIONS = '.jumar/patterns/suppressions.yaml';

export interface Suppression {
  pattern: string;
  path: string;
  reason: string;
}

/**
 * The suppressions file with one pattern switched off for one path, or null if it already is. Keeps everything people
 * wrote into the file, including comments. Throws if the file is not valid YAML.
 */
export function withSuppression(text: string, { pattern, path, reason }: Suppression): string | null {
  const document: Document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new Error(problem.message);
  const exclude = [literally(path)];
  const present: unknown = document.toJS();
  const list = Array.isArray(present) ? present : present === null || present === undefined ? [] : [present];
  if (list.some((one) => one?.id === pattern && one.exclude?.includes(exclude[0]))) return null;
  const entry = document.createNode({ id: pattern, exclude, reason });
  if (isSeq(document.contents)) document.contents.add(entry);
  else document.contents = document.createNode(document.contents === null ? [entry] : [document.contents, entry]);
  return document.toString();
}

/** `app/[id]/page.ts` means that file, not a character class. */
function literally(path: string): string {
  return path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
}
