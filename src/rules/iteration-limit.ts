import { launches } from '../core/state.ts';
import { isAtWork, stopAs } from './endings.ts';
import type { Rule } from './rule.ts';

export const iterationLimit: Rule = {
  name: 'iteration-limit',
  essential: true,
  judge(evidence) {
    const { maxIterations } = evidence.state.settings.limits;
    const used = launches(evidence.state);
    if (used < maxIterations) return null;
    const why = isAtWork(evidence) ? '' : ' and the criteria do not hold';
    return stopAs(evidence, 'iteration-limit', `${used} of ${maxIterations} iterations used${why}`, 1);
  },
};
