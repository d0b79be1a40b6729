import type { TreeComparison } from '../align/compare.ts';
import { pathNowOf, type Question } from '../align/question.ts';
import { fallSeverity, reachFalls } from '../align/reach-falls.ts';
import type { Loss } from '../finding/types.ts';

/** If every test that ran before still runs, lost and skipped tests are less likely; if its file reaches less, names alone prove nothing. */
const didEveryTestRun: Question = (loss, comparison) => {
  const { executed } = comparison.input;
  const now = new Set(executed?.after);
  if (!executed || executed.before.length === 0 || !executed.before.every((name) => now.has(name))) return false;
  return !reachFalls(comparison).some((fall) => fallSeverity(fall) && [fall.test, fall.now].includes(pathNowOf(loss)));
};

export const didEveryTestRunOnly: Question = (loss, comparison) =>
  !isReachMeasured(loss, comparison) && didEveryTestRun(loss, comparison);

export const didEveryTestRunAndReach: Question = (loss, comparison) =>
  isReachMeasured(loss, comparison) && didEveryTestRun(loss, comparison);

const isReachMeasured = (loss: Loss, { input: { reach } }: TreeComparison): boolean =>
  reach != null && Object.hasOwn(reach.before, pathNowOf(loss)) && Object.hasOwn(reach.after, pathNowOf(loss));
