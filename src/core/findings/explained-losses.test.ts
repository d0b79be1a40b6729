import { expect, test } from 'vitest';
import { aFinding, type Judged, judgedLoop } from '../../testing/builders.ts';
import type { IterationState } from '../state/state.ts';
import { blockersOf } from './blockers.ts';
import { standingAlerts } from './marks.ts';
import { raisedIn } from './raised.ts';

type Pristine = NonNullable<IterationState['pristine']>;
const pristine = (over: Partial<Pristine> = {}): Pristine => ({
  files: { paths: ['a.test.js'], count: 1 },
  originals: { of: 3, ran: 3, byName: true, missing: [] },
  verdicts: [],
  findings: [],
  durationMs: 1,
  ...over,
});
const deletion = {
  type: 'test_deletion' as const,
  severity: 'critical' as const,
  message: '2 tests vanished',
  tests: [],
};

function grouped(over: Partial<IterationState>) {
  const lost = { tests: ['a.test.js › adds'], count: 1 };
  const judged: Judged = {
    score: 0.5,
    verified: true,
    over: { lost, alerts: [deletion], findings: [], pristine: pristine(), ...over },
  };
  const state = judgedLoop([judged]);
  const current = state.iterations[1] as IterationState;
  return { state, current, blocks: blockersOf(state, current).length > 0 };
}

test('a test that is only named otherwise is no loss', () => {
  const { state, current, blocks } = grouped({});
  expect(blocks).toBe(false);
  expect(standingAlerts(state, current)).toEqual([]);
  expect(raisedIn(state)).toMatchObject([
    { severity: 'low', text: expect.stringContaining('2 tests vanished; their') },
  ]);
});

const lostTest = aFinding({ type: 'test_deletion', blocking: false, severity: 'medium' });
test.each<[string, Partial<IterationState>]>([
  ['the original tests were not run', { pristine: null }],
  ['one of them did not run', { pristine: pristine({ originals: { of: 3, ran: 2, byName: true, missing: ['x'] } }) }],
  ['only their number is known', { pristine: pristine({ originals: { of: 3, ran: 3, byName: false, missing: [] } }) }],
  ['they do not hold', { pristine: pristine({ findings: [aFinding()] }) }],
  ['they do not hold, as expected', { pristine: pristine({ findings: [aFinding({ blocking: false })] }) }],
  ['the guard has not looked', { findings: null }],
  ['the guard misses a test', { findings: [lostTest] }],
])('it stays one if %s', (_, over) => {
  const { state, current, blocks } = grouped(over);
  expect(blocks).toBe(true);
  expect(standingAlerts(state, current)).toHaveLength(1);
});

test('what the task asks to remove is no other loss', () => {
  expect(grouped({ findings: [{ ...lostTest, expectedByTask: true }] }).blocks).toBe(false);
});
