import { linesIn, type Reach } from '../../core/reach.ts';
import { isTestPath } from '../languages/index.ts';
import type { Stretch } from './standing-lines.ts';

/** Source file → ranges of lines. */
export type Sources = Record<string, string>;

/** Answers what is asked of every line, on suites of thousands of files: what many of them share is looked at once. */
export function reachIndex({ before, after }: { before: Reach; after: Reach }) {
  const setOf = remembered((ranges) => new Set(linesIn(ranges)));
  const isTest = remembered(isTestPath);
  /** How a source was reached and is now, by whichever test file; alike ones once. */
  const ways = remembered((places) => {
    const [source = '', path = ''] = places.split('\0');
    const found = new Map<string, { had: ReadonlySet<number>; has: ReadonlySet<number> }>();
    for (const [test, sources] of Object.entries(after)) {
      const [had = '', has = ''] = [before[test]?.[source], sources[path]];
      if (has) found.set(`${had}|${has}`, { had: setOf(had), has: setOf(has) });
    }
    return [...found.values()];
  });
  return {
    lines: (ranges: string) => setOf(ranges),
    /** Without helpers of the tests, where coverage takes them for source. */
    sourcesOf: (sources: Sources | undefined) => Object.entries(sources ?? {}).filter(([source]) => !isTest(source)),
    holds: (sources: Sources | undefined, at: Stretch) => holds(setOf(sources?.[at.path] ?? ''), at),
    /** Whether any test file reaches it now, and whether one does that did not before. */
    reachedBy(source: string, line: number, at: Stretch): { anyone: boolean; newcomer: boolean } {
      let anyone = false;
      for (const { had, has } of ways(`${source}\0${at.path}`)) {
        if (!holds(has, at)) continue;
        anyone = true;
        if (!had.has(line)) return { anyone, newcomer: true };
      }
      return { anyone, newcomer: false };
    },
  };
}

function holds(lines: ReadonlySet<number>, { from, to }: Stretch): boolean {
  for (let line = from; line <= to; line++) if (lines.has(line)) return true;
  return false;
}

function remembered<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? make(text);
    known.set(text, found);
    return found;
  };
}
