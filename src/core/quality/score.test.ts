import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Metrics, ratio, unmeasured } from '../metrics/metrics.ts';
import { defaultScoreSettings, scoreSettingsSchema } from '../state/score-settings.ts';
import { detectTaskType, taskTypes } from '../state/task-type.ts';
import { scoreMetrics } from './score.ts';

const tests = (passed: number, total: number) => ({ tests: { total, passed, failed: total - passed, skipped: 0 } });
const lint = (errors: number, warnings = 0) => ({ lint: { errors, warnings } });
const coverage = (percent: number) => ({
  coverage: { lines: ratio(percent * 100, 10_000)!, branches: null, tool: 'lcov' },
});
const build = (status: 'success' | 'failure') => ({ build: { status, durationMs: 1 } });
const complexity = (mean: number) => ({ complexity: { mean, max: 9, functions: 3 } });
const of = (...parts: Partial<Metrics>[]): Metrics => Object.assign({}, unmeasured, ...parts);

const perfect = of(tests(10, 10), lint(0), coverage(100), build('success'), complexity(0), {
  loc: 100,
  types: { errors: 0 },
});

function component(
  profile: 'dimensions' | 'analytics',
  path: string,
  metrics: Metrics,
  baseline: Metrics | null = null,
) {
  const [dimension, name] = path.split('.');
  const found = scoreMetrics(metrics, baseline)[profile].dimensions.find((one) => one.name === dimension);
  return found?.components.find((one) => one.name === name)?.score;
}

describe('components of the profile dimensions', () => {
  it.each<[string, Metrics, Metrics | null, number | null]>([
    ['validation.tests_pass', of(tests(10, 10)), null, 1],
    ['validation.tests_pass', of(tests(5, 8)), null, 0.625],
    ['validation.tests_pass', of(tests(0, 8)), null, 0],
    ['validation.tests_pass', of(tests(0, 0)), null, null],
    ['validation.tests_pass', of({ tests: { total: 4, passed: 2, failed: 0, skipped: 2 } }), null, 0.5],
    ['validation.tests_pass', unmeasured, null, null],
    ['validation.build', of(build('success')), null, 1],
    ['validation.build', of(build('failure')), null, 0],
    ['validation.build', unmeasured, null, null],
    ['validation.lint_errors', of(lint(0)), null, 1],
    ['validation.lint_errors', of(lint(8)), null, 0.6],
    ['validation.lint_errors', of(lint(20)), null, 0],
    ['validation.lint_errors', of(lint(500)), null, 0],
    ['validation.lint_errors', unmeasured, null, null],
    ['completeness.coverage', of(coverage(65)), null, 0.65],
    ['completeness.coverage', unmeasured, null, null],
    ['completeness.tests_against_baseline', of(tests(5, 5)), of(tests(8, 10)), 0.5],
    ['completeness.tests_against_baseline', of(tests(30, 30)), of(tests(8, 10)), 1],
    ['completeness.tests_against_baseline', of(tests(5, 5)), of(tests(0, 0)), null],
    ['completeness.tests_against_baseline', of(tests(5, 5)), unmeasured, null],
    ['completeness.tests_against_baseline', of(tests(5, 5)), null, null],
    ['correctness.pass_rate', of(tests(5, 8)), null, 0.625],
    ['correctness.errors', of(tests(5, 8), lint(2)), null, 0.9],
    ['correctness.errors', of({ types: { errors: 50 } }), null, 0],
    ['correctness.errors', of({ types: { errors: 51 } }), null, 0],
    ['correctness.errors', of(build('failure')), null, 0.98],
    ['correctness.errors', unmeasured, null, null],
    ['readability.lint_warnings', of(lint(0, 4)), null, 0.88],
    ['readability.lint_warnings', of(lint(0, 34)), null, 0],
    ['readability.lint_warnings', unmeasured, null, null],
    ['readability.complexity', of(complexity(12.5)), null, 0.375],
    ['readability.complexity', of(complexity(20)), null, 0],
    ['readability.complexity', of(complexity(99)), null, 0],
    ['readability.complexity', unmeasured, null, null],
    ['efficiency.lines_against_baseline', of({ loc: 120 }), of({ loc: 100 }), 1],
    ['efficiency.lines_against_baseline', of({ loc: 80 }), of({ loc: 100 }), 1],
    ['efficiency.lines_against_baseline', of({ loc: 160 }), of({ loc: 100 }), 0.5],
    ['efficiency.lines_against_baseline', of({ loc: 40 }), of({ loc: 100 }), 0.5],
    ['efficiency.lines_against_baseline', of({ loc: 0 }), of({ loc: 100 }), 0],
    ['efficiency.lines_against_baseline', of({ loc: 900 }), of({ loc: 100 }), 0],
    ['efficiency.lines_against_baseline', of({ loc: 900 }), of({ loc: 0 }), null],
    ['efficiency.bloat', of({ loc: 150 }), of({ loc: 100 }), 1],
    ['efficiency.bloat', of({ loc: 151 }), of({ loc: 100 }), 0.5],
    ['efficiency.bloat', of({ loc: 10 }), of({ loc: 100 }), 1],
    ['efficiency.bloat', of({ loc: 10 }), null, null],
  ])('%s', (path, metrics, baseline, expected) => {
    expect(component('dimensions', path, metrics, baseline)).toBe(expected);
  });
});

