import { blockersText, changeBlockers, testsBroken } from '../core/blockers.ts';
import { isOptimising } from '../core/goal.ts';
import { standingAlerts } from '../core/marks.ts';
import type { IterationState } from '../core/state.ts';
import { taskTypes } from '../core/task-type.ts';
import { isAtWork, stopAs } from './endings.ts';
import type { Evidence, Rule } from './rule.ts';

/**
 * Work that slipped backwards is rolled back to best, and the next prompt is told why. The second slip in a row calls for
 * a recovery, more than `maxRegressions` for a human. (On recorded runs a first slip comes before a solution too often
 * to be treated as more than a slip.)
 */
export const regression: Rule = {
  name: 'regression',
  judge(evidence) {
    const { state, best, window } = evidence;
    const fall = lossIn(evidence) ?? setupIn(evidence) ?? alertIn(evidence) ?? dropIn(evidence);
    if (fall === null) return null;
    const { maxRegressions } = state.settings.rules;
    const streak = 1 + countBack(window.slice(0, -1), ({ decision }) => decision?.rule === 'regression');
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

function lossIn({ state, current }: Evidence): string | null {
  const blockers = changeBlockers(state, current);
  return blockers.length === 0 || current.byHand ? null : blockersText(blockers);
}

/** Dependencies that cannot be set up: whatever else the tree may be, nothing can be built upon it. */
function setupIn({ current }: Evidence): string | null {
  return current.setupFailed && current.n > 0 && !current.byHand ? current.setupFailed : null;
}

/** A refactoring may break a test on its way: there a broken test alone is tolerated for a few iterations. */
function alertIn({ state, current, window }: Evidence): string | null {
  if (current.byHand) return null;
  const critical = standingAlerts(state, current).filter(({ severity }) => severity === 'critical');
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

/** Unmeasurable is a drop too, once something had been measured: a tree that cannot be judged is never built upon. */
function dropIn(evidence: Evidence): string | null {
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
