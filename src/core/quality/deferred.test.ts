import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { aCriterion, theSettings } from '../../testing/builders.ts';
import type { Criterion } from '../criteria/criterion.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import type { TaskType } from '../state/task-type.ts';
import { deferredIn, partsToDefer, scoredMetrics } from './deferred.ts';
import { scoreOf } from './score-of.ts';

const metrics: Metrics = {
  ...unmeasured,
  tests: { total: 10, passed: 8, failed: 2, skipped: 0 },
  lint: { errors: 4, warnings: 0 },
  types: { errors: 1 },
  build: { status: 'success', durationMs: 9000 },
  loc: 100,
  costMs: { lint: 5001, types: 5000, build: 9000 },
};
const lintCriterion: Criterion = {
  id: 'c2',
  kind: 'metric',
  text: 'no lint errors',
  metric: 'lint_errors',
  op: '==',
  value: 0,
} as Criterion;

function deferred({ criteria = [aCriterion()], taskType = 'test-fix' as TaskType, settings = {} } = {}) {
  return partsToDefer({ criteria, taskType, settings: theSettings(settings) }, metrics);
}

test('what took longer than five seconds and decides nothing is put off', () => {
  expect(deferred()).toEqual(['lint', 'build']);
  expect(deferred({ settings: { metrics: { slowSeconds: 6 } } })).toEqual(['build']);
});

test.each([
  ['a criterion on it', { criteria: [aCriterion(), lintCriterion] }, ['build']],
  ['a criterion on all errors', { criteria: [{ ...lintCriterion, metric: 'error_count' } as Criterion] }, []],
  ['a task about it', { taskType: 'lint' as TaskType }, ['build']],
  ['a loop that refines the score', { settings: { goal: { mode: 'refine' as const } } }, []],
  ['a person who wants it', { settings: { metrics: { everyIteration: true } } }, []],
])('%s keeps it in every iteration', (_, given, parts) => expect(deferred(given)).toEqual(parts));

test('scores of a loop are made of the same components, whether a part was measured or not', () => {
  const later = { ...metrics, lint: null, build: null };
  const state = scoredLoop({
    baseline: { score: 0.5, metrics: { ...metrics, deferred: ['lint', 'build'] } },
    iterations: [{ score: 0.5, metrics: later }],
  });
  expect(deferredIn(state)).toEqual(['lint', 'build']);
  const [first, skipped] = state.iterations.map((iteration) => scoreOf(state, { ...iteration, pristine: null }));
  const iteration = state.iterations[1];
  const measured =
    iteration && scoreOf(state, { ...iteration, metrics: { ...metrics, lint: { errors: 90, warnings: 0 } } });
  expect(skipped?.quality).toEqual(first?.quality);
  expect(measured?.quality).toEqual(first?.quality);
  expect(scoredMetrics(state, metrics)).toMatchObject({ lint: null, build: null, types: { errors: 1 } });
});
