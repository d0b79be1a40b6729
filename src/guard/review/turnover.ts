import type { FileModel, TestCase } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { callsNewCode } from '../align/new-code.ts';
import { Pool } from '../align/similarity.ts';
import { isDisabled } from '../align/tests.ts';
import type { Change } from '../finding/types.ts';

export type Side = 'tests' | 'source' | 'other';

/** `existing`: the source without new functions. */
type Part = Side | 'existing';

/** Counts of lines removed and added on one side of a change, without moved and re-indented ones. */
interface Turnover {
  removed: Map<string, number>;
  added: Map<string, number>;
}

/**
 * The code a file lost on one side was only removed, not rewritten: the change added little on that side, in this file or
 * any other. Which line replaced which is a guess, but added lines can be counted.
 */
function isOnlyRemoved(path: string, side: Side, comparison: TreeComparison): boolean {
  const { removed, added } = turnover(side, comparison);
  return (
    isLittle(added.get(path) ?? 0, removed.get(path) ?? 0) &&
    isLittle(sum([...added.values()]), sum([...removed.values()]))
  );
}

/** Something was written in the same change that may stand for it. */
export const isReplaced = (path: string, side: Side, comparison: TreeComparison): boolean =>
  !isOnlyRemoved(path, side, comparison);

/** So much was rewritten, in the file or on its whole side of the change, that no part of it is a small edit. */
export const isReworked = (path: string, side: Side, comparison: TreeComparison): boolean =>
  isFileReworked(path, side, comparison) || addedLines(side, comparison) > 60;

const removedOnlyCache = new WeakMap<TreeComparison, boolean>();

/** Nothing at all was added to the tests, not even a comment. Commenting out lines counts as removing them. */
export function testsOnlyLostLines(comparison: TreeComparison): boolean {
  const cached = removedOnlyCache.get(comparison);
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
  const isOldLine = (line: string): boolean => past.take(line) || past.take(line.replace(comment, '').trim());
  const found = files.flatMap(({ after }) => linesIn(after)).every(isOldLine) && !others.some(isTestData);
  removedOnlyCache.set(comparison, found);
  return found;
}

