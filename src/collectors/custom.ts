import { parseJson } from '../core/text/foreign-json.ts';
import { plainText } from '../core/text/plain-text.ts';

const MAX_NUMBERS = 100;

/**
 * The numbers that a metric's command printed, by the names that criteria use after `custom.`. A plain number is the
 * metric itself. In JSON each number counts: `{"kb": 3}` of the metric `bundle` is `bundle_kb`, and `value` is the metric
 * itself. Otherwise the last line that looks like a number counts, with an optional label and unit. Returns a message if
 * the command failed or printed no number.
 */
export function readCustom(
  name: string,
  { text, exitCode }: { text: string; exitCode: number | null },
): Record<string, number> | string {
  if (exitCode === null) return `custom.${name}: the command did not finish`;
  if (exitCode !== 0) return `custom.${name}: the command failed (exit ${exitCode})`;
  const output = plainText(text).trim();
  const numbers = numbersOf(name, json(output) ?? lastNumber(output));
  return Object.keys(numbers).length > 0 ? numbers : `custom.${name}: the command printed no number`;
}

function numbersOf(name: string, value: unknown, numbers: Record<string, number> = {}): Record<string, number> {
  if (Object.keys(numbers).length >= MAX_NUMBERS) return numbers;
  if (typeof value === 'number' && Number.isFinite(value)) numbers[name] = value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return numbers;
  for (const [key, entry] of Object.entries(value)) {
    const word = key.replace(/\W+/g, '_').slice(0, 60);
    if (word) numbersOf(word === 'value' ? name : `${name}_${word}`, entry, numbers);
  }
  return numbers;
}

/** The whole output, or its last line, if that is JSON. */
function json(output: string): unknown {
  for (const text of [output, output.slice(output.lastIndexOf('\n') + 1)]) {
    if (!/^[{\d-]/.test(text)) continue;
    const value = parseJson(text);
    if (value !== undefined) return value;
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
