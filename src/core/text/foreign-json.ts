/** Reads untrusted JSON: any value of an unexpected type becomes null, or empty if the name says so. */
export type Fields = { readonly [key: string]: unknown };

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object on a line of JSON; null if the line is anything else. */
export function objectOn(line: string): Fields | null {
  return line.trimStart().startsWith('{') ? fields(parseJson(line)) : null;
}

export function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fields(value: unknown): Fields | null {
  return isFields(value) ? value : null;
}

export function fieldsOrEmpty(value: unknown): Fields {
  return isFields(value) ? value : {};
}

/** The value at a path of keys, or undefined. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  let current = value;
  for (const key of keys) current = isFields(current) ? current[key] : undefined;
  return current;
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function listOfFields(value: unknown): readonly Fields[] {
  return list(value).map(fieldsOrEmpty);
}

export function listOfTexts(value: unknown): string[] {
  return list(value).filter((item) => typeof item === 'string');
}

export function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Null for an empty text as well. */
export function nonEmptyText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A count, such as tokens; null if negative or too large to add up. */
export function amount(value: unknown): number | null {
  const found = number(value);
  return found === null || found < 0 || found > Number.MAX_SAFE_INTEGER ? null : found;
}

/** Converts seconds since the epoch to milliseconds; null if it is not a valid date. */
export function moment(value: unknown): number | null {
  const seconds = amount(value);
  return seconds === null || seconds > LAST_SECOND ? null : Math.round(seconds * 1000);
}

const LAST_SECOND = Date.UTC(9999, 0) / 1000;

/** The table's own entry under an untrusted key; `constructor` and other inherited names do not count. */
export function entryIn<T>(table: Readonly<Record<string, T>>, word: string | null): T | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}
