import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { LoopState } from '../../src/core/state/state.ts';
import { loopPaths } from '../../src/store/layout.ts';
import type { theSettings } from '../../src/testing/builders.ts';
import { anInProcessLoop, LOOP } from '../support/in-process-loop.ts';
import { seed004 } from './004.rows.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed004);

/** A real loop of ten tests; the n-th run of its agent leaves so many passing, and a file that differs each time. */
async function loopOf(passing: (n: number) => number, settings: Parameters<typeof theSettings>[0] = {}) {
  const loop = await anInProcessLoop(
    {
      total: 10,
      settings: { limits: { maxIterations: 12 }, ...settings },
      agent(n) {
        loop.put('state.txt', `${passing(n)}\n`);
        loop.put('notes.txt', `${n}\n`);
      },
    },
    { 'state.txt': '1\n' },
  );
  const state = await loop.run();
  const { folder } = loopPaths(loop.project, LOOP);
  const promptOf = (n: number) => readFileSync(join(folder, state.iterations[n]?.prompt?.file ?? ''), 'utf8');
  return { state, promptOf };
}

const decisionsOf = ({ iterations }: LoopState) =>
  iterations.slice(1).map(({ decision }) => `${decision?.action}${decision?.recovery ? `, ${decision.recovery}` : ''}`);

story('stuck', async () => {
  const { state, promptOf } = await loopOf(() => 1, { rules: { off: ['stalled'] } });
  const decisions = decisionsOf(state);
  expect(decisions.filter((one) => one === 'continue, stuck')).toHaveLength(1);
  expect(decisions.at(-1)).toBe('escalate');
  expect(state.ended).toMatchObject({
    ending: 'escalated',
    reason: expect.stringMatching(/^the same .*also after a recovery/),
  });
  expect(state.gate).not.toBeNull();
  expect(promptOf(decisions.indexOf('continue, stuck') + 2)).toContain('fundamentally different approach');
});

story('adjusts-approach', async () => {
  const { promptOf } = await loopOf((n) => Math.min(n, 3), { limits: { maxIterations: 2 } });
  expect(promptOf(1)).not.toContain('- Try: ');
  expect(promptOf(2)).toMatch(/- What failed: .*\n- Why: .*\n- Try: /);
});

story('no-early-end', async () => {
  const { state } = await loopOf((n) => Math.min(n, 9), { limits: { maxIterations: 9 } });
  expect(decisionsOf(state)).toEqual([...Array(8).fill('continue'), 'stop']);
  expect(state.ended).toMatchObject({ ending: 'iteration-limit' });
});

story('timeout', async () => {
  const { state } = await loopOf((n) => Math.min(n, 9), { limits: { timeoutMinutes: 0.000_01 } });
  expect(state.ended).toMatchObject({ ending: 'time-limit' });
  expect(state.iterations.length).toBeLessThan(3);
});