describe('components of the profile analytics', () => {
  it.each<[string, Metrics, number | null]>([
    ['tests_passing.pass_rate', of(tests(19, 20)), 0.95],
    ['tests_passing.pass_rate', unmeasured, null],
    ['code_quality.severity', of(lint(0)), 1],
    ['code_quality.severity', of(lint(0, 7)), 0.5],
    ['code_quality.severity', of(lint(3, 0)), 0],
    ['code_quality.severity', of(lint(1, 1)), 0.25],
    ['code_quality.severity', unmeasured, null],
    ['coverage.lines', of(coverage(78)), 0.78],
    ['coverage.lines', unmeasured, null],
    ['complexity.mean', of(complexity(4)), 0.6],
    ['complexity.mean', of(complexity(10)), 0],
    ['complexity.mean', of(complexity(25)), 0],
    ['complexity.mean', unmeasured, null],
  ])('%s', (path, metrics, expected) => {
    expect(component('analytics', path, metrics)).toBe(expected);
  });

  it('takes another scale', () => {
    const settings = scoreSettingsSchema.parse({ maxSeverity: 4, complexityThreshold: 20 });
    const { analytics } = scoreMetrics(of(lint(0, 1), complexity(10)), null, settings);
    expect(analytics.dimensions.map(({ score }) => score)).toEqual([null, 0.75, null, 0.5]);
  });
});

