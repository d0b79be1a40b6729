import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect } from 'vitest';
import { fold } from '../../src/core/fold.ts';
import type { Recorded } from '../../src/core/state/events.ts';
import type { LoopState } from '../../src/core/state/state.ts';
import { exportLoop } from '../../src/faces/export/export-loop.ts';
import { exportJsonSchema } from '../../src/faces/export/json-schema.ts';
import type { ExportedLoop } from '../../src/faces/export/schema.ts';
import { seed001 } from './001.rows.ts';
import { persistedState } from './support/persisted-state.ts';
import { aScene, type Scene } from './support/scene.ts';
import { edits, shapes } from './support/shapes.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed001);

/** A loop that goes forward once and then deletes tests until a person is asked, who rejects that and later calls it a false alarm. */
let loop: Scene;
let asked: ExportedLoop;
let answered: ExportedLoop;
let marked: ExportedLoop;
beforeAll(async () => {
  const config = shapes['.jumar/config.yaml'].replace('metrics:', 'metrics:\n  custom: { notes: echo 3 }');
  loop = aScene({ ...shapes, '.jumar/config.yaml': config }, [edits.fixSquare, edits.deleteTests]);
  expect((await loop.run('make the tests pass', '--until', 'node --test', '--max-iterations', '6')).code).toBe(4);
  asked = JSON.parse((await loop.cli('export')).stdout);
  expect((await loop.cli('gate', 'reject', '--reason', 'tests stay')).code).toBe(0);
  answered = JSON.parse((await loop.cli('export')).stdout);
  const id = asked.regression_events[0]?.details.alerts[0] as string;
  expect((await loop.cli('alerts', 'mark', id, '--false-positive')).code).toBe(0);
  marked = JSON.parse((await loop.cli('export')).stdout);
}, 120_000);
afterAll(() => loop.close());

const ajv = new Ajv2020({ allErrors: true, strict: true, strictTypes: false });
(addFormats as unknown as (one: Ajv2020) => void)(ajv);
const isValid = ajv.compile(persistedState);

/** The state after the first event of this kind in this iteration. */
async function exportedAfter(type: string, iteration?: number): Promise<ExportedLoop> {
  const log = loop.log() as unknown as Recorded[];
  const end = log.findIndex(
    ({ event }) =>
      event.type === type && (iteration === undefined || ('iteration' in event && event.iteration === iteration)),
  );
  const state = fold(log.slice(0, end + 1)) as LoopState;
  return exportLoop(state, state.status, { files: '/files', artifacts: async () => null, patternName: (id) => id });
}

story('schema', async () => {
  for (const state of [
    asked,
    answered,
    marked,
    await exportedAfter('iteration-judged', 0),
    await exportedAfter('loop-ended'),
  ]) {
    isValid(JSON.parse(JSON.stringify(state)));
    expect(isValid.errors).toBeNull();
  }
  expect(isValid({ ...asked, iteration_history: [{ ...asked.iteration_history[0], iteration: 0 }] })).toBe(false);
  expect(isValid({ ...asked, reinforcement_level: null })).toBe(false);
});

story('published', () => {
  const published = readFileSync(new URL('../../schemas/loop-state.schema.json', import.meta.url), 'utf8');
  expect(published).toBe(exportJsonSchema());
  const validate = ajv.compile(JSON.parse(published));
  validate(asked);
  expect(validate.errors).toBeNull();
});

story('baseline', () => {
  expect(asked.baseline_metrics).toEqual({
    captured_at: expect.any(String),
    test_count: 6,
    coverage_percentage: 100,
    typescript_errors: null,
    lint_errors: 0,
    lint_warnings: 1,
    file_count: 6,
    lines_of_code: 31,
    custom_metrics: { notes: 3 },
  });
});

story('history', () => {
  expect(asked.iteration_history.map(({ iteration }) => iteration)).toEqual([1, 2, 3, 4]);
  const [first, second, third] = asked.iteration_history;
  const dimensions = ['validation', 'completeness', 'correctness', 'readability', 'efficiency'];
  expect(Object.keys(first?.quality_breakdown ?? {})).toEqual(dimensions);
  const change = (second?.quality_score ?? 0) - (first?.quality_score ?? 0);
  // Iteration 2 was rolled back, so the third started from the first as well.
  for (const one of [second, third]) expect(one?.quality_delta).toBeCloseTo(change, 1);
});

story('artifacts', () => {
  const [first] = asked.iteration_history;
  const size = Buffer.byteLength(shapes['src/square.js']);
  expect(first?.artifacts).toEqual([
    { path: 'src/square.js', hash: expect.stringMatching(/^[0-9a-f]{40}$/), size_bytes: size },
  ]);
  expect(first?.snapshot_path).toBe(loop.path('iterations/iteration-001'));
  expect(loop.readJson('iterations/iteration-001/artifacts.json')).toMatchObject({
    artifacts: [{ path: 'src/square.js' }],
  });
});

