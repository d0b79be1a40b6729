import { blockersText, changeBlockers, testsBroken } from '../findings/blockers.ts';
import { criticalAlerts } from '../findings/marks.ts';
import { isOptimising } from '../selection/goal.ts';
import { type IterationState, isNoop } from '../state/state.ts';
import { taskTypes } from '../state/task-type.ts';
import { isAtWork, stopAs } from './endings.ts';
import type { Rule, RuleEvidence } from './rule.ts';

/**
 * Work that slipped backwards is rolled back to best, and the next prompt says why. The second slip in a row calls for
 * a recovery, more than `maxRegressions` for a human. (On recorded runs a first slip comes before a solution too often
 * to be treated as more than a slip.) What brings nothing new does not break a row: else an agent that slips every second
 * time would be rolled back until the limit.
 */
export const regression: Rule = {
  name: 'regression',
  judge(evidence) {
    const { state, best, window } = evidence;
    const lost = lossIn(evidence) ?? setupIn(evidence) ?? spoiltIn(evidence);
    const fall = lost ?? (state.settings.rules.allowRegression ? null : (alertIn(evidence) ?? dropIn(evidence)));
    if (fall === null) return null;
    const { maxRegressions } = state.settings.rules;
    const news = window.slice(0, -1).filter((one, at) => isSlip(one) || isNews(window.slice(0, at), one));
    const streak = 1 + countBack(news, isSlip);
    if (streak > maxRegressions) {
      const reason = `${fall}; ${streak} regressions in a row`;
      if (isAtWork(evidence)) return stopAs(evidence, 'regressing', reason, 0.9);
      return { action: 'escalate', ending: 'escalated', reason, confidence: 0.9 };
    }
    const { enabled, afterRegressions } = state.settings.recovery;
    const recovery = enabled && streak >= afterRegressions ? ('regression' as const) : null;
    return { action: 'rollback', reason: `${fall}; back to iteration ${best}`, confidence: 0.9, recovery };
  },
};

const isSlip = ({ decision }: IterationState) => decision?.rule === 'regression';

/** It changed something, and no earlier iteration had left the same tree. */
function isNews(earlier: readonly IterationState[], iteration: IterationState): boolean {
  const tree = iteration.snapshot?.tree;
  return !isNoop(iteration) && !earlier.some(({ snapshot }) => snapshot?.tree === tree);
}

function lossIn({ state, current }: RuleEvidence): string | null {
  const blockers = changeBlockers(state, current);
  return blockers.length === 0 || current.byHand ? null : blockersText(blockers);
}

/** Dependencies cannot be set up: nothing can be built on this tree. */
function setupIn({ current }: RuleEvidence): string | null {
  return current.setupFailed && current.n > 0 && !current.byHand ? current.setupFailed : null;
}

/** A criterion no longer holds on a tree where it held: a rollback does not fix that, but a person may. */
function spoiltIn({ state, current }: RuleEvidence): string | null {
  if (current.bestHolds !== false || state.best === null) return null;
  return `the criteria no longer hold at iteration ${state.best} either: a file that snapshots leave out was changed or removed`;
}

/** A refactoring may break a test on its way: there a broken test alone is tolerated for a few iterations. */
function alertIn({ state, current, window }: RuleEvidence): string | null {
  if (current.byHand) return null;
  const critical = criticalAlerts(state, current);
  const fall = critical[0]?.message ?? testsBroken(state, current)[0]?.text;
  if (fall === undefined) return null;
  const broken = (iteration: IterationState) => testsBroken(state, iteration).length > 0;
  const { maxRegressions, brokenTests } = state.settings.rules;
  const mayBreak =
    brokenTests === 'by-type' ? taskTypes[state.taskType].toleratesBrokenTests : brokenTests === 'tolerate';
  const tolerated = mayBreak && critical.every(({ type }) => type === 'working_test_failing');
  if (tolerated && countBack(window, broken) <= maxRegressions) return null;
  return fall;
}

/** Unmeasurable is a drop too, once something had been measured: a tree that cannot be judged is never built on. */
function dropIn(evidence: RuleEvidence): string | null {
  const { current, best } = evidence;
  if (isOptimising(evidence.state)) return null;
  const top = evidence.state.iterations[best]?.score ?? null;
  if (best === current.n || top === null) return null;
  const isDrop =
    current.score === null ? top > 0 : round(top - current.score) > evidence.state.settings.rules.dropThreshold;
  return isDrop ? `score ${show(current.score)} against ${show(top)} at iteration ${best}` : null;
}

function countBack<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let count = 0;
  while (count < items.length && holds(items[items.length - 1 - count] as T)) count++;
  return count;
}

const round = (value: number) => Math.round(value * 1e6) / 1e6;
const show = (score: number | null) => (score === null ? 'unknown' : score.toFixed(2));
