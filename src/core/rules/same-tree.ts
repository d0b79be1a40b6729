import { unfinished } from './in-the-way.ts';
import type { Rule } from './rule.ts';
import { stalledRuling } from './stalled.ts';

/** The agent keeps producing the very same tree: more of the same will not help. Never reported as success. */
export const sameTree: Rule = {
  name: 'same-tree',
  judge(evidence) {
    const { current, state, window } = evidence;
    const { maxSameTree } = state.settings.rules;
    const recent = window.slice(-maxSameTree);
    const tree = current.snapshot?.tree;
    if (recent.length < maxSameTree || !recent.every((iteration) => iteration.snapshot?.tree === tree)) return null;
    return stalledRuling(evidence, `the same tree ${maxSameTree} times in a row${unfinished(evidence)}`, 0.9);
  },
};
