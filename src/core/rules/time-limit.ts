import { stopAs } from './endings.ts';
import { unfinished } from './in-the-way.ts';
import type { Rule } from './rule.ts';

export const timeLimit: Rule = {
  name: 'time-limit',
  essential: true,
  judge(evidence) {
    const { timeoutMinutes } = evidence.state.settings.limits;
    if (evidence.state.activeMs < timeoutMinutes * 60_000) return null;
    return stopAs(evidence, 'time-limit', `${timeoutMinutes} minutes of running time used${unfinished(evidence)}`, 1);
  },
};
