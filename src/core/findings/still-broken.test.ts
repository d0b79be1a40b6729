import { expect, test } from 'vitest';
import { judgedLoop } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { StillBroken } from '../metrics/broken-tests.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import type { IterationState } from '../state/state.ts';
import { findStillBroken } from './still-broken.ts';

const counted = (passed: number): Metrics => ({
  ...unmeasured,
  tests: { total: 10, passed, failed: 10 - passed, skipped: 0 },
});
const broke = (...tests: string[]): MetricAlert => ({
  type: 'working_test_failing',
  severity: 'critical',
  message: 'told',
  tests,
});
const named = (tests: Record<string, string>) => new Map(Object.entries(tests));

test.each<[string, Partial<IterationState>, ReadonlyMap<string, string> | null, Metrics, StillBroken[]]>([
  ['nothing was broken', {}, named({ a: 'failed' }), unmeasured, []],
  ['it passes again', { alerts: [broke('a')] }, named({ a: 'passed' }), unmeasured, []],
  ['it still fails', { alerts: [broke('a')] }, named({ a: 'failed' }), unmeasured, [{ iteration: 1, tests: ['a'] }]],
  [
    'one of two',
    { alerts: [broke('a', 'b')] },
    named({ a: 'passed', b: 'failed' }),
    unmeasured,
    [{ iteration: 1, tests: ['b'] }],
  ],
  [
    'it is skipped instead',
    { alerts: [broke('a')] },
    named({ a: 'skipped' }),
    unmeasured,
    [{ iteration: 1, tests: ['a'] }],
  ],
  ['it is gone: told as lost', { alerts: [broke('a')] }, named({ b: 'passed' }), unmeasured, []],
  [
    'broken long before',
    { unmended: [{ iteration: 0, tests: ['a'] }], alerts: [broke('b')] },
    named({ a: 'failed', b: 'failed' }),
    unmeasured,
    [
      { iteration: 0, tests: ['a'] },
      { iteration: 1, tests: ['b'] },
    ],
  ],
  ['by count: as many pass as before it', { alerts: [broke()] }, null, counted(6), []],
  ['by count: fewer do', { alerts: [broke()] }, null, counted(5), [{ iteration: 1, tests: [] }]],
  ['names are no longer told, counts are', { alerts: [broke('a')] }, null, counted(6), []],
  ['nothing is told', { alerts: [broke('a')] }, null, unmeasured, [{ iteration: 1, tests: ['a'] }]],
  [
    'another alert is none',
    { alerts: [{ ...broke('a'), type: 'file_deletion' }] },
    named({ a: 'failed' }),
    unmeasured,
    [],
  ],
])('what a parent broke: %s', (_, over, after, metrics, expected) => {
  const state = judgedLoop([{ score: 0.5, over }, { score: 0.5 }]);
  const iterations = state.iterations.map((one) => (one.n === 0 ? { ...one, metrics: counted(6) } : one));
  const parent = iterations[1] as IterationState;
  expect(findStillBroken({ ...state, iterations }, parent, after, metrics)).toEqual(expected);
});

test('what is kept of it does not grow without end', () => {
  const unmended = Array.from({ length: 40 }, (_, n) => ({ iteration: n, tests: ['a'] }));
  const state = judgedLoop([{ score: 0.5, over: { unmended } }, { score: 0.5 }]);
  expect(
    findStillBroken(state, state.iterations[1] as IterationState, named({ a: 'failed' }), unmeasured),
  ).toHaveLength(20);
});
