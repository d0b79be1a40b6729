import { expect } from 'vitest';
import { mergeLayers } from '../../src/config/layers.ts';
import { analyticsOf } from '../../src/core/analytics/analytics.ts';
import { scoreMetrics } from '../../src/core/quality/score.ts';
import { regression } from '../../src/core/rules/regression.ts';
import { evidenceOf, judgedLoop, theSettings } from '../../src/testing/builders.ts';
import { scoredLoop } from '../support/scored-loop.ts';
import { seed002 } from './002.rows.ts';
import { measured } from './support/measured.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed002);
const lint = (errors: number) => ({ loc: 400, lint: { errors, warnings: 0 } });

story('quality-weights', () => {
  const { analytics } = scoreMetrics(measured(20, 19, 78, lint(0)), null);
  expect(analytics.dimensions.map(({ name, weight }) => [name, weight])).toEqual([
    ['tests_passing', 0.4],
    ['code_quality', 0.3],
    ['coverage', 0.2],
    ['complexity', 0.1],
  ]);
});

story('code-quality', () => {
  const qualityWith = (errors: number) => {
    const { analytics } = scoreMetrics(measured(20, 19, 78, lint(errors)), null);
    return analytics.dimensions.find(({ name }) => name === 'code_quality')?.score;
  };
  expect([0, 16, 32].map(qualityWith)).toEqual([1, 0.96, 0.92]);
});

story('allow-regression', () => {
  const judgedWith = (allowRegression: boolean) => {
    const loop = judgedLoop([{ score: 0.9 }, { score: 0.5 }], theSettings({ rules: { allowRegression } }));
    return regression.judge(evidenceOf(loop));
  };
  expect(judgedWith(false)).toMatchObject({ action: 'rollback' });
  expect(judgedWith(true)).toBeNull();
  expect(theSettings().rules).toMatchObject({ allowRegression: false, maxRegressions: 2 });
});

story('config-set', () => {
  const values = { 'ralph.minIterations': 3, 'ralph.maxIterations': 12, ralph: { improvementThreshold: 0.1 } };
  expect(mergeLayers([{ source: 'test', values }])).toMatchObject({
    rules: { minIterations: 3, improvementThreshold: 0.1 },
    limits: { maxIterations: 12 },
  });
});

story('same-start', () => {
  const iterations = [
    { score: 0.65, metrics: measured(20, 19, 78) },
    { score: 0.78, metrics: measured(20, 20, 80) },
    { score: 0.82, metrics: measured(20, 20, 85) },
  ];
  const { total_improvement, breakdown } = analyticsOf(
    scoredLoop({ baseline: { score: 0.2, metrics: measured(20, 10, 50) }, iterations }),
  );
  expect(total_improvement).toBe(0.17);
  expect(breakdown).toMatchObject([
    { part: 'tests_passing', since: 1, from: 0.95, to: 1, baseline: 0.5 },
    { part: 'coverage', since: 1, from: 0.78, to: 0.85, baseline: 0.5 },
  ]);
});
