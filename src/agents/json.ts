/** Reading what a program prints without believing any of it: whatever is not as expected is null. */
export type Fields = { readonly [key: string]: unknown };

/** The object on a line of JSON; null where the line is anything else. */
export function objectOn(line: string): Fields | null {
  if (!line.trimStart().startsWith('{')) return null;
  try {
    return fields(JSON.parse(line));
  } catch {
    return null;
  }
}

export function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A count of tokens or the like; what is negative, or too large to be added up, is nonsense. */
export function amount(value: unknown): number | null {
  const found = number(value);
  return found === null || found < 0 || found > Number.MAX_SAFE_INTEGER ? null : found;
}

/** A moment told in seconds since the epoch, in milliseconds; one that no calendar has is nonsense. */
export function moment(value: unknown): number | null {
  const seconds = amount(value);
  return seconds === null || seconds > LAST_SECOND ? null : Math.round(seconds * 1000);
}

const LAST_SECOND = Date.UTC(9999, 0) / 1000;

/** What a table holds under a word of the agent's; `constructor` and its like are no entries. */
export function entryIn<T>(table: Readonly<Record<string, T>>, word: string | null): T | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}
