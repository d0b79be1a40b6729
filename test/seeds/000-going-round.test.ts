import { expect } from 'vitest';
import type { LoopState } from '../../src/core/state/state.ts';
import { endText } from '../../src/faces/reports/end.ts';
import { recoveryHistory } from '../../src/faces/reports/recovery-history.ts';
import { seed000 } from './000.rows.ts';
import { alternating, loopOf } from './support/loop-of-ten.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed000);

const decisionsOf = ({ iterations }: LoopState) =>
  iterations.slice(1).map(({ decision }) => `${decision?.action}${decision?.recovery ? `, ${decision.recovery}` : ''}`);

story('infinite-loop', async () => {
  const state = await loopOf(alternating('5 a', '5 b'));
  expect(decisionsOf(state)).toEqual(['continue', 'continue', 'continue, cycling', 'continue', 'stop']);
  expect(state.ended).toMatchObject({ ending: 'cycling', reason: expect.stringMatching(/also after a recovery$/) });
  const alertsOf = (n: number) => state.iterations[n]?.alerts.map(({ severity, message }) => `${severity}: ${message}`);
  const cycle = 'the tree of iteration 1 has come back';
  expect(alertsOf(3)).toEqual([`critical: Infinite loop detected: ${cycle} once (#1 → #2 → #1)`]);
  expect(alertsOf(5)?.[0]).toContain(`critical: Infinite loop detected: ${cycle} 2 times (#1 → #2 → #1)`);
  expect(recoveryHistory(state)).toMatchObject([
    {
      iteration: 3,
      trigger: `infinite_loop_detected: ${cycle} once (#1 → #2 → #1)`,
      protocol_steps: { adapt: { strategy: 'different-approach' }, retry: { retry_iteration: 4, outcome: 'failed' } },
    },
  ]);
  expect(state.iterations.every(({ snapshot }) => snapshot !== null)).toBe(true);
});

story('signature', async () => {
  const left = Array.from({ length: 20 }, (_, n) => `${n % 2 === 0 ? 5 : 6} ${n}`);
  const state = await loopOf(left, { rules: { off: ['regression', 'stalled', 'stuck'] } });
  expect(state.ended?.reason).toBe(
    'tests, pass rate, coverage and errors are those of iteration 1 again, after iteration 10 (#1 → #2 → #1)',
  );
  expect(state.iterations).toHaveLength(1 + 11);
});

story('stops-and-escalates', async () => {
  const state = await loopOf(alternating('5 a', '3 b'));
  expect(decisionsOf(state)).toEqual([
    'continue',
    'rollback',
    'continue',
    'rollback, regression',
    'continue',
    'escalate',
  ]);
  expect(state.ended).toMatchObject({ ending: 'escalated', best: 1 });
});

story('stall-alert', async () => {
  const state = await loopOf(
    Array.from({ length: 20 }, (_, n) => `4 ${n}`),
    { rules: { off: ['stuck'] } },
  );
  const stalls = state.iterations.filter(({ alerts }) => alerts.some(({ type }) => type === 'stall'));
  expect(stalls.map(({ n }) => n)).toEqual([3]);
  expect(decisionsOf(state)[2]).toBe('continue, stalled');
  expect(state.ended).toMatchObject({ ending: 'stalled' });
});

story('uncertain', async () => {
  const state = await loopOf(alternating('5 a', '3 b'), { rules: { maxRegressions: 9 } });
  expect(state.recoveries.map(({ confidence, strategy }) => [confidence, strategy])).toEqual([
    [0.6, 'smaller-step'],
    [0.48, null],
  ]);
  const uncertain = expect.stringContaining('the cause is uncertain (0.48 < 0.5)');
  expect(state).toMatchObject({
    status: 'blocked',
    ended: { ending: 'escalated', reason: uncertain },
    gate: { iteration: 6, question: expect.stringContaining('Previously passing tests now failing: from 5 to 3') },
  });
  expect(endText(state)).toMatch(/answer +jumar gate approve /);
});
