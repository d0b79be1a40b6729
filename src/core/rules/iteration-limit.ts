import { launches } from '../state/state.ts';
import { stopAs } from './endings.ts';
import { unfinished } from './in-the-way.ts';
import type { Rule } from './rule.ts';

export const iterationLimit: Rule = {
  name: 'iteration-limit',
  essential: true,
  judge(evidence) {
    const { maxIterations } = evidence.state.settings.limits;
    const used = launches(evidence.state);
    if (used < maxIterations) return null;
    return stopAs(evidence, 'iteration-limit', `${used} of ${maxIterations} iterations used${unfinished(evidence)}`, 1);
  },
};
