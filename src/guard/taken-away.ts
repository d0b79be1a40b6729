import { callsNewCode } from './align/new-code.ts';
import { Pool } from './align/similarity.ts';
import { isHeldBack } from './align/tests.ts';
import type { Comparison } from './compare.ts';
import type { FileModel, TestCase } from './model.ts';
import type { Change } from './types.ts';

export type Side = 'tests' | 'source' | 'other';

/** `standing`: the source without the functions that are new. */
type Part = Side | 'standing';

/** The lines of one side of a change that went and came, moved and re-indented ones not among them. */
interface Turnover {
  went: Map<string, number>;
  came: Map<string, number>;
}

/**
 * What a file lost on one side was taken away: the change wrote little on that side, in this file or in any other. A rewrite takes
 * away and writes; which line took the place of which nobody can tell for sure, but that lines came can be counted.
 */
export function isTakenAway(path: string, side: Side, comparison: Comparison): boolean {
  const { went, came } = turnover(side, comparison);
  return (
    isLittle(came.get(path) ?? 0, went.get(path) ?? 0) && isLittle(sum([...came.values()]), sum([...went.values()]))
  );
}

/** More came to the tests of a file than went from them. */
export function isOutweighed(path: string, comparison: Comparison): boolean {
  const { went, came } = turnover('tests', comparison);
  return (came.get(path) ?? 0) > (went.get(path) ?? 0);
}

/** So much was written that nothing in it is a small edit: in the file, or all over its side of the change. */
export const isWorkedOver = (path: string, side: Side, comparison: Comparison): boolean =>
  isFileWorkedOver(path, side, comparison) || writtenTo(side, comparison) > 60;

const onlyTaken = new WeakMap<Comparison, boolean>();

/** Nothing at all was written to the tests, not even another comment; lines that became comments were taken too. */
export function isOnlyTaken(comparison: Comparison): boolean {
  const cached = onlyTaken.get(comparison);
  if (cached !== undefined) return cached;
  const { files, others } = comparison;
  const linesIn = (file: FileModel | null): string[] =>
    file?.role === 'test'
      ? file.source
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
      : linesOf(file, 'tests');
  const past = poolOf(files.flatMap(({ before }) => linesIn(before)));
  const isTaken = (line: string): boolean => past.take(line) || past.take(line.replace(comment, '').trim());
  const found = files.flatMap(({ after }) => linesIn(after)).every(isTaken) && !others.some(isWrittenTest);
  onlyTaken.set(comparison, found);
  return found;
}

