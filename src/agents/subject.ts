import { type Fields, text } from '../core/text/foreign-json.ts';
import { plainText } from '../core/text/plain-text.ts';

const MAX_SUBJECT = 160;
/** Input fields of the agents' tools that name a file or a command, most informative first. */
const SUBJECT_FIELDS = [
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
  for (const name of SUBJECT_FIELDS) {
    const value = input?.[name];
    const subject = Array.isArray(value) ? value.filter((part) => typeof part === 'string').join(' ') : text(value);
    if (subject?.trim()) return onOneLine(subject);
  }
  return null;
}

export function onOneLine(words: string): string {
  const line = plainText(words).trim().replace(/\s+/g, ' ');
  return line.length > MAX_SUBJECT ? `${line.slice(0, MAX_SUBJECT - 1)}…` : line;
}
