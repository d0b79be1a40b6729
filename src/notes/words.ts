import { cutAfter, length } from '../core/characters.ts';
import { plainText } from '../core/plain-text.ts';
import type { IterationContext } from './notes.ts';

const MAX_PATHS = 12;
const MAX_PATH = 120;

/** On one line and no longer than so many characters: what tools say must not grow a prompt, nor break its form. */
export function oneLine(text: string, maxChars = 300): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return length(line) <= maxChars ? line : `${cutAfter(line, maxChars - 1)}…`;
}

/** As code on one line: set apart from Jumar's own words, and unable to close its own mark. */
export function quoted(text: string, maxChars = 200): string {
  return `\`${oneLine(text, maxChars).replaceAll('`', "'")}\``;
}

/** `a.js, b.js and 3 more`, or `none`. */
export function pathList({ count, paths }: IterationContext['filesChanged']): string {
  if (count === 0) return 'none';
  const shown = paths.slice(0, MAX_PATHS).map((path) => oneLine(path, MAX_PATH));
  const more = count - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
