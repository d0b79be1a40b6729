import {
  type CallOutcome,
  type ComparedCall,
  keyOf,
  type RecordedCall,
  type Value,
  type Variant,
} from './recorded-call.ts';
import { variantsOf } from './variants.ts';

const MOST_FUNCTIONS = 8;
const MOST_CALLS = 30;
const MOST_CHARS = 600;

/** A call to make again, on both sources. */
export interface PlannedCall extends RecordedCall {
  n: number;
  variants: Variant[];
}

/** The calls in what the tests wrote down: lines with the marker, the number of the file and the function, and the inputs. */
export function recordedCalls(output: string, paths: readonly string[], marker: string): RecordedCall[] {
  const calls = new Map<string, RecordedCall>();
  for (const text of linesOf(output, marker)) {
    const line = readLine(text);
    const [, file = '', name = ''] = /^(\d+):(.+)$/s.exec(line?.f ?? '') ?? [];
    const path = paths[Number(file)];
    if (!line || path === undefined) continue;
    const call = { path, function: name, args: line.a };
    const key = `${path}\0${name}\0${keyOf(line.a)}`;
    if (line.a.length > 0 && keyOf(line.a).length <= MOST_CHARS) calls.set(key, calls.get(key) ?? call);
  }
  return [...calls.values()];
}

function readLine(text: string): { f: string; a: Value[] } | null {
  try {
    const line = JSON.parse(text) as { f?: unknown; a?: unknown };
    return typeof line.f === 'string' && Array.isArray(line.a) ? { f: line.f, a: line.a as Value[] } : null;
  } catch {
    return null;
  }
}

/** Those worth making again: functions that are called with two inputs or more, those with the most first. */
export function plannedCalls(
  calls: readonly RecordedCall[],
  literals: readonly (string | number)[],
  seed: string,
): PlannedCall[] {
  const functions = new Map<string, RecordedCall[]>();
  for (const call of calls) {
    const key = `${call.path}\0${call.function}`;
    functions.set(key, [...(functions.get(key) ?? []), call]);
  }
  const chosen = [...functions.values()]
    .filter(({ length }) => length > 1)
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_FUNCTIONS)
    .flatMap((own) => evenly(own, MOST_CALLS));
  return chosen.map((call, n) => ({ ...call, n, variants: variantsOf(call, calls, literals, seed) }));
}

/** The same call in the way it is replayed. */
export const replayedCall = ({ n, function: f, args: a, variants }: PlannedCall) => ({
  n,
  f,
  a,
  v: variants.map(({ args }) => args),
});

function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** How the calls came out on both sources; those of which nothing is known on the new one are left out. */
export function comparedCalls(
  planned: readonly PlannedCall[],
  before: string,
  after: string,
  marker: string,
): ComparedCall[] {
  const [old, now] = [outcomesIn(before, marker), outcomesIn(after, marker)];
  return planned.flatMap((call) => {
    const own = now.get(call.n);
    return own ? [{ ...call, before: old.get(call.n) ?? null, after: own }] : [];
  });
}

function outcomesIn(output: string, marker: string): Map<number, CallOutcome> {
  return new Map(
    linesOf(output, marker).flatMap((line) => {
      const [n = '', own = '-', again = '-', ...variants] = line.replaceAll(REPEATS, '').split(' ');
      const repeatsInput = line.split(' ')[1]?.endsWith(REPEATS) ?? false;
      return /^\d+$/.test(n) ? [[Number(n), { own, again, variants, repeatsInput }] as const] : [];
    }),
  );
}

/** Behind the token of a text with a word of the inputs in it. */
const REPEATS = '!';

function linesOf(output: string, marker: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith(`${marker} `))
    .map((line) => line.slice(marker.length + 1).trimEnd());
}
