import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import { aFinding } from '../../testing/builders.ts';
import { reportFormats } from './files/report-formats.ts';

const cheat = { findings: [aFinding()], best: 0 };
const undone = { ...cheat, score: 0.5, decision: { action: 'rollback', rule: 'in-the-way' } } as const;
const held = { ...cheat, score: 0.9, decision: { action: 'escalate', ending: 'escalated' } } as const;
const aborted = (revert: boolean): LoopEvent[] => [
  { type: 'abort-requested', revert },
  { type: 'loop-ended', ending: 'aborted', reason: 'aborted by the user', best: 0 },
];

async function told(revert: boolean) {
  const state = scoredLoop({ iterations: [undone, held], later: aborted(revert) });
  const request = { state, iteration: null, folder: '/nowhere', workspace: async () => null };
  return { md: await reportFormats.md(request), html: await reportFormats.html(request) };
}

test('what an abort at a gate leaves in the tree is shown as present, not as rolled back', async () => {
  const { md, html } = await told(false);
  const kept = `the working tree as iteration 2 left it (held back: `;
  expect(html).toContain('In #1: caught, rolled back or rejected. In #2: still in the working tree.');
  expect(html).toContain(`<dt>Kept</dt><dd>${kept}`);
  expect(md).toContain(`kept    ${kept}`);
  expect(md).toContain('in #1, #2, caught, still in the working tree (#2)');
  expect(md).toContain('| 2 (in the working tree) |');
  expect(md).not.toContain('(kept)');
});

test('an abort with revert leaves no changes', async () => {
  const { md, html } = await told(true);
  expect(html).toContain('In #1, #2: caught, rolled back or rejected.');
  expect(md).toContain('kept    the tree from before the loop (iteration 0)');
  expect(md).not.toContain('still in the working tree');
});