const comment = /^(\/\/+|#|\/\*+|\*|--)|\*\/$/g;

/** Lines that came to one side of the change. */
export const writtenTo = (side: Side, comparison: Comparison): number =>
  sum([...turnover(side, comparison).came.values()]);

export const isFileWorkedOver = (path: string, side: Side, comparison: Comparison): boolean =>
  (turnover(side, comparison).came.get(path) ?? 0) > 20;

/** More was written into functions that stood there than went from the source: they may do something else now. */
export function isExtended(comparison: Comparison): boolean {
  const { went, came } = turnover('standing', comparison);
  return sum([...came.values()]) > sum([...went.values()]);
}

const isLittle = (came: number, went: number): boolean => came * 6 <= went;

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const known = new WeakMap<Comparison, Map<Part, Turnover>>();

function turnover(part: Part, comparison: Comparison): Turnover {
  const sides = known.get(comparison) ?? new Map<Part, Turnover>();
  known.set(comparison, sides);
  const side = part === 'standing' ? 'source' : part;
  const found = sides.get(part) ?? turnoverOf(filesOf(side, comparison), apartFrom(part, comparison));
  sides.set(part, found);
  return found;
}

interface Versions {
  oldPath: string;
  before: string[];
  after: string[];
}

function filesOf(side: Side, { files, input, others }: Comparison): Versions[] {
  if (side !== 'other')
    return [
      ...files.map(({ oldPath, before, after }) => ({
        oldPath,
        before: linesOf(before, side),
        after: linesOf(after, side),
      })),
      ...others.filter(side === 'tests' ? isWrittenTest : isForeignSource).map(versionsOf),
    ];
  const code = new Set(files.flatMap(({ path, oldPath }) => [path, oldPath]));
  return input.changes.filter(({ path }) => !code.has(path)).map(versionsOf);
}

const versionsOf = ({ path, oldPath, before, after }: Change): Versions => ({
  oldPath: oldPath ?? path,
  before: telling(before ?? ''),
  after: telling(after ?? ''),
});

/** Tests in languages that are not read, and what tests compare with, wherever it stands. */
const isWrittenTest = (change: Change): boolean =>
  isRecorded(change) || /(^|\/)(tests?|__tests__|specs?|e2e)\//.test(change.path);

/** The product in languages that are not read. */
const isForeignSource = (change: Change): boolean =>
  !isWrittenTest(change) &&
  /\.(kts?|scala|groovy|rb|php|cs|swift|c|cc|cpp|h|hpp|pyx|vue|svelte|dart)$/.test(change.path);

const isRecorded = ({ path }: Change): boolean =>
  /(^|\/)(testdata|golden|__snapshots__|snapshots|fixtures?|cassettes)\/|\.(golden|snap|approved|txtar)\b/.test(path);

/** Rust keeps tests beside the source: there a line belongs to the side whose code it stands in. */
function linesOf(file: FileModel | null, side: Side): string[] {
  if (!file) return [];
  if (file.role === 'test') return side === 'tests' ? telling(file.source) : [];
  const inTests = file.tests.map(({ start, end }) => file.source.slice(start, end)).join('\n');
  return side === 'tests' ? telling(inTests) : withoutEach(telling(file.source), telling(inTests));
}

/** Lines that say something: no blank ones, comments, imports, names of suites or mere brackets. */
const telling = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /\w/.test(line) &&
        !/^(\/\/|#(?!\[)|\*|\/\*|import\b|from\b|use\b|package\b|describe\b|context\(|suite\(|mod\b|<!--)/.test(line),
    );

function turnoverOf(files: Versions[], apart: string[]): Turnover {
  const now = poolOf(files.flatMap((one) => one.after));
  const past = poolOf(files.flatMap((one) => one.before));
  const aside = poolOf(apart);
  const went = new Map<string, number>();
  const came = new Map<string, number>();
  for (const { oldPath, before, after } of files) {
    went.set(oldPath, before.filter((line) => !now.take(line)).length);
    came.set(oldPath, after.filter((line) => !past.take(line) && !aside.take(line)).length);
  }
  return { went, came };
}

const apartFrom = (part: Part, comparison: Comparison): string[] =>
  part === 'tests' ? ofNoUse(comparison) : part === 'standing' ? ofNewCode(comparison) : [];

/** A function that is new changes nothing of what the old ones do, nor does a line that only logs. */
const ofNewCode = ({ functions, files }: Comparison): string[] => [
  ...functions.added
    .filter((one) => one.file.role === 'source')
    .flatMap(({ function: one, file }) => telling(wholeLines(one, file))),
  ...files.flatMap(({ after }) => linesOf(after, 'source').filter((line) => logging.test(line))),
];

const logging =
  /^(console\.\w+|print|println!|eprintln!|dbg!|debug!|info!|(self\.)?_?(log|logger|logging|LOG|LOGGER)\.\w+|log\.\w+|fmt\.Print\w*|System\.(out|err)\.print\w*)\s*\(.*\)\s*;?$/;

/** Lines of new tests that take no lost test's place: they came for new code, or they prove nothing. */
function ofNoUse({ tests, functions }: Comparison): string[] {
  const isNew = callsNewCode(functions.added);
  return tests.added
    .filter(({ test }) => isNew(test) || isHeldBack(test) || provesNothing(test))
    .flatMap(({ test, file }) => telling(wholeLines(test, file)));
}

const wholeLines = ({ start, end }: { start: number; end: number }, { source }: FileModel): string =>
  source.slice(source.lastIndexOf('\n', start) + 1, end);

/** A test without claims may hand its work to a check elsewhere; one that calls nothing does not. */
const provesNothing = ({ assertions, calls }: TestCase): boolean =>
  assertions.length === 0 ? calls.size === 0 : assertions.every((one) => one.strength <= 1);

function withoutEach(lines: string[], others: string[]): string[] {
  const left = poolOf(others);
  return lines.filter((line) => !left.take(line));
}

function poolOf(lines: string[]): Pool {
  const pool = new Pool();
  for (const line of lines) pool.add(line);
  return pool;
}
