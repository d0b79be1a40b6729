import type { Rule } from './rule.ts';

/** The agent keeps producing the very same tree: more of the same will not help. Never reported as success. */
export const sameTree: Rule = {
  name: 'same-tree',
  judge({ current, state, window }) {
    const { maxSameTree } = state.settings.rules;
    const recent = window.slice(-maxSameTree);
    const tree = current.snapshot?.tree;
    if (recent.length < maxSameTree || !recent.every((iteration) => iteration.snapshot?.tree === tree)) return null;
    return {
      action: 'stop',
      ending: 'stalled',
      reason: `the same tree ${maxSameTree} times in a row and the criteria do not hold`,
      confidence: 0.9,
    };
  },
};
