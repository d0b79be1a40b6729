import { plainText } from '../core/plain-text.ts';

const MAX_NUMBERS = 100;

/**
 * The numbers that a metric's command printed, by the names that criteria use behind `custom.`. A number is the metric
 * itself. Of JSON, each number is one: `{"kb": 3}` of the metric `bundle` is `bundle_kb`, and `value` is the metric itself.
 * Else the last line that looks like a number counts, with or without a label before and a unit behind it. A sentence
 * where the command failed or printed no number.
 */
export function readCustom(
  name: string,
  { text, exitCode }: { text: string; exitCode: number | null },
): Record<string, number> | string {
  if (exitCode === null) return `custom.${name}: the command did not come to its end`;
  if (exitCode !== 0) return `custom.${name}: the command failed (exit ${exitCode})`;
  const output = plainText(text).trim();
  const found = numbersOf(name, json(output) ?? lastNumber(output));
  return Object.keys(found).length > 0 ? found : `custom.${name}: the command printed no number`;
}

function numbersOf(name: string, value: unknown, found: Record<string, number> = {}): Record<string, number> {
  if (Object.keys(found).length >= MAX_NUMBERS) return found;
  if (typeof value === 'number' && Number.isFinite(value)) found[name] = value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return found;
  for (const [key, entry] of Object.entries(value)) {
    const word = key.replace(/\W+/g, '_').slice(0, 60);
    if (word) numbersOf(word === 'value' ? name : `${name}_${word}`, entry, found);
  }
  return found;
}

/** The whole output, or its last line, where that is JSON with something in it. */
function json(output: string): unknown {
  for (const text of [output, output.slice(output.lastIndexOf('\n') + 1)]) {
    if (!/^[{\d-]/.test(text)) continue;
    try {
      return JSON.parse(text);
    } catch {
      // Not this one.
    }
  }
  return null;
}

/** `240.5`, `85 %`, `1,234 kB`, `size: 3.2e3 ms`; not `v1.2.3`, not a date, not a sentence. */
const NUMBER_LINE =
  /^(?:[^\d\n]{0,80}[:=]\s*)?([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?|[+-]?\.\d+)\s*(?:%|[a-zµ]{1,10}(?:\/[a-z]{1,10})?)?$/i;

function lastNumber(output: string): number | null {
  for (const line of output.split('\n').slice(-200).reverse()) {
    const number = NUMBER_LINE.exec(line.trim())?.[1];
    if (number !== undefined) return Number(number.replaceAll(',', ''));
  }
  return null;
}
