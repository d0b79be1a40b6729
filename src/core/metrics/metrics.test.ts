import { describe, expect, it } from 'vitest';
import { deltas, iterationDeltas } from './deltas.ts';
import {
  errorCount,
  type Metrics,
  metricNames,
  metricsSchema,
  metricValue,
  passRate,
  percentage,
  ratio,
  unmeasured,
} from './metrics.ts';
import { NO_MUTANTS } from './mutants.ts';

const full: Metrics = {
  tests: { total: 10, passed: 7, failed: 2, skipped: 1 },
  coverage: { lines: ratio(75, 100)!, branches: ratio(1, 3), tool: 'lcov' },
  lint: { errors: 3, warnings: 4, byRule: { 'no-eval': 3 }, tools: ['eslint'] },
  types: { errors: 5 },
  build: { status: 'failure', durationMs: 1500 },
  files: 12,
  loc: 900,
  complexity: { mean: 2.5, max: 14, functions: 40 },
  mutants: { ...NO_MUTANTS, killed: 3, survived: 1 },
  custom: { bundle_kb: 240.5 },
  unknown: [],
};

describe('metrics', () => {
  it('is valid against its own schema, known and unknown', () => {
    expect(metricsSchema.parse(full)).toEqual(full);
    expect(metricsSchema.parse(unmeasured)).toEqual(unmeasured);
  });

  it.each([
    ['coverage', 75],
    ['branch_coverage', 33.33],
    ['test_count', 10],
    ['tests_passed', 7],
    ['tests_failed', 2],
    ['tests_skipped', 1],
    ['pass_rate', 70],
    ['lint_errors', 3],
    ['lint_warnings', 4],
    ['type_errors', 5],
    ['build_time', 1.5],
    ['file_count', 12],
    ['loc', 900],
    ['complexity', 2.5],
    ['error_count', 11],
    ['custom.bundle_kb', 240.5],
  ])('reads %s', (name, value) => {
    expect(metricValue(full, name)).toBe(value);
    expect(metricValue(unmeasured, name)).toBeNull();
  });

  it('knows no metric by a name that every object has', () => {
    expect(metricValue(full, 'constructor')).toBeNull();
    expect(metricValue(full, 'custom.toString')).toBeNull();
  });

  it('distinguishes zero from unknown', () => {
    const clean = { ...full, lint: { errors: 0, warnings: 0 }, types: { errors: 0 } };
    expect(metricValue(clean, 'lint_errors')).toBe(0);
    expect(passRate({ ...full, tests: { total: 0, passed: 0, failed: 0, skipped: 0 } })).toBeNull();
  });

  it.each<[string, Partial<Metrics>, number | null]>([
    ['nothing known', {}, null],
    ['tests alone', { tests: full.tests }, 2],
    ['a build that fails', { build: full.build }, 1],
    ['a build that succeeds', { build: { status: 'success', durationMs: 1 } }, 0],
    ['lint and types', { lint: full.lint, types: full.types }, 8],
  ])('counts errors: %s', (_, parts, expected) => {
    expect(errorCount({ ...unmeasured, ...parts })).toBe(expected);
  });

  it.each([
    [0, 0, null],
    [0, 3, 0],
    [1, 3, 33.33],
    [2, 3, 66.66],
    [99_999, 100_000, 99.99],
    [7, 9, 77.77],
    [3, 3, 100],
  ])('%i of %i is %s percent', (part, total, expected) => {
    expect(percentage(part, total)).toBe(expected);
  });
});

describe('deltas', () => {
  it('are zero against oneself and null against the unknown', () => {
    const same = deltas(full, full);
    for (const name of metricNames) expect(same[name]).toBe(0);
    expect(same.custom).toEqual({ bundle_kb: 0 });
    const lost = deltas(full, unmeasured);
    for (const name of metricNames) expect(lost[name]).toBeNull();
    expect(lost.custom).toEqual({ bundle_kb: null });
  });

  it('are free of binary dust', () => {
    const at = (share: number): Metrics => ({
      ...unmeasured,
      coverage: { lines: { covered: 1, total: 1, percentage: share }, branches: null, tool: 'lcov' },
    });
    expect(deltas(at(74.1), at(72.1)).coverage).toBe(-2);
  });

  it('do not compare the coverage of two tools', () => {
    const other: Metrics = { ...full, coverage: { lines: ratio(99, 100)!, branches: null, tool: 'c8' } };
    expect(deltas(full, other).coverage).toBeNull();
  });

  it('do not take a checker that ran for the first time for new errors', () => {
    const before = { ...full, types: null };
    expect(deltas(before, full).error_count).toBe(0);
    const otherLinters = { ...full, lint: { errors: 30, warnings: 0, tools: ['eslint', 'biome'] } };
    expect(deltas(full, otherLinters)).toMatchObject({ error_count: 0, lint_errors: null, lint_warnings: null });
  });

  it('go to the previous iteration and to the baseline, if there is one', () => {
    expect(iterationDeltas(full, null, null)).toEqual({ previous: null, baseline: null });
    expect(iterationDeltas(full, { ...full, loc: 800 }, { ...full, loc: 1000 })).toMatchObject({
      previous: { loc: 100 },
      baseline: { loc: -100 },
    });
  });
});
