import type { Value } from './recorded-call.ts';

/** A number, text or truth value somewhere in the inputs. */
export interface Part {
  /** `0.weight.1`: the second of the weights of the first argument. */
  path: readonly (string | number)[];
  value: number | string | boolean;
}

const MOST = 12;

/** The parts of the inputs, the first ones first. */
export function partsOf(args: Value): Part[] {
  const found: Part[] = [];
  collect(args, [], found);
  return found.slice(0, MOST);
}

function collect(value: Value, path: (string | number)[], found: Part[]): void {
  if (found.length >= MOST || value === null) return;
  if (Array.isArray(value)) value.forEach((one, at) => void collect(one, [...path, at], found));
  else if (typeof value === 'object') for (const key of Object.keys(value)) visit(value, key, path, found);
  else found.push({ path, value });
}

function visit(value: { [key: string]: Value }, key: string, path: (string | number)[], found: Part[]): void {
  if (key !== '$') collect(value[key] as Value, [...path, key], found);
}

/** Lists among the inputs, whose length may matter. */
export function listsOf(args: Value, path: (string | number)[] = []): { path: (string | number)[]; value: Value[] }[] {
  if (args === null || typeof args !== 'object') return [];
  if (!Array.isArray(args)) return Object.keys(args).flatMap((key) => listsOf(args[key] as Value, [...path, key]));
  const inner = args.flatMap((one, at) => listsOf(one, [...path, at]));
  // The arguments themselves stay as many.
  return path.length === 0 ? inner : [{ path, value: args }, ...inner];
}

/** The inputs with another value at one place. */
export function withValue(args: Value, [first, ...rest]: readonly (string | number)[], value: Value): Value {
  if (first === undefined) return value;
  if (Array.isArray(args)) return args.map((one, at) => (at === first ? withValue(one, rest, value) : one));
  const object = args as { [key: string]: Value };
  return { ...object, [first]: withValue(object[first] as Value, rest, value) };
}