story('test-results', () => {
  expect(asked.iteration_history).toMatchObject([
    {
      test_results: { total: 6, passed: 4, failed: 2, skipped: 0, coverage: 100 },
      metrics_snapshot: { test_count: 6, coverage_percentage: 100, typescript_errors: null, lint_errors: 0 },
      regression_detected: false,
      recovery_attempted: false,
    },
    { test_results: { total: 4 }, regression_detected: true, recovery_attempted: false },
    { regression_detected: true, recovery_attempted: true },
    { regression_detected: true },
  ]);
});

story('best', async () => {
  expect(asked.best_iteration).toEqual({
    iteration: 1,
    quality_score: asked.iteration_history[0]?.quality_score,
    snapshot_path: asked.iteration_history[0]?.snapshot_path,
    updated_at: asked.iteration_history[0]?.timestamp,
    selection_reason: expect.stringContaining('iteration 2 scored 0.95 but has unresolved findings'),
  });
  expect((await exportedAfter('iteration-judged', 0)).best_iteration).toBeNull();
});

story('event-outcome', () => {
  const [event] = asked.regression_events;
  expect(event).toMatchObject({
    iteration: 2,
    recurrences: [3, 4],
    recovery_protocol_invoked: true,
    recovery_outcome: 'escalated',
    human_gate_invoked: true,
    human_decision: null,
  });
  expect(answered.regression_events[0]).toMatchObject({ human_gate_invoked: true, human_decision: 'reject' });
});

story('protocol-steps', () => {
  expect(answered.recovery_history).toMatchObject([
    {
      iteration: 3,
      trigger: 'regression_detected: test_deletion',
      protocol_steps: {
        pause: { actions: ['the agent was stopped', 'snapshot 3 was kept'] },
        diagnose: {
          root_cause: expect.stringMatching(/^The agent deleted tests instead of .*removed/),
          confidence: 0.9,
        },
        adapt: { strategy: 'smaller-step', changes_made: [expect.stringContaining('one small change')] },
        retry: { retry_iteration: 4, outcome: 'failed' },
        escalate: { reason: expect.stringContaining('3 regressions in a row'), human_decision: 'reject' },
      },
      outcome: 'escalated',
    },
  ]);
  const steps = Object.values(asked.recovery_history[0]?.protocol_steps ?? {});
  const times = steps.map((step) => step?.executed_at ?? '');
  expect([...times].sort()).toEqual(times);
});

story('detected-patterns', () => {
  const deletion = { pattern_id: 'test-deleted', pattern_name: 'Test deleted', iteration: 2, severity: 'critical' };
  expect(asked.detected_patterns[0]).toMatchObject({ ...deletion, false_positive: false });
  expect(marked.detected_patterns[0]).toMatchObject({ ...deletion, false_positive: true });
});

story('latency', () => {
  const { detection_latency_p95_ms: p95, detection_latency_p99_ms: p99, ...rest } = asked.persistence_metrics;
  expect(p95).toBeGreaterThan(0);
  expect(p99).toBeGreaterThanOrEqual(p95 ?? 0);
  expect(rest.integration_overhead_percentage).toBeGreaterThan(0);
});

story('on-start', async () => {
  expect(await exportedAfter('iteration-judged', 0)).toMatchObject({
    status: 'running',
    baseline_metrics: { test_count: 6 },
    detection_enabled: true,
    reinforcement_level: 'MINIMAL',
    iteration_history: [],
    regression_events: [],
  });
});

story('on-iteration', async () => {
  expect(await exportedAfter('iteration-judged', 1)).toMatchObject({
    iteration: 1,
    iteration_history: [{ iteration: 1 }],
    best_iteration: { iteration: 1 },
  });
});

story('on-regression', async () => {
  const second = await exportedAfter('iteration-judged', 2);
  expect(second.regression_events[0]).toMatchObject({ iteration: 2, recovery_protocol_invoked: false });
  expect(second.recovery_attempts).toBe(0);
  expect((await exportedAfter('recovery-diagnosed', 3)).recovery_attempts).toBe(1);
});

story('on-complete', () => {
  expect(answered).toMatchObject({ detection_enabled: false, best_iteration: { iteration: 1 }, kept_iteration: 1 });
});

story('standard-fields', () => {
  expect(asked).toMatchObject({
    version: '2.0.0',
    loop_id: loop.loop(),
    status: 'blocked',
    iteration: 4,
    task: 'make the tests pass',
    completion_criteria: ['node --test'],
    started_at: expect.stringMatching(/^\d{4}-/),
    last_updated: expect.stringMatching(/^\d{4}-/),
  });
});
