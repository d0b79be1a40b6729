import { isNoop } from '../core/state.ts';
import type { Rule } from './rule.ts';

const WINDOW = 5;
const LATE = 10;

/** The tree came back to one of the last few, with something else in between: going round, not up. */
export const cycling: Rule = {
  name: 'cycling',
  judge({ current, window }) {
    const recent = window.slice(-2 * WINDOW);
    const returns = recent.filter((_, index) => returned(recent.slice(0, index + 1)));
    if (returns.at(-1) !== current) return null;
    if (returns.length < 2 && current.n <= LATE) return null;
    return {
      action: 'stop',
      ending: 'cycling',
      reason: `iteration ${current.n} produced the tree of an earlier iteration again (${returns.length} returns)`,
      confidence: 0.9,
    };
  },
};

function returned(upTo: Parameters<Rule['judge']>[0]['window']): boolean {
  const last = upTo[upTo.length - 1];
  if (!last?.snapshot || isNoop(last)) return false;
  const earlier = upTo.slice(-1 - WINDOW, -1);
  const match = earlier.findLastIndex((iteration) => iteration.snapshot?.tree === last.snapshot?.tree);
  return match >= 0 && match < earlier.length - 1;
}
