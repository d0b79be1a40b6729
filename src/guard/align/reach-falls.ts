import { namesOf, type Reach, testsByFile } from '../../core/metrics/reach.ts';
import type { FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from './compare.ts';
import { currentPlaces } from './current-places.ts';
import { reachIndex, type Sources } from './reach-index.ts';

export interface ReachFall {
  /** The path of the test file, before and now. */
  test: string;
  now: string;
  /** Lines of source that it reached before and that still exist. */
  remaining: number;
  /** Those of them that it no longer reaches and that no other file took over. */
  lost: Map<string, number[]>;
  lostLines: number;
  /** Those of the lost ones that no test reaches now. */
  unreached: number;
  /** How many lines of source it reaches now in total. */
  reaches: number;
  /** Source that the tests run through changed, so they may well take another path. */
  explained: boolean;
}

/**
 * Test files that reach less of the source that still exists, although as many of their tests ran. Lines that other files
 * newly reach count as moved there. If tests moved to another file, only lines that nothing reaches count.
 */
export function reachFalls(comparison: TreeComparison): ReachFall[] {
  const falls = cachedFalls.get(comparison) ?? findFalls(comparison);
  cachedFalls.set(comparison, falls);
  return falls;
}

/** Fewer lines than this may be chance: a retry, a branch that depends on the time. */
const FEWEST = 3;
const NEARLY_ALL = 0.9;
const NOTEWORTHY = 0.25;

/** `severe`: almost nothing is reached any more, and no source change explains it. Null: not worth reporting. */
export function fallSeverity({
  remaining,
  lostLines,
  unreached,
  reaches,
  explained,
}: ReachFall): 'severe' | 'mild' | null {
  if (lostLines < Math.min(FEWEST, remaining)) return null;
  const nearlyAll = lostLines >= remaining * NEARLY_ALL;
  if (explained) return nearlyAll && reaches === 0 ? 'mild' : null;
  if (nearlyAll && reaches <= remaining * NOTEWORTHY) return 'severe';
  return unreached >= FEWEST && unreached >= remaining * NOTEWORTHY ? 'mild' : null;
}

const cachedFalls = new WeakMap<TreeComparison, ReachFall[]>();

function findFalls(comparison: TreeComparison): ReachFall[] {
  const { reach, executed } = comparison.input;
  if (!reach || !executed || hasBlindSpots(executed, reach.after)) return [];
  const [ran, runs] = [testsByFile(executed.before), testsByFile(executed.after)];
  const renamed = new Map(comparison.files.map(({ oldPath, path }) => [oldPath, path]));
  const findFall = fallFinder(comparison, reach);
  return Object.keys(reach.before).flatMap((test) => {
    const now = Object.hasOwn(reach.after, test) ? test : (renamed.get(test) ?? test);
    const [testsBefore, testsNow] = [countOf(ran, test), countOf(runs, now)];
    const isMeasured = testsNow === 0 || Object.hasOwn(reach.after, now);
    const isShorter = testsNow < testsBefore && executed.after.length < executed.before.length;
    if (test === '' || testsBefore === 0 || !isMeasured || isShorter) return [];
    return findFall(test, now, testsNow >= testsBefore) ?? [];
  });
}

function fallFinder({ input, files, functions }: TreeComparison, reach: { before: Reach; after: Reach }) {
  const currentPlace = currentPlaces(input.changes, functions);
  const changed = new Set(input.changes.map((change) => change.oldPath ?? change.path));
  const index = reachIndex(reach);
  return (test: string, now: string, hasAllTests: boolean): ReachFall | null => {
    const own = reach.after[now];
    const sources = index.sourcesOf(reach.before[test]);
    const isAsBefore = ([source, lines]: [string, string]) => !changed.has(source) && own?.[source] === lines;
    if (sources.every(isAsBefore)) return null;
    const fall: ReachFall = {
      test,
      now,
      remaining: 0,
      lost: new Map(),
      lostLines: 0,
      unreached: 0,
      reaches: 0,
      explained: false,
    };
    for (const [source, ranges] of sources) {
      const lines = index.lines(ranges);
      if (isAsBefore([source, ranges])) {
        fall.remaining += lines.size;
        continue;
      }
      const lost: number[] = [];
      for (const line of lines) {
        const at = currentPlace(source, line);
        if (!at) continue;
        fall.remaining++;
        if (index.holds(own, at)) continue;
        const { anyone, newcomer } = index.reachedBy(source, line, at);
        if (newcomer || (anyone && !hasAllTests)) continue;
        lost.push(line);
        if (!anyone) fall.unreached++;
      }
      if (lost.length > 0) fall.lost.set(source, lost);
      fall.lostLines += lost.length;
    }
    if (fall.lostLines === 0) return null;
    for (const [, ranges] of index.sourcesOf(own)) fall.reaches += index.lines(ranges).size;
    fall.explained = files.some((pair) => explains(pair, reach.before[test] ?? {}, own ?? {}));
    return fall;
  };
}

const countOf = (counts: ReadonlyMap<string, number>, file: string): number =>
  namesOf(file).reduce((sum, name) => sum + (counts.get(name) ?? 0), 0);

/** New or moved tests are in files whose reach was not measured. */
function hasBlindSpots(executed: { before: string[]; after: string[] }, after: Reach): boolean {
  const measuredFiles = new Set(Object.keys(after).flatMap(namesOf));
  const idsBefore = new Set(executed.before);
  const appeared = executed.after.filter((id) => !idsBefore.has(id));
  return [...testsByFile(appeared).keys()].some((file) => !measuredFiles.has(file));
}

/**
 * If this source change explains the drop: the tests still enter the file, or it was deleted; or they never entered it and
 * its top-level code changed. A file that they entered before and no longer enter explains nothing.
 */
function explains(
  { path, oldPath, before, after }: TreeComparison['files'][number],
  entered: Sources,
  enters: Sources,
): boolean {
  if ((after ?? before)?.role !== 'source' || before?.tokens.join(' ') === after?.tokens.join(' ')) return false;
  if (!after) return Boolean(entered[oldPath]);
  if (enters[path]) return true;
  return !entered[oldPath] && before !== null && onLoading(before) !== onLoading(after);
}

/** The code outside of functions. */
function onLoading({ source, functions }: FileModel): string {
  let text = '';
  let from = 0;
  const named = functions.filter(({ name }) => name !== '<file>').sort((a, b) => a.start - b.start);
  for (const { start, end } of named) {
    if (start > from) text += source.slice(from, start);
    from = Math.max(from, end);
  }
  return (text + source.slice(from)).replace(/\s+/g, ' ');
}
