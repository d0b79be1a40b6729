import { expect, test } from 'vitest';
import { judgedLoop, theSettings } from '../../testing/builders.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import type { IterationState } from '../state/state.ts';
import { scoreOf } from './score-of.ts';

const tests = { total: 4, passed: 2, failed: 2, skipped: 0 };
const lint = { errors: 0, warnings: 0 };
const code = { loc: 100, complexity: { mean: 12 } };

/** The score of an iteration after this baseline. */
function scoreAfter(baseline: object, now: object, settings = theSettings()) {
  const metrics = (own: object) => ({ ...unmeasured, tests, lint, ...own }) as Metrics;
  const { iterations, ...state } = judgedLoop([{ score: null, over: { metrics: metrics(now) } }], settings);
  const whole = {
    ...state,
    iterations: iterations.map((one) => (one.n === 0 ? { ...one, metrics: metrics(baseline) } : one)),
  };
  return scoreOf(whole, whole.iterations[1] as IterationState).score;
}

test('without the size that the baseline has, the score is unknown: the rest would weigh more than before', () => {
  expect(scoreAfter(code, code)).not.toBeNull();
  expect(scoreAfter(code, {})).toBeNull();
});

test('where it was never measured, or is not to be measured any more, the score is what the rest says', () => {
  expect(scoreAfter({}, {})).not.toBeNull();
  expect(scoreAfter(code, {}, theSettings({ metrics: { code: false } }))).not.toBeNull();
});
