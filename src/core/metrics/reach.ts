/**
 * What the tests of each file ran: test file → source file → lines (`3-9,12`). Only lines inside functions that were
 * called: loading a module reaches nothing. Tests themselves are not a source. Paths are relative to the root; what ran in
 * processes that belong to no test file is under `''`. A test file that is not named is unknown, not without reach.
 */
export type Reach = Record<string, Record<string, string>>;

/** The most test files whose number of lines the metrics name; the file beside the log has all of them. */
const MOST_NAMED = 100;

export function lineRanges(lines: Iterable<number>): string {
  const ranges: [from: number, to: number][] = [];
  for (const line of [...new Set(lines)].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else ranges.push([line, line]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

export function linesIn(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return from > 0 ? Array.from({ length: to - from + 1 }, (_, index) => from + index) : [];
  });
}

/** Of several runs, all that any of them reached. Null if none reports it. */
export function mergeReach(found: readonly (Reach | null | undefined)[]): Reach | null {
  const reaches = found.filter((reach) => reach != null);
  if (reaches.length < 2) return reaches[0] ?? null;
  const merged: Reach = {};
  for (const reach of reaches) {
    for (const [test, sources] of Object.entries(reach)) {
      merged[test] ??= {};
      const own = merged[test];
      for (const [source, lines] of Object.entries(sources))
        own[source] = own[source] ? lineRanges([...linesIn(own[source]), ...linesIn(lines)]) : lines;
    }
  }
  return merged;
}

/** How many lines each test file reaches, those that reach most first. */
export function linesByTestFile(reach: Reach): Record<string, number> {
  const counted = Object.entries(reach)
    .filter(([test]) => test !== '')
    .map(([test, sources]) => {
      const lines = Object.values(sources).reduce((sum, ranges) => sum + linesIn(ranges).length, 0);
      return [test, lines] as const;
    });
  return Object.fromEntries(counted.sort(([, a], [, b]) => b - a).slice(0, MOST_NAMED));
}

/** By how many tests each file is named in their ids. */
export function testsByFile(ids: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) {
    const [file = ''] = id.split(' › ', 1);
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}

/** What ids may call a file: they name it from where the tests ran, reach names it from the root. */
export function namesOf(file: string): string[] {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}
