import { fields, list, text } from '../core/text/foreign-json.ts';
import { plainText } from '../core/text/plain-text.ts';

const MAX_LINES = 5;
const MAX_COLUMNS = 200;
/** Tools print megabytes; only the end is looked at. */
const MAX_CHARS = 16 * 1024;

/** The last lines that a tool printed, from a text or a list of blocks with text; empty if it printed nothing. */
export function printed(value: unknown): { output?: string } {
  const all = typeof value === 'string' ? value : list(value).map(textOf).join('\n');
  const lines = plainText(all.slice(-MAX_CHARS))
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
  if (lines.length === 0) return {};
  return {
    output: lines
      .slice(-MAX_LINES)
      .map((line) => line.slice(0, MAX_COLUMNS))
      .join('\n'),
  };
}

/** A block is a text, `{ text }` or, in the Agent Client Protocol, `{ content: { text } }`. */
function textOf(block: unknown): string {
  if (typeof block === 'string') return block;
  const part = fields(block);
  return text(part?.text) ?? text(fields(part?.content)?.text) ?? '';
}
