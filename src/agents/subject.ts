import { plainText } from '../core/plain-text.ts';
import { type Fields, text } from './json.ts';

const MAX_SUBJECT = 160;
/** Where the tools of the known agents keep the file or the command they work on, the most telling first. */
const NAMES = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'absolute_path',
  'path',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
];

/** The file or command that a tool call is about, on one line. */
export function subjectOf(input: Fields | null): string | null {
  for (const name of NAMES) {
    const value = input?.[name];
    const found = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : text(value);
    if (found?.trim()) return onOneLine(found);
  }
  return null;
}

export function onOneLine(words: string): string {
  const line = plainText(words).trim().replace(/\s+/g, ' ');
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1)}…` : line;
}