describe('the score', () => {
  it('is 1 with full confidence for a perfect tree, in both profiles', () => {
    const { dimensions, analytics } = scoreMetrics(perfect, perfect);
    for (const scored of [dimensions, analytics]) {
      expect(scored).toMatchObject({ score: 1, confidence: 1, leftOut: [], lost: [] });
    }
    expect(dimensions.dimensions.map(({ contribution }) => contribution)).toEqual([0.3, 0.25, 0.25, 0.1, 0.1]);
    expect(analytics.dimensions.map(({ contribution }) => contribution)).toEqual([0.4, 0.3, 0.2, 0.1]);
  });

  it('is unknown if nothing is known', () => {
    const { chosen } = scoreMetrics(unmeasured, null);
    expect(chosen).toMatchObject({ score: null, confidence: 0 });
    expect(chosen.leftOut).toHaveLength(11);
  });

  it('renormalises over what is known', () => {
    // tests 0.5, errors 1 − 0.02 × 5 = 0.9: validation 0.5, correctness 0.7, weights 0.30 and 0.25
    const { chosen } = scoreMetrics(of(tests(5, 10)), null);
    expect(chosen.score).toBeCloseTo((0.3 * 0.5 + 0.25 * 0.7) / 0.55, 6);
    expect(chosen.confidence).toBeCloseTo(0.3 / 3 + 0.25, 6);
    expect(chosen.leftOut).toEqual([
      'validation.build',
      'validation.lint_errors',
      'completeness.coverage',
      'completeness.tests_against_baseline',
      'readability.lint_warnings',
      'readability.complexity',
      'efficiency.lines_against_baseline',
      'efficiency.bloat',
    ]);
  });

  it('scores a project without tests on the rest, less surely', () => {
    const { dimensions, analytics } = scoreMetrics(of(lint(2, 1), build('success'), { types: { errors: 1 } }), null);
    expect(dimensions.score).toBeCloseTo((0.3 * 0.95 + 0.25 * 0.94 + 0.1 * 0.97) / 0.65, 6);
    expect(dimensions.confidence).toBeCloseTo(0.2 + 0.125 + 0.05, 6);
    expect(analytics).toMatchObject({ score: 0.166667, confidence: 0.3 });
  });

  it('lists what was known at the baseline and no longer is', () => {
    const { chosen } = scoreMetrics({ ...perfect, tests: null }, perfect);
    expect(chosen.score).toBe(1);
    expect(chosen.lost).toEqual([
      'validation.tests_pass',
      'completeness.tests_against_baseline',
      'correctness.pass_rate',
    ]);
  });

  it('leaves out what a run that was not whole counted, and a rate never profits from tests that were not reached', () => {
    const testsDoubt = { kind: 'crashed', reason: 'exit 134' } as const;
    const { dimensions, analytics } = scoreMetrics({ ...perfect, testsDoubt }, perfect);
    const ofTests = ['validation.tests_pass', 'completeness.tests_against_baseline', 'correctness.pass_rate'];
    expect(dimensions.lost).toEqual([...ofTests, 'correctness.errors']);
    expect(analytics.lost).toEqual(['tests_passing.pass_rate']);
    expect(dimensions.confidence).toBeLessThan(0.6);
    expect(scoreMetrics(perfect, { ...perfect, testsDoubt }).dimensions.leftOut).toEqual([ofTests[1]]);
  });

  it('takes its weights from the settings, then the task type', () => {
    const settings = scoreSettingsSchema.parse({ dimensions: { validation: 3, completeness: 0 } });
    const { chosen } = scoreMetrics(of(tests(5, 10), coverage(0)), null, settings, 'greenfield');
    expect(chosen.dimensions.map(({ weight }) => weight)).toEqual([3, 0, 0.25, 0.1, 0]);
    expect(chosen.leftOut).not.toContain('efficiency.bloat');
    expect(chosen.score).toBeCloseTo((3 * 0.5 + 0.25 * 0.7) / 3.25, 6);
  });

  it('decides by the chosen profile', () => {
    const { chosen, analytics } = scoreMetrics(perfect, null, { ...defaultScoreSettings, profile: 'analytics' });
    expect(chosen).toBe(analytics);
    expect(defaultScoreSettings).toMatchObject({ profile: 'dimensions', acceptance: 0.7 });
  });

  it('does not punish growth if growth is the task', () => {
    const grown = { ...perfect, loc: 5000 };
    expect(scoreMetrics(grown, perfect).chosen.score).toBeLessThan(1);
    for (const type of ['greenfield', 'coverage'] as const) {
      expect(scoreMetrics(grown, perfect, undefined, type).chosen).toMatchObject({ score: 1, confidence: 1 });
    }
  });

  it('stays within 0..1, and its contributions sum up to it', () => {
    const count = fc.nat(5000);
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const metrics = fc.record({
      tests: maybe(fc.tuple(count, count).map(([passed, failed]) => tests(passed, passed + failed).tests)),
      coverage: maybe(fc.nat(100).map((percent) => coverage(percent).coverage)),
      lint: maybe(fc.record({ errors: count, warnings: count })),
      types: maybe(fc.record({ errors: count })),
      build: maybe(fc.constantFrom(build('success').build, build('failure').build)),
      files: maybe(count),
      loc: maybe(count),
      complexity: maybe(
        fc.record({ mean: fc.double({ min: 0, max: 500, noNaN: true }), max: count, functions: count }),
      ),
      custom: fc.constant({}),
      unknown: fc.constant<string[]>([]),
    });
    fc.assert(
      fc.property(
        metrics,
        maybe(metrics),
        fc.constantFrom(null, ...(Object.keys(taskTypes) as 'lint'[])),
        (now, then, type) => {
          const { dimensions, analytics } = scoreMetrics(now, then, undefined, type);
          for (const { score, confidence, dimensions: parts } of [dimensions, analytics]) {
            expect(confidence).toBeGreaterThanOrEqual(0);
            expect(confidence).toBeLessThanOrEqual(1);
            if (score === null) expect(confidence).toBe(0);
            else {
              expect(score).toBeGreaterThanOrEqual(0);
              expect(score).toBeLessThanOrEqual(1);
              expect(parts.reduce((sum, part) => sum + part.contribution, 0)).toBeCloseTo(score, 4);
            }
          }
        },
      ),
    );
  });
});

