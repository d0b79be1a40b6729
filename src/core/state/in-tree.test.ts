import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from './events.ts';
import { iterationInTree } from './in-tree.ts';

const aborted = (revert = false): LoopEvent[] => [
  { type: 'abort-requested', revert },
  { type: 'loop-ended', ending: 'aborted', reason: 'told', best: 1 },
];
const restored = (tree: string): LoopEvent => ({
  type: 'workspace-restored',
  iteration: 1,
  tree,
  extraneous: 0,
});
const first = scoredLoop({ iterations: [{ score: 0.9 }] }).iterations[1]?.snapshot?.tree ?? '';

test.each<[string, LoopEvent[], number | null]>([
  ['nothing while the loop runs', [], null],
  ['the best once it has ended', [{ type: 'loop-ended', ending: 'stalled', reason: 'told', best: 1 }], 1],
  ['the last where it was aborted', aborted(), 2],
  ['what was restored before the abort', [restored(first), ...aborted()], 1],
  ['the baseline where the abort put it back', aborted(true), 0],
  [
    'nobody knows what, where a pause lay before the abort',
    [{ type: 'loop-paused', cause: 'request' }, { type: 'session-started', pid: 2, resumed: true }, ...aborted()],
    null,
  ],
])('the working tree holds %s', (_, later, n) => {
  expect(iterationInTree(scoredLoop({ iterations: [{ score: 0.9 }, { score: 0.5 }], later }))).toBe(n);
});
