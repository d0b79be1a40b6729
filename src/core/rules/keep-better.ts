import { isOptimising, isVerified, objectiveOf } from '../selection/goal.ts';
import { isAtWork } from './endings.ts';
import { inTheWay } from './in-the-way.ts';
import type { Rule, RuleEvidence } from './rule.ts';

/** Refining or optimising: an iteration that is not better than the best is not built on. */
export const keepBetter: Rule = {
  name: 'keep-better',
  judge(evidence) {
    const { current, best } = evidence;
    if (!isAtWork(evidence) || best === current.n || current.byHand) return null;
    return { action: 'rollback', reason: `${whyNot(evidence)}; back to iteration ${best}`, confidence: 0.9 };
  },
};

function whyNot({ state, current, best }: RuleEvidence): string {
  if (!isVerified(state, current)) return inTheWay({ state, current });
  const top = state.iterations[best];
  const value = (iteration: typeof top) =>
    iteration ? (isOptimising(state) ? objectiveOf(iteration) : iteration.score) : null;
  return `${show(value(current))} is not better than ${show(value(top))}`;
}

const show = (value: number | null | undefined) =>
  value === null || value === undefined ? 'unknown' : String(Number(value.toFixed(4)));