describe('task types', () => {
  it('preset what the rule book says', () => {
    const presets = Object.entries(taskTypes).map(([type, one]) => [type, ...one.typicalIterations, one.memoryWindow]);
    expect(presets).toEqual([
      ['test-fix', 2, 5, 2],
      ['type-fix', 3, 8, 2],
      ['lint', 2, 4, 1],
      ['migration', 5, 15, 3],
      ['refactor', 3, 10, 3],
      ['coverage', 5, 20, 5],
      ['greenfield', 10, 30, 5],
    ]);
    for (const { weights } of Object.values(taskTypes)) {
      expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9);
    }
  });

  it.each([
    ['fix the failing tests', 'test-fix'],
    ['make npm test pass', 'test-fix'],
    ['Fix the bug in the date parser', 'test-fix'],
    ['make the build pass', 'test-fix'],
    ['repair the broken tests of the linter', 'test-fix'],
    ['move the button to the left and fix its colour', 'test-fix'],
    ['fix all type errors', 'type-fix'],
    ['make tsc happy', 'type-fix'],
    ['fix the lint warnings', 'lint'],
    ['make eslint pass', 'lint'],
    ['migrate from mocha to vitest', 'migration'],
    ['port the client to TypeScript', 'migration'],
    ['upgrade react', 'migration'],
    ['rewrite the parser in Rust', 'migration'],
    ['refactor the parser', 'refactor'],
    ['simplify the config loader', 'refactor'],
    ['raise test coverage to 80 %', 'coverage'],
    ['write unit tests for src/date.ts', 'coverage'],
    ['implement a CSV importer', 'greenfield'],
    ['add a retry option', 'greenfield'],
  ])('%s: %s', (task, expected) => {
    expect(detectTaskType(task).type).toBe(expected);
  });

  it('asks the criteria if the task is silent, and says why', () => {
    const criterion = (text: string) => ({ id: 'c1', text, kind: 'exit' as const, command: text });
    expect(detectTaskType('please', [criterion('npx tsc --noEmit')])).toEqual({
      type: 'type-fix',
      why: 'the criterion "npx tsc --noEmit"',
    });
    expect(detectTaskType('please', [criterion('coverage >= 80')]).type).toBe('coverage');
    expect(detectTaskType('please')).toEqual({ type: 'test-fix', why: 'nothing says otherwise' });
    expect(detectTaskType('Migrate it').why).toBe('"Migrate" in the task');
  });
});