const comment = /^(\/\/+|#|\/\*+|\*|--)|\*\/$/g;

/** Number of lines added on one side of the change. */
export const addedLines = (side: Side, comparison: TreeComparison): number =>
  sum([...turnover(side, comparison).added.values()]);

export const isFileReworked = (path: string, side: Side, comparison: TreeComparison): boolean =>
  (turnover(side, comparison).added.get(path) ?? 0) > 20;

/** Existing functions gained more lines than the source lost: they may do something else now. */
export function isSourceExtended(comparison: TreeComparison): boolean {
  const { removed, added } = turnover('existing', comparison);
  return sum([...added.values()]) > sum([...removed.values()]);
}

const isLittle = (added: number, removed: number): boolean => added * 6 <= removed;

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const turnoverCache = new WeakMap<TreeComparison, Map<Part, Turnover>>();

function turnover(part: Part, comparison: TreeComparison): Turnover {
  const sides = turnoverCache.get(comparison) ?? new Map<Part, Turnover>();
  turnoverCache.set(comparison, sides);
  const side = part === 'existing' ? 'source' : part;
  const found = sides.get(part) ?? turnoverOf(filesOf(side, comparison), ignoredIn(part, comparison));
  sides.set(part, found);
  return found;
}

interface Versions {
  oldPath: string;
  before: string[];
  after: string[];
}

function filesOf(side: Side, { files, input, others }: TreeComparison): Versions[] {
  if (side !== 'other')
    return [
      ...files.map(({ oldPath, before, after }) => ({
        oldPath,
        before: linesOf(before, side),
        after: linesOf(after, side),
      })),
      ...others.filter(side === 'tests' ? isTestData : isUnparsedSource).map(versionsOf),
    ];
  const code = new Set(files.flatMap(({ path, oldPath }) => [path, oldPath]));
  return input.changes.filter(({ path }) => !code.has(path)).map(versionsOf);
}

const versionsOf = ({ path, oldPath, before, after }: Change): Versions => ({
  oldPath: oldPath ?? path,
  before: contentLines(before ?? ''),
  after: contentLines(after ?? ''),
});

/** Tests in languages that are not parsed, and the data that tests compare with. */
const isTestData = (change: Change): boolean =>
  isRecorded(change) || /(^|\/)(tests?|__tests__|specs?|e2e)\//.test(change.path);

/** Product code in languages that are not parsed. */
const isUnparsedSource = (change: Change): boolean =>
  !isTestData(change) && /\.(kts?|scala|groovy|rb|php|cs|swift|c|cc|cpp|h|hpp|pyx|vue|svelte|dart)$/.test(change.path);

const isRecorded = ({ path }: Change): boolean =>
  /(^|\/)(testdata|golden|__snapshots__|snapshots|fixtures?|cassettes)\/|\.(golden|snap|approved|txtar)\b/.test(path);

/** Rust keeps tests in source files: a line belongs to the tests if it is inside one. */
function linesOf(file: FileModel | null, side: Side): string[] {
  if (!file) return [];
  if (file.role === 'test') return side === 'tests' ? contentLines(file.source) : [];
  const inTests = file.tests.map(({ start, end }) => file.source.slice(start, end)).join('\n');
  return side === 'tests' ? contentLines(inTests) : withoutEach(contentLines(file.source), contentLines(inTests));
}

/** Lines with content: no blank lines, comments, imports, suite names or lone brackets. */
const contentLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(
      (line) =>
        /\w/.test(line) &&
        !/^(\/\/|#(?!\[)|\*|\/\*|import\b|from\b|use\b|package\b|describe\b|context\(|suite\(|mod\b|<!--)/.test(line),
    );

function turnoverOf(files: Versions[], ignored: string[]): Turnover {
  const now = poolOf(files.flatMap((one) => one.after));
  const past = poolOf(files.flatMap((one) => one.before));
  const ignoredLines = poolOf(ignored);
  const removed = new Map<string, number>();
  const added = new Map<string, number>();
  for (const { oldPath, before, after } of files) {
    removed.set(oldPath, before.filter((line) => !now.take(line)).length);
    added.set(oldPath, after.filter((line) => !past.take(line) && !ignoredLines.take(line)).length);
  }
  return { removed: removed, added: added };
}

const ignoredIn = (part: Part, comparison: TreeComparison): string[] =>
  part === 'tests' ? worthlessTestLines(comparison) : part === 'existing' ? newCodeLines(comparison) : [];

/** A new function does not change what the existing ones do, nor does a line that only logs. */
const newCodeLines = ({ functions, files }: TreeComparison): string[] => [
  ...functions.added
    .filter((one) => one.file.role === 'source')
    .flatMap(({ function: one, file }) => contentLines(wholeLines(one, file))),
  ...files.flatMap(({ after }) => linesOf(after, 'source').filter((line) => logging.test(line))),
];

const logging =
  /^(console\.\w+|print|println!|eprintln!|dbg!|debug!|info!|(self\.)?_?(log|logger|logging|LOG|LOGGER)\.\w+|log\.\w+|fmt\.Print\w*|System\.(out|err)\.print\w*)\s*\(.*\)\s*;?$/;

/** Lines of new tests that do not replace a lost one: they test new code, or they prove nothing. */
function worthlessTestLines({ tests, functions }: TreeComparison): string[] {
  const isNew = callsNewCode(functions.added);
  return tests.added
    .filter(({ test }) => isNew(test) || isDisabled(test) || provesNothing(test))
    .flatMap(({ test, file }) => contentLines(wholeLines(test, file)));
}

const wholeLines = ({ start, end }: { start: number; end: number }, { source }: FileModel): string =>
  source.slice(source.lastIndexOf('\n', start) + 1, end);

/** A test without assertions may delegate to a check elsewhere, unless it calls nothing. */
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
