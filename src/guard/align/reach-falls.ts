import { namesOf, type Reach, testsByFile } from '../../core/reach.ts';
import type { Comparison } from '../compare.ts';
import type { FileModel } from '../model.ts';
import { reachIndex, type Sources } from './reach-index.ts';
import { standingLines } from './standing-lines.ts';

export interface ReachFall {
  /** The test file, before and now. */
  test: string;
  now: string;
  /** Lines of source that it reached and that still stand. */
  stood: number;
  /** Of these, those that it does not reach any more, and no other file has taken over. */
  lost: Map<string, number[]>;
  lostLines: number;
  /** Of the lost ones, those that no test reaches now. */
  unreached: number;
  /** How many lines of source it reaches now, whichever they are. */
  reaches: number;
  /** Source changed on the way that the tests take: they may well end elsewhere. */
  explained: boolean;
}

/**
 * Test files that reach less of the source that still stands, although as many of their tests ran. What other files newly
 * reach was moved there; where tests went elsewhere, only lines that nobody reaches count.
 */
export function reachFalls(comparison: Comparison): ReachFall[] {
  const falls = known.get(comparison) ?? findFalls(comparison);
  known.set(comparison, falls);
  return falls;
}

/** Fewer lines than this may be chance: a retry, a branch that depends on the time. */
const FEWEST = 3;
const NEARLY_ALL = 0.9;
const NOTEWORTHY = 0.25;

/** Grave: nearly nothing is reached any more, and nothing in the source explains it. Null: nothing to speak of. */
export function gravityOf({ stood, lostLines, unreached, reaches, explained }: ReachFall): 'grave' | 'mild' | null {
  if (lostLines < Math.min(FEWEST, stood)) return null;
  const nearlyAll = lostLines >= stood * NEARLY_ALL;
  if (explained) return nearlyAll && reaches === 0 ? 'mild' : null;
  if (nearlyAll && reaches <= stood * NOTEWORTHY) return 'grave';
  return unreached >= FEWEST && unreached >= stood * NOTEWORTHY ? 'mild' : null;
}

const known = new WeakMap<Comparison, ReachFall[]>();

function findFalls(comparison: Comparison): ReachFall[] {
  const { reach, executed } = comparison.input;
  if (!reach || !executed || hasBlindSpots(executed, reach.after)) return [];
  const [ran, runs] = [testsByFile(executed.before), testsByFile(executed.after)];
  const renamed = new Map(comparison.files.map(({ oldPath, path }) => [oldPath, path]));
  const see = lookInto(comparison, reach);
  return Object.keys(reach.before).flatMap((test) => {
    const now = Object.hasOwn(reach.after, test) ? test : (renamed.get(test) ?? test);
    const [had, has] = [countOf(ran, test), countOf(runs, now)];
    const isKnown = has === 0 || Object.hasOwn(reach.after, now);
    const isShorter = has < had && executed.after.length < executed.before.length;
    if (test === '' || had === 0 || !isKnown || isShorter) return [];
    return see(test, now, has >= had) ?? [];
  });
}

function lookInto({ input, files, functions }: Comparison, reach: { before: Reach; after: Reach }) {
  const standing = standingLines(input.changes, functions);
  const changed = new Set(input.changes.map((change) => change.oldPath ?? change.path));
  const index = reachIndex(reach);
  return (test: string, now: string, stayed: boolean): ReachFall | null => {
    const own = reach.after[now];
    const sources = index.sourcesOf(reach.before[test]);
    const isAsBefore = ([source, lines]: [string, string]) => !changed.has(source) && own?.[source] === lines;
    if (sources.every(isAsBefore)) return null;
    const fall: ReachFall = {
      test,
      now,
      stood: 0,
      lost: new Map(),
      lostLines: 0,
      unreached: 0,
      reaches: 0,
      explained: false,
    };
    for (const [source, ranges] of sources) {
      const lines = index.lines(ranges);
      if (isAsBefore([source, ranges])) {
        fall.stood += lines.size;
        continue;
      }
      const lost: number[] = [];
      for (const line of lines) {
        const at = standing(source, line);
        if (!at) continue;
        fall.stood++;
        if (index.holds(own, at)) continue;
        const { anyone, newcomer } = index.reachedBy(source, line, at);
        if (newcomer || (anyone && !stayed)) continue;
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

/** Tests came, or moved, to where nobody knows what they reach. */
function hasBlindSpots(executed: { before: string[]; after: string[] }, after: Reach): boolean {
  const known = new Set(Object.keys(after).flatMap(namesOf));
  const were = new Set(executed.before);
  const appeared = executed.after.filter((id) => !were.has(id));
  return [...testsByFile(appeared).keys()].some((file) => !known.has(file));
}

/**
 * A changed source that the tests still enter, or that went; or one that they never entered and that says something else
 * when it is loaded. One that they entered before and do not enter now has not sent them elsewhere.
 */
function explains(
  { path, oldPath, before, after }: Comparison['files'][number],
  entered: Sources,
  enters: Sources,
): boolean {
  if ((after ?? before)?.role !== 'source' || before?.tokens.join(' ') === after?.tokens.join(' ')) return false;
  if (!after) return Boolean(entered[oldPath]);
  if (enters[path]) return true;
  return !entered[oldPath] && before !== null && onLoading(before) !== onLoading(after);
}

/** What stands outside of functions. */
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
