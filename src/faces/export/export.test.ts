import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import type { LoopState } from '../../core/state/state.ts';
import { aFinding } from '../../testing/builders.ts';
import { exportLoop } from './export-loop.ts';
import { exportJsonSchema } from './json-schema.ts';

const published = readFileSync(new URL('../../../schemas/loop-state.schema.json', import.meta.url), 'utf8');
const ajv = new Ajv2020({ allErrors: true, strict: true });
(addFormats as unknown as (one: Ajv2020) => void)(ajv);
const valid = ajv.compile(JSON.parse(published));

const exported = (state: LoopState, status = state.status) =>
  exportLoop(state, status, { files: '/files', artifacts: async () => null, patternName: (id) => `the pattern ${id}` });

function expectValid(value: unknown): void {
  valid(JSON.parse(JSON.stringify(value)));
  expect(valid.errors).toBeNull();
}

const tests = (total: number, passed: number) => ({ total, passed, failed: total - passed, skipped: 0 });
const regressed = () =>
  scoredLoop({
    baseline: { score: 0.6, metrics: { tests: tests(150, 140), types: { errors: 12 }, loc: 15000, files: 40 } },
    iterations: [
      { score: 0.85, metrics: { tests: tests(150, 150) }, breakdown: { validation: 0.9, efficiency: null } },
      {
        score: 0.7,
        metrics: { tests: tests(148, 148) },
        classification: 'regression',
        alerts: [
          {
            type: 'test_deletion',
            severity: 'critical',
            message: 'Test count decreased from 150 to 148',
            tests: ['login › validates the address', 'login › refuses weak passwords'],
          },
          { type: 'complexity_explosion', severity: 'medium', message: 'Complexity increased by 60 %', tests: [] },
        ],
        findings: [aFinding({ excerptBefore: 'it(', excerptAfter: 'it.skip(' })],
        decision: { action: 'rollback', rule: 'regression', reason: 'tests are gone' },
      },
    ],
    ended: { ending: 'stalled', reason: 'no progress' },
    later: [{ type: 'finding-marked', id: 'finding:f1', falsePositive: true, reason: 'it was flaky' }],
  });

describe('the exported state', () => {
  test('an event that counts files has the numbers of files', async () => {
    const alert = {
      type: 'file_deletion',
      severity: 'medium',
      message: 'File count decreased from 7 to 5',
      tests: [],
    } as const;
    const tests = { total: 3, passed: 0, failed: 3, skipped: 0 };
    const state = scoredLoop({
      baseline: { score: 0.5, metrics: { files: 7, tests } },
      iterations: [{ score: 0.5, metrics: { files: 5, tests }, alerts: [{ ...alert, tests: [] }] }],
    });
    expect((await exported(state)).regression_events).toMatchObject([
      { regression_type: 'feature_removal', details: { baseline_value: 7, current_value: 5 } },
    ]);
  });

  test('of a loop that regressed', async () => {
    const state = await exported(regressed());
    expectValid(state);
    expect(state).toMatchObject({
      version: '2.0.0',
      baseline_metrics: { test_count: 150, typescript_errors: 12, coverage_percentage: null, lines_of_code: 15000 },
      best_iteration: { iteration: 1, quality_score: 85 },
      recovery_attempts: 0,
      detected_patterns: [
        { pattern_id: 'test-skipped', pattern_name: 'the pattern test-skipped', false_positive: true },
      ],
      persistence_metrics: {
        detection_latency_p95_ms: 120,
        false_positive_rate: 1,
        true_positive_count: 0,
        false_positive_count: 1,
      },
    });
    expect(state.iteration_history).toMatchObject([
      { iteration: 1, quality_score: 85, quality_delta: 25, quality_breakdown: { validation: 90, efficiency: null } },
      { iteration: 2, quality_score: 70, quality_delta: -15, regression_detected: true },
    ]);
    expect(state.persistence_metrics.integration_overhead_percentage).toBeGreaterThan(0);
  });

  test('regressions are one of seven types, with values before and after; other alerts stay alerts', async () => {
    const { regression_events, alerts } = await exported(regressed());
    expect(regression_events.map(({ regression_type }) => regression_type)).toEqual(['test_skipping', 'test_deletion']);
    expect(regression_events[0]?.details.diff).toMatchObject({ before: 'it(', after: 'it.skip(' });
    expect(regression_events[1]?.details).toMatchObject({
      baseline_value: 150,
      current_value: 148,
      diff: { deleted_tests: ['login › validates the address', 'login › refuses weak passwords'] },
    });
    expect(alerts.map(({ type }) => type)).toEqual(['test_deletion', 'complexity_explosion']);
  });

  test('of a loop without measurements', async () => {
    const state = await exported(scoredLoop({ iterations: [{ score: null }] }), 'running');
    expectValid(state);
    expect(state).toMatchObject({
      best_iteration: null,
      kept_iteration: 0,
      iteration_history: [{ quality_score: null, test_results: null, metrics_snapshot: { test_count: null } }],
      persistence_metrics: { false_positive_rate: null, detection_latency_p95_ms: null },
      usage: { cost_usd: null, tokens: null },
    });
  });

  test('is the same every time', async () => {
    expect(await exported(regressed())).toEqual(await exported(regressed()));
  });
});

test('the published schema matches the source and rejects other data', async () => {
  expect(published).toBe(exportJsonSchema());
  const state = await exported(regressed());
  expect(valid({ ...state, iteration_history: [{ iteration: 0 }] })).toBe(false);
  expect(valid({ ...state, reinforcement_level: 'HARD' })).toBe(false);
});
