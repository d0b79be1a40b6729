import { linesIn, type Reach } from '../../core/metrics/reach.ts';
import { isTestPath } from '../../syntax/languages/index.ts';
import type { LineRange } from './current-places.ts';

/** Source file → ranges of lines. */
export type Sources = Record<string, string>;

/** Answers per-line queries for suites of thousands of files; caches what many of them share. */
export function reachIndex({ before, after }: { before: Reach; after: Reach }) {
  const setOf = memoize((ranges) => new Set(linesIn(ranges)));
  const isTest = memoize(isTestPath);
  /** How a source was reached before and now, over all test files, without duplicates. */
  const ways = memoize((places) => {
    const [source = '', path = ''] = places.split('\0');
    const found = new Map<string, { linesBefore: ReadonlySet<number>; linesNow: ReadonlySet<number> }>();
    for (const [test, sources] of Object.entries(after)) {
      const [rangesBefore = '', rangesNow = ''] = [before[test]?.[source], sources[path]];
      if (rangesNow)
        found.set(`${rangesBefore}|${rangesNow}`, { linesBefore: setOf(rangesBefore), linesNow: setOf(rangesNow) });
    }
    return [...found.values()];
  });
  return {
    lines: (ranges: string) => setOf(ranges),
    /** Without test helpers, which coverage may count as source. */
    sourcesOf: (sources: Sources | undefined) => Object.entries(sources ?? {}).filter(([source]) => !isTest(source)),
    holds: (sources: Sources | undefined, at: LineRange) => holds(setOf(sources?.[at.path] ?? ''), at),
    /** If any test file reaches it now, and if one does that did not before. */
    reachedBy(source: string, line: number, at: LineRange): { anyone: boolean; newcomer: boolean } {
      let anyone = false;
      for (const { linesBefore, linesNow } of ways(`${source}\0${at.path}`)) {
        if (!holds(linesNow, at)) continue;
        anyone = true;
        if (!linesBefore.has(line)) return { anyone, newcomer: true };
      }
      return { anyone, newcomer: false };
    },
  };
}

function holds(lines: ReadonlySet<number>, { from, to }: LineRange): boolean {
  for (let line = from; line <= to; line++) if (lines.has(line)) return true;
  return false;
}

function memoize<T>(make: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>();
  return (text) => {
    const found = cache.get(text) ?? make(text);
    cache.set(text, found);
    return found;
  };
}
