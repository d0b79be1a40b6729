import { isVerified } from '../selection/goal.ts';
import { stopAs } from './endings.ts';
import { mayStop, type Rule } from './rule.ts';

/** Refining: good enough. */
export const qualityReached: Rule = {
  name: 'quality-reached',
  judge(evidence) {
    const { state, current } = evidence;
    const { qualityThreshold } = state.settings.rules;
    if (state.settings.goal.mode !== 'refine' || !mayStop(evidence) || !isVerified(state, current)) return null;
    if (current.score === null || current.score < qualityThreshold) return null;
    return stopAs(evidence, 'completed', `quality ${current.score.toFixed(2)} ≥ ${qualityThreshold}`, 0.95);
  },
};
