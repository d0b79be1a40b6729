import { cutAfter, length } from './characters.ts';
import { plainText } from './plain-text.ts';

/** On one line and no longer than so many characters: what tools say must not grow a prompt, nor break its form. */
export function oneLine(text: string, maxChars = 300): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return length(line) <= maxChars ? line : `${cutAfter(line, maxChars - 1)}…`;
}

/** As code on one line: set apart from Jumar's own words, and unable to close its own mark. */
export function quoted(text: string, maxChars = 200): string {
  return `\`${oneLine(text, maxChars).replaceAll('`', "'")}\``;
}
