import { allHold } from '../criteria/verdict.ts';
import { whatFaultsShow } from '../metrics/task-faults.ts';
import type { IterationState, LoopState } from './state.ts';

export type ShownBy = 'checks' | 'tests' | 'nothing';

/**
 * What shows that the task is done. Checks that nobody named for it and that held before any work do not: they hold whatever the agent
 * does or leaves undone. Tests of the task can, which the agent writes: they must need what it changed.
 */
export function shownBy({ settings, criteriaFrom, iterations }: LoopState): ShownBy {
  const { goal, evidence } = settings;
  if (goal.mode !== 'satisfy') return 'checks';
  if (evidence.testFirst === 'always') return 'tests';
  const before = iterations[0]?.verdicts;
  if (criteriaFrom === 'named' || !before || !allHold(before)) return 'checks';
  return evidence.testFirst === 'auto' && evidence.flip && evidence.newTests ? 'tests' : 'nothing';
}

/** Whether an iteration whose checks hold shows the task to be done. */
export function showsDone(state: LoopState, iteration: IterationState): boolean {
  const by = shownBy(state);
  return by === 'checks' || (by === 'tests' && whatIsMissing(iteration) === null);
}

/** What the tests of the task do not show yet; null if they show it. */
export function whatIsMissing({ taskTests, newTests }: Pick<IterationState, 'taskTests' | 'newTests'>): string | null {
  if (!taskTests) return 'its tests were not tried';
  const { shown, unshown, cannot, faults } = taskTests;
  if (cannot !== undefined) return `tests cannot show it here: ${cannot}`;
  if (shown.count > 0) return faults ? whatFaultsShow(faults) : null;
  if (unshown.length > 0)
    return `no new test shows it: ${unshown.map(({ reason, tests, count }) => `${namesOf(tests, count)}: ${reason}`).join('; ')}`;
  return newTests?.problem === undefined ? 'no test of it was added' : `its tests were not tried: ${newTests.problem}`;
}

const MAX_NAMED = 3;

function namesOf(tests: readonly string[], count: number): string {
  const names = tests.slice(0, MAX_NAMED).map((test) => `"${test}"`);
  return `${names.join(', ')}${count > names.length ? ` and ${count - names.length} more` : ''}`;
}
