import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { mergeLayers } from '../../src/config/layers.ts';
import { analyticsOf } from '../../src/core/analytics/analytics.ts';
import { trajectoryOf } from '../../src/core/analytics/trajectory.ts';
import { judge } from '../../src/core/judge.ts';
import { scoreMetrics } from '../../src/core/quality/score.ts';
import { rules } from '../../src/core/rules/index.ts';
import { regression } from '../../src/core/rules/regression.ts';
import type { Settings } from '../../src/core/state/settings.ts';
import { analyticsText } from '../../src/faces/reports/analytics-text.ts';
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
  const settings = theSettings({ score: { profile: 'analytics' } });
  const scores = [32, 16].map(
    (errors) => scoreMetrics(measured(20, 19, 78, lint(errors)), null, settings.score).chosen,
  );
  const loop = judgedLoop(
    scores.map(({ score }) => ({ score })),
    settings,
  );
  expect(scores[1]?.score).toBeGreaterThan(scores[0]?.score ?? 1);
  expect(regression.judge(evidenceOf(loop))).toBeNull();
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

story('scoring-methods', () => {
  const partsOf = (over: Parameters<typeof measured>[3]) => {
    const { analytics } = scoreMetrics(measured(20, 19, 78, over), null);
    return Object.fromEntries(analytics.dimensions.map(({ name, score }) => [name, score]));
  };
  const complexity = (mean: number) => ({ complexity: { mean, max: 20, functions: 5 } });
  expect(partsOf(complexity(4))).toMatchObject({ tests_passing: 0.95, coverage: 0.78, complexity: 0.6 });
  expect(partsOf(complexity(25))).toMatchObject({ complexity: 0 });
});

const refining = (over: Partial<Settings['rules']> = {}) => theSettings({ goal: { mode: 'refine' }, rules: over });
const verified = (...scores: number[]) => scores.map((score) => ({ score, verified: true }));
const rulingOf = (name: string, scores: number[], settings = refining()) =>
  rules.find((rule) => rule.name === name)?.judge(evidenceOf(judgedLoop(verified(...scores), settings)));

story('quality-threshold', () => {
  expect(rulingOf('quality-reached', [0.7, 0.95])).toMatchObject({ action: 'stop', ending: 'completed' });
  expect(rulingOf('quality-reached', [0.7, 0.94])).toBeNull();
});

story('improvement-threshold', () => {
  expect(rulingOf('small-improvement', [0.65, 0.78])).toBeNull();
  expect(rulingOf('small-improvement', [0.65, 0.78, 0.82])).toMatchObject({ action: 'stop', ending: 'completed' });
});

story('iteration-limits', () => {
  const settings = theSettings();
  expect([settings.rules.minIterations, settings.limits.maxIterations]).toEqual([2, 10]);
  expect(rulingOf('small-improvement', [0.65])).toBeNull();
  const decided = (count: number) => {
    const loop = judgedLoop(Array.from({ length: count }, (_, n) => ({ score: n / 20 })));
    return rules.find(({ name }) => name === 'iteration-limit')?.judge(evidenceOf(loop));
  };
  expect(decided(9)).toBeNull();
  expect(decided(10)).toMatchObject({ action: 'stop', ending: 'iteration-limit' });
});

story('plateau', () => {
  const settings = refining({ improvementThreshold: 0 });
  expect(rulingOf('improvement-plateau', [0.5, 0.52, 0.54, 0.55], settings)).toMatchObject({ action: 'stop' });
  expect(rulingOf('improvement-plateau', [0.5, 0.55, 0.6, 0.65], settings)).toBeNull();
  expect(refining().rules).toMatchObject({ plateauWindow: 3, plateauThreshold: 0.03 });
});

story('flow', () => {
  const names = rules.map(({ name }) => name);
  const flow = [
    'iteration-limit',
    'regression',
    'quality-reached',
    'small-improvement',
    'improvement-plateau',
    'continue',
  ];
  expect(names.filter((name) => flow.includes(name))).toEqual(flow);
});

story('switches', () => {
  const decided = (off: string[]) => {
    const loop = judgedLoop(verified(0.65, 0.97), refining({ off }));
    const at = { ...loop, iterations: loop.iterations.map((one, n) => (n === 2 ? { ...one, decision: null } : one)) };
    return judge(at, 2).decision;
  };
  expect(decided([])).toMatchObject({ rule: 'quality-reached' });
  expect(decided(['quality-reached']).rule).not.toBe('quality-reached');
  const { qualityThreshold, improvementThreshold, plateauThreshold } = refining({ qualityThreshold: 0.9 }).rules;
  expect([qualityThreshold, improvementThreshold, plateauThreshold]).toEqual([0.9, 0.05, 0.03]);
});

story('example', () => {
  const part = (passed: number, [errors, warnings]: [number, number], covered: number, mean: number) =>
    measured(20, passed, covered, { lint: { errors, warnings }, complexity: { mean, max: 20, functions: 5 } });
  const reason = 'improvement below threshold (0.04 < 0.05)';
  const state = scoredLoop({
    created: { loop: 'task-001', settings: theSettings({ score: { maxSeverity: 10 } }) },
    iterations: [
      { score: 0.65, metrics: part(19, [2, 8], 78, 4) },
      { score: 0.78, metrics: part(20, [1, 8], 80, 4) },
      { score: 0.82, metrics: part(20, [1, 17], 85, 3.5) },
    ],
    ended: { ending: 'completed', reason },
  });
  const text = analyticsText(analyticsOf(state), trajectoryOf(state), { columns: 80 });
  for (const line of [
    'Iteration Analytics: task-001',
    '2: ███████████████████████████████████████ 0.78 (+0.130)',
    'Stopping: Improvement below threshold (0.04 < 0.05)',
    'Final Quality: 0.82',
    'Total Iterations: 3',
    'Total Improvement: +0.17',
    'Time Saved: ~7 iterations avoided',
    '- Tests Passing: 95% → 100% (+5%)',
    '- Code Quality: 0.72 → 0.85 (+13%)',
    '- Coverage: 78% → 85% (+7%)',
    '- Complexity: 0.60 → 0.65 (+5%)',
  ])
    expect(text).toContain(line);
});

story('saved', () => {
  const results = readFileSync(new URL('../../bench/results/stopping.md', import.meta.url), 'utf8');
  const row = (policy: string) => {
    const line = results.split('\n').find((one) => one.includes(policy)) ?? '';
    const [, , saved = '', missed = '', quality = ''] = line.split('|');
    const number = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    return { saved: number(saved, /([\d.]+) %/), missed: number(missed, /([\d.]+) %/), quality: Number(quality) };
  };
  const ours = row("Jumar's rules, earlier of equals");
  expect(ours.saved).toBeGreaterThanOrEqual(30);
  expect(ours.missed).toBeLessThanOrEqual(2);
  expect(ours.quality).toBeGreaterThanOrEqual(row('every iteration, best by visible').quality);
});
