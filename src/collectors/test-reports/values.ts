import { number } from '../../core/text/foreign-json.ts';
import { plainText } from '../../core/text/plain-text.ts';

/** A message without colours. */
export function message(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? plainText(value.slice(0, 20_000)).trim() : null;
}

/** Converts seconds to milliseconds. Accepts a number or a text like `1,204.5`. */
export function seconds(value: unknown): number | null {
  const time = typeof value === 'string' && value.trim() !== '' ? Number(value.replaceAll(',', '')) : number(value);
  return time !== null && Number.isFinite(time) ? time * 1000 : null;
}
