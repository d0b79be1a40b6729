import { gainOver, isVerified } from '../selection/goal.ts';
import { stopAs } from './endings.ts';
import { mayStop, type Rule } from './rule.ts';

/** Refining: the last iteration added too little to go on. Never while criteria fail: then small steps are steps. */
export const smallImprovement: Rule = {
  name: 'small-improvement',
  judge(evidence) {
    const { state, current } = evidence;
    const { improvementThreshold } = state.settings.rules;
    const previous = state.iterations[current.parent ?? -1];
    if (state.settings.goal.mode !== 'refine' || !mayStop(evidence) || !isVerified(state, current)) return null;
    if (!previous || !isVerified(state, previous)) return null;
    const gain = gainOver(state, current, previous);
    if (gain === null || gain >= improvementThreshold) return null;
    const reason = `improvement below threshold (${Number(gain.toFixed(4))} < ${improvementThreshold})`;
    return stopAs(evidence, 'completed', reason, 0.85);
  },
};
