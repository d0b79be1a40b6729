import { expect } from 'vitest';
import { nextReinforcement } from '../../src/core/prompt/reinforcement.ts';
import type { LoopEvent } from '../../src/core/state/events.ts';
import type { LoopFinding } from '../../src/core/state/finding.ts';
import type { LoopState } from '../../src/core/state/state.ts';
import { exportLoop } from '../../src/faces/export/export-loop.ts';
import { aFinding, aRecovery, theSettings } from '../../src/testing/builders.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed001 } from './001.rows.ts';
import { loopOf } from './support/loop-of-ten.ts';
import { measured } from './support/measured.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed001);

const exported = (state: LoopState) =>
  exportLoop(state, state.status, { files: '/files', artifacts: async () => null, patternName: (id) => id });

const deleted: LoopFinding = aFinding({
  pattern: 'test-deleted',
  type: 'test_deletion',
  before: { path: 'login.test.js', line: 7 },
  after: null,
});
const gone = ['login › validates the address', 'login › refuses weak passwords'];
const fall = {
  score: 0.7,
  metrics: measured(148, 148, 84),
  classification: 'regression' as const,
  findings: [deleted],
  alerts: [
    {
      type: 'test_deletion' as const,
      severity: 'critical' as const,
      message: 'Test count decreased from 150 to 148',
      tests: gone,
    },
  ],
  decision: { action: 'rollback' as const, rule: 'regression' },
};
const regressed = (over: Partial<Parameters<typeof scoredLoop>[0]> = {}) =>
  scoredLoop({
    baseline: { score: 0.6, metrics: measured(150, 150, 85) },
    iterations: [fall, { ...fall, alerts: [] }],
    ended: { ending: 'stalled', reason: 'no progress' },
    ...over,
  });

story('one-event', async () => {
  expect((await exported(regressed())).regression_events).toMatchObject([
    {
      iteration: 1,
      regression_type: 'test_deletion',
      severity: 'critical',
      details: {
        raised_as: 'test-deleted',
        path: 'login.test.js',
        line: 7,
        baseline_value: 150,
        current_value: 148,
        diff: { deleted_tests: gone },
        alerts: ['finding:f1', 'alert:1:test_deletion'],
      },
    },
  ]);
});

story('recurrences', async () => {
  const [event, ...others] = (await exported(regressed())).regression_events;
  expect(others).toEqual([]);
  expect(event?.recurrences).toEqual([2]);
});

story('from-off', async () => {
  const { reinforcement_history, reinforcement_level } = await exported(regressed());
  expect(reinforcement_history[0]).toMatchObject({ iteration: 1, from_level: 'OFF', to_level: 'MINIMAL' });
  expect(reinforcement_level).toBe('MINIMAL');
});

story('trigger', async () => {
  const recoveries = [
    aRecovery({ iteration: 1, trigger: 'regression' }),
    aRecovery({ iteration: 2, trigger: 'stuck', attempt: 2 }),
  ];
  const { recovery_history } = await exported({ ...regressed(), recoveries });
  expect(recovery_history.map(({ trigger }) => trigger)).toEqual([
    'regression_detected: test_deletion',
    'stuck_loop_detected: 3 consecutive failures',
  ]);
});

story('true-positives', async () => {
  const { persistence_metrics: caught } = await exported(regressed());
  expect(caught).toMatchObject({ true_positive_count: 0, false_positive_count: 0, false_positive_rate: null });
  const rejects: LoopEvent = {
    type: 'gate-answered',
    answer: 'reject',
    iteration: 1,
    blockers: ['finding:f1'],
    reason: null,
    by: 'command',
  };
  const { persistence_metrics: rejected } = await exported(regressed({ later: [rejects] }));
  expect(rejected).toMatchObject({ true_positive_count: 1, false_positive_count: 0, false_positive_rate: 0 });
  const mark = { type: 'finding-marked', id: 'finding:f1', falsePositive: true, reason: 'moved' } as const;
  const { persistence_metrics: marked } = await exported(regressed({ later: [mark] }));
  expect(marked).toMatchObject({ true_positive_count: 0, false_positive_count: 1, false_positive_rate: 1 });
});

story('loss-types', async () => {
  const kinds = [
    ['test_deletion', 'critical'],
    ['test_skipping', 'high'],
    ['feature_removal', 'high'],
    ['coverage_regression', 'high'],
    ['validation_bypass', 'medium'],
    ['assertion_weakening', 'low'],
    ['error_suppression', 'medium'],
  ] as const;
  const findings = kinds.map(([type, severity], n) => aFinding({ id: `f${n}`, type, severity, pattern: type }));
  const { regression_events } = await exported(scoredLoop({ iterations: [{ score: 0.5, findings }] }));
  expect(regression_events.map(({ regression_type, severity }) => [regression_type, severity])).toEqual(kinds);
});

story('escalation', async () => {
  const changesIn = async (left: readonly string[]) => {
    const rules = { off: ['stalled', 'stuck'] };
    const state = await loopOf(left, { limits: { maxIterations: left.length }, rules });
    const { reinforcement_history, reinforcement_level } = await exported(state);
    const changes = reinforcement_history.map(
      ({ iteration, from_level, to_level, reason }) => `#${iteration} ${from_level} → ${to_level}: ${reason}`,
    );
    return [...changes, reinforcement_level];
  };
  expect(await changesIn(['5 a', '6 b', '7 c', '8 d', '9 e'])).toEqual([
    '#1 OFF → MINIMAL: the loop began',
    '#5 MINIMAL → STANDARD: iteration 5 reached',
    'STANDARD',
  ]);
  expect(await changesIn(['4 a', '4 b', '4 c'])).toEqual([
    '#1 OFF → MINIMAL: the loop began',
    '#3 MINIMAL → STANDARD: quality plateau: 3 iterations with less than 5 % change',
    'STANDARD',
  ]);
  expect(await changesIn(['5 a', '3 b'])).toEqual([
    '#1 OFF → MINIMAL: the loop began',
    '#2 MINIMAL → AGGRESSIVE: regression in iteration 2',
    'AGGRESSIVE',
  ]);
});

story('adaptive', () => {
  const setting = (name: 'ADAPTIVE' | 'STANDARD' | 'OFF') => {
    const state = scoredLoop({
      created: { settings: theSettings({ reinforcement: { setting: name } }) },
      iterations: [{ score: 0.5, classification: 'regression' }],
    });
    return nextReinforcement(state)?.to ?? state.reinforcement;
  };
  expect(setting('ADAPTIVE')).toBe('AGGRESSIVE');
  expect(setting('STANDARD')).toBe('STANDARD');
  expect(setting('OFF')).toBe('OFF');
});
