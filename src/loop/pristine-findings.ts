import type { Criterion } from '../core/criteria/criterion.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import type { OriginalTests } from '../core/metrics/original-tests.ts';
import type { TestCounts } from '../core/metrics/test-counts.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import { expectationOf, significant } from '../core/task/expectation.ts';
import { asksForOtherSetUp, asksToChange, asksToExtend, asksToUpdateTests } from '../core/task/requested-change.ts';
import { subjectsToRemove, testsToRemove } from '../core/task/requested-removal.ts';
import type { PristineFile, PristineFiles } from '../ports/safeguards.ts';

interface FindingContext {
  criteria: readonly Criterion[];
  task: string;
  /** Whether the criterion could be measured at the baseline. */
  measured(criterion: string): boolean;
}

/**
 * One finding for each criterion that holds with what the agent left and not with what the baseline had. It does not block if the task
 * asks for the change, nor if the baseline had nothing to measure with, but for a placeholder, and nothing else that it had is at
 * issue: the judge had to be set up.
 */
export function pristineFindings(
  verdicts: readonly Verdict[],
  found: PristineFiles,
  { criteria, task, measured }: FindingContext,
): LoopFinding[] {
  return verdicts
    .filter(({ outcome, criterion }) => outcome === 'fail' || (outcome === 'unmeasured' && measured(criterion)))
    .map(({ criterion, reason, excerpt }) => {
      const setUp = found.files.every(({ isNew, isPlaceholder }) => isPlaceholder || (isNew && !measured(criterion)));
      const what = criteria.find(({ id }) => id === criterion)?.text ?? criterion;
      return {
        ...findingOn(criterion, found, task, setUp),
        excerptBefore: excerpt.slice(0, 600),
        why: `${what} holds only with ${changeWords(found.files)}; ${without(found.files)} it does not (${reason}).`,
        fix: 'Make it hold with the original files too; a person can approve the change if they were wrong.',
      };
    });
}

/** The number of the objective is better only by the changed judge. */
export function objectiveFinding(
  { claimed, proven, best }: { claimed: number | null; proven: number | null; best: number | null },
  found: PristineFiles,
  task: string,
): LoopFinding {
  const files = found.files.filter(({ setsUp }) => setsUp);
  const now = proven === null ? 'there is none' : `it is ${proven}`;
  return {
    ...findingOn('objective', { ...found, files }, task, false),
    why: `The number is ${claimed} only with ${changeWords(files)}; ${without(files)} ${now}, which is no better than ${best}.`,
    fix: 'Improve what is measured, not what measures it; a person can approve the change if it is honest.',
  };
}

/** More tests pass only by the changed judge; if the baseline had none to count, the judge had to be set up. */
export function countsFinding(
  { claimed, proven }: { claimed: TestCounts; proven: TestCounts | null },
  found: PristineFiles,
  task: string,
  isFirst: boolean,
): LoopFinding {
  const passCount = (tests: TestCounts) => `${tests.passed} of ${tests.total}`;
  const now = proven && proven.total > 0 ? `${passCount(proven)} do` : 'they cannot be counted';
  return {
    ...findingOn('tests', found, task, isFirst),
    why: `${passCount(claimed)} tests pass only with ${changeWords(found.files)}; ${without(found.files)} ${now}.`,
    fix: 'Make them pass with the original files too; a person can approve the change if they were wrong.',
  };
}

/** What the iteration would be kept for is not shown by tests that did not run. */
export function namesFinding(
  { of, ran, byName, missing }: OriginalTests,
  found: PristineFiles,
  task: string,
): LoopFinding {
  const count = of - ran;
  const tests = `${count} of ${of} tests that ran at the baseline`;
  const which = missing.slice(0, 5).join(', ') + (count > 5 && missing.length > 5 ? ` and ${count - 5} more` : '');
  const expectedByTask = !byName && subjectsToRemove(task).size > 0;
  return {
    ...findingOn('names', found, task, false),
    pattern: 'original-tests-not-run',
    type: 'test_deletion',
    expectedByTask,
    blocking: !expectedByTask,
    why: byName
      ? `${tests} did not run with their original content: ${which}.`
      : `${tests} did not run with their original content; their runner gives no names, only the number is known.`,
    fix: 'Keep the tests where the runner finds them, under their names; a person can approve the change if it is honest.',
  };
}

/** What judges was changed, and its original was not asked: nothing shows that the result holds with it. */
export function notRunFinding(problem: string, found: PristineFiles, task: string): LoopFinding {
  const changed = changeWords(found.files) || 'new tests, and their runner gives no names';
  return {
    ...findingOn('time', found, task, false),
    pattern: 'original-tests-not-run',
    expectedByTask: found.files.length > 0 && found.files.every((file) => isExpected(file, task)),
    blocking: !found.files.every((file) => isExpected(file, task)) || found.files.length === 0,
    why: `The criteria hold with ${changed}; ${without(found.files)} they were not run: ${problem}.`,
    fix: 'Leave what judges as it was. A person can approve the change, or raise verify.maxMinutes and resume.',
  };
}

function findingOn(what: string, { files, fingerprint }: PristineFiles, task: string, setUp: boolean) {
  const expectedByTask = files.every((file) => isExpected(file, task));
  return {
    id: `pristine-${what}-${fingerprint}`,
    pattern: 'fails-with-original-tests',
    type: 'validation_bypass',
    severity: setUp ? ('medium' as const) : ('high' as const),
    confidence: setUp ? 0.5 : 0.9,
    before: null,
    after: { path: files[0]?.path ?? '', line: 1 },
    excerptBefore: '',
    excerptAfter: '',
    expectedByTask,
    blocking: !expectedByTask && !setUp,
  };
}

const SETS_UP = /\b(?:set(?:ting)?[ -]?up|configur\w+|introduc\w+|migrat\w+|switch\w*|config)\b/i;

/** The task asks for its change, for what it tested to go, or for a set-up that it belongs to. */
function isExpected({ path, isNew, setsUp }: PristineFile, task: string): boolean {
  if (asksToChange(task, path) || (setsUp && (asksToExtend(task, path) || asksForOtherSetUp(task)))) return true;
  if (!isNew) return !setsUp && (asksToUpdateTests(task) || isToGo(path, task));
  const name = path.split('/').at(-1) as string;
  const tool = name.replace(/^\./, '').split('.')[0] ?? '';
  return SETS_UP.test(task) && task.toLowerCase().split(/\W+/).includes(tool.toLowerCase());
}

/** It tests what goes or gets another name. Other work that the same task names takes no tests along. */
function isToGo(path: string, task: string): boolean {
  const subjects = subjectsToRemove(task);
  if (subjects.size > 0 && !/\brenam/i.test(task)) {
    if (significant(path).some((word) => subjects.has(word))) return true;
    return (
      testsToRemove(task, [path]).length > 0 && !significant(path).some((word) => significant(task).includes(word))
    );
  }
  return expectationOf(task, 'feature_removal', [path]) !== null || testsToRemove(task, [path]).length > 0;
}

function changeWords(files: readonly PristineFile[]): string {
  const of = (isNew: boolean) => files.filter((file) => file.isNew === isNew).map(({ path }) => path);
  return [listed('the changed', of(false)), listed('the new', of(true))].filter(Boolean).join(' and ');
}

function listed(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  return `${what} ${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}

const without = (files: readonly PristineFile[]) =>
  files.every(({ isNew }) => isNew) ? 'without that' : 'with the original';
