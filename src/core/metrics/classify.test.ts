import { describe, expect, it } from 'vitest';
import { metricAlerts, stallAlert } from './alerts.ts';
import { classify, type Judged } from './classify.ts';
import { deltas } from './deltas.ts';
import { type Metrics, passRate, ratio, unmeasured } from './metrics.ts';

function metrics(passed: number, total: number, coverage: number | null, over: Partial<Metrics> = {}): Metrics {
  return {
    ...unmeasured,
    tests: { total, passed, failed: total - passed, skipped: 0 },
    coverage: coverage === null ? null : { lines: ratio(coverage * 10, 1000)!, branches: null, tool: 'lcov' },
    ...over,
  };
}

const lint = (errors: number, warnings = 0) => ({ lint: { errors, warnings } });
const only = (over: Partial<Metrics>): Metrics => ({ ...unmeasured, ...over });

function kind(previous: Metrics | null, current: Metrics, history: Judged[] = [], score: number | null = 0.5) {
  return classify({ current, previous, score, history }).classification;
}

describe('the worked example of a progress tracker', () => {
  const baseline = metrics(5, 8, 65, { files: 3, loc: 450, lint: { errors: 8, warnings: 4 }, types: { errors: 0 } });
  const first = metrics(6, 8, 70);
  const second = metrics(8, 10, 75);
  const third = metrics(7, 9, 72);

  it('starts at the baseline', () => {
    expect(kind(null, baseline)).toBe('baseline');
    expect(passRate(baseline)).toBe(62.5);
  });

  it('goes forward, then regresses', () => {
    expect(kind(baseline, first)).toBe('forward');
    expect(kind(first, second)).toBe('forward');
    expect(kind(second, third)).toBe('regression');
  });

  it('has the documented deltas', () => {
    const rounded = (value: number | null) => value?.toFixed(1);
    const previous = deltas(second, third);
    expect([previous.test_count, rounded(previous.pass_rate), previous.coverage]).toEqual([-1, '-2.2', -3]);
    const start = deltas(baseline, third);
    expect([start.test_count, rounded(start.pass_rate), start.coverage]).toEqual([1, '15.3', 7]);
  });

  it('raises the documented alerts, in the iteration in which they happen', () => {
    expect(metricAlerts({ previous: first, current: second })).toEqual([]);
    expect(metricAlerts({ previous: second, current: third })).toEqual([
      { type: 'test_deletion', severity: 'critical', message: 'Test count decreased from 10 to 9', tests: [] },
      {
        type: 'coverage_regression',
        severity: 'high',
        message: 'Coverage dropped 75%→72% (exceeds -2% threshold)',
        tests: [],
      },
      { type: 'functionality_loss', severity: 'high', message: 'Passing tests decreased from 8 to 7', tests: [] },
    ]);
  });
});

describe('classification', () => {
  it.each<[string, Metrics, Metrics, string]>([
    ['one test fewer', metrics(10, 10, 80), metrics(9, 9, 80), 'regression'],
    [
      'pass rate down by 5 points, errors unchanged',
      only({ tests: t(95, 100, 5) }),
      only({ tests: t(90, 100, 5) }),
      'plateau',
    ],
    [
      'pass rate down by 6 points, errors unchanged',
      only({ tests: t(95, 100, 5) }),
      only({ tests: t(89, 100, 5) }),
      'regression',
    ],
    ['coverage down by 2 points', metrics(9, 10, 80), metrics(9, 10, 78), 'plateau'],
    ['coverage down by 2.1 points', metrics(9, 10, 80), metrics(9, 10, 77.9), 'regression'],
    ['one more error among a thousand', only(lint(1000)), only(lint(1001)), 'regression'],
    ['all within 2 %', metrics(500, 1000, 80), metrics(510, 1000, 81), 'plateau'],
    ['a hundredth fewer errors', only(lint(1000)), only(lint(990)), 'plateau'],
    ['a third fewer errors', only(lint(30)), only(lint(20)), 'forward'],
    ['the last error gone', only(lint(1)), only(lint(0)), 'forward'],
    ['warnings halved', only(lint(0, 100)), only(lint(0, 50)), 'forward'],
    ['warnings doubled', only(lint(0, 50)), only(lint(0, 100)), 'plateau'],
    ['more tests, all pass', metrics(10, 10, 80), metrics(12, 12, 80), 'forward'],
    ['pass rate up, coverage a little down', metrics(5, 10, 80), metrics(8, 10, 79), 'plateau'],
    ['coverage up, pass rate flat and low', metrics(5, 10, 60), metrics(5, 10, 70), 'plateau'],
    ['coverage up, pass rate flat and high', metrics(9, 10, 60), metrics(9, 10, 70), 'forward'],
    ['only lines of code grew', only({ loc: 100 }), only({ loc: 900 }), 'plateau'],
    ['nothing known on either side', unmeasured, unmeasured, 'plateau'],
    ['tests no longer measured', metrics(5, 10, 80), unmeasured, 'plateau'],
  ])('%s', (_, previous, current, expected) => {
    expect(kind(previous, current)).toBe(expected);
  });

  it('says why', () => {
    const { reasons } = classify({ current: metrics(1, 5, 10), previous: metrics(6, 6, 50), score: 0, history: [] });
    expect(reasons).toEqual([
      '1 fewer tests',
      'pass rate fell by 80.0 points',
      'coverage fell by 40.0 points',
      '4 more errors',
    ]);
  });

  it('calls the third plateau in a row a stall, and the fourth', () => {
    const flat = metrics(5, 10, 80);
    const plateau: Judged = { classification: 'plateau', score: 0.5, metrics: flat, previous: flat };
    expect(kind(flat, flat, [plateau])).toBe('plateau');
    expect(kind(flat, flat, [plateau, plateau])).toBe('stalled');
    expect(kind(flat, flat, [plateau, { ...plateau, classification: 'stalled' }])).toBe('stalled');
    expect(kind(flat, flat, [{ ...plateau, classification: 'forward' }, plateau])).toBe('plateau');
    expect(stallAlert()).toMatchObject({ type: 'stall', severity: 'medium' });
  });

  it('does not call slow progress a stall, nor a score that swings', () => {
    const at = (passed: number) => metrics(passed, 1000, 80);
    const step = (from: number, score = 0.5): Judged => ({
      classification: 'plateau',
      score,
      metrics: at(from + 1),
      previous: at(from),
    });
    expect(kind(at(502), at(503), [step(500), step(501)])).toBe('plateau');
    expect(kind(at(500), at(500), [step(499), step(499)])).toBe('plateau');
    const flat: Judged = { classification: 'plateau', score: 0.1, metrics: at(500), previous: at(500) };
    expect(kind(at(500), at(500), [flat, { ...flat, score: 0.6 }], 0.1)).toBe('plateau');
  });

  it('calls up and down again a stall', () => {
    const at = (passed: number) => only({ tests: t(passed, 1000, 100) });
    const up: Judged = { classification: 'plateau', score: 0.5, metrics: at(510), previous: at(500) };
    const down: Judged = { classification: 'plateau', score: 0.5, metrics: at(500), previous: at(510) };
    expect(kind(at(500), at(500), [up, down])).toBe('stalled');
  });

  it('counts a custom metric whose direction is known', () => {
    const at = (size: number) => only({ custom: { size } });
    const directions = { size: 'down' } as const;
    const judge = (from: number, to: number) =>
      classify({ current: at(to), previous: at(from), score: null, history: [], directions }).classification;
    expect(judge(100, 90)).toBe('forward');
    expect(judge(100, 99)).toBe('plateau');
    expect(judge(100, 110)).toBe('plateau');
  });
});

describe('alerts', () => {
  it.each<[string, Metrics, Metrics, string[]]>([
    ['a passing test fails', metrics(8, 10, null), metrics(7, 10, null), ['working_test_failing']],
    [
      'more fail than a deletion explains',
      metrics(8, 10, null),
      metrics(6, 9, null),
      ['test_deletion', 'working_test_failing'],
    ],
    [
      'a passing test is skipped',
      only({ tests: t(8, 10, 2) }),
      only({ tests: { total: 10, passed: 7, failed: 2, skipped: 1 } }),
      ['functionality_loss'],
    ],
    ['a failing test is deleted', metrics(8, 10, null), metrics(8, 9, null), ['test_deletion']],
    ['coverage down by exactly 2', metrics(1, 1, 80), metrics(1, 1, 78), []],
    ['coverage down by 2.1', metrics(1, 1, 80), metrics(1, 1, 77.9), ['coverage_regression']],
    ['5 more errors', only(lint(1)), only(lint(6)), []],
    ['6 more errors', only(lint(1)), only(lint(7)), ['error_increase']],
    ['one file fewer', only({ files: 4 }), only({ files: 3 }), ['file_deletion']],
    ['complexity up by half', only(complexity(4)), only(complexity(6)), []],
    ['complexity up by more', only(complexity(4)), only(complexity(6.1)), ['complexity_explosion']],
    ['everything unknown', metrics(8, 10, 80, { files: 4, ...complexity(4), ...lint(0) }), unmeasured, []],
  ])('%s', (_, previous, current, expected) => {
    expect(metricAlerts({ previous, current }).map(({ type }) => type)).toEqual(expected);
  });

  it('takes other thresholds', () => {
    const thresholds = { coveragePoints: 0.5, errors: 0, complexity: 0.1 };
    const [previous, current] = [metrics(1, 1, 80, lint(0)), metrics(1, 1, 79, lint(1))];
    const types = metricAlerts({ previous, current, thresholds }).map(({ type }) => type);
    expect(types).toEqual(['coverage_regression', 'error_increase']);
  });

  const named = (before: Record<string, string>, after: Record<string, string>, renamed?: Record<string, string>) =>
    metricAlerts({
      previous: unmeasured,
      current: unmeasured,
      named: {
        before: new Map(Object.entries(before)),
        after: new Map(Object.entries(after)),
        ...(renamed && { renamed: new Map(Object.entries(renamed)) }),
      },
    }).map(({ type, tests }) => [type, ...tests]);

  it('names the tests that were lost, broken or silenced', () => {
    const before = { 'a > x': 'passed', 'a > y': 'passed', 'b > z': 'passed', 'b > w': 'failed' };
    expect(named(before, { 'a > y': 'failed', 'b > z': 'skipped', 'b > w': 'failed' })).toEqual([
      ['test_deletion', 'a > x'],
      ['working_test_failing', 'a > y'],
      ['functionality_loss', 'b > z'],
    ]);
  });

  it('is quiet about a renamed, moved or un-skipped test, and about one that was red already', () => {
    expect(named({ 'a > adds': 'passed' }, { 'a > adds two': 'passed' })).toEqual([]);
    expect(named({ 'a > adds': 'passed' }, { 'b > adds': 'passed' })).toEqual([]);
    expect(named({ 'a > adds': 'passed' }, { 'b > sums': 'passed' }, { 'a > adds': 'b > sums' })).toEqual([]);
    expect(named({ 'a > x': 'skipped', 'a > y': 'failed' }, { 'a > x': 'passed', 'a > y': 'failed' })).toEqual([]);
  });

  it('sees a renamed test that now fails, and that one new test replaces one old test only', () => {
    expect(named({ 'a > x': 'passed' }, { 'a > x2': 'failed' })).toEqual([['working_test_failing', 'a > x']]);
    expect(named({ 'a > x': 'passed', 'a > y': 'passed' }, { 'a > z': 'passed' })).toEqual([
      ['test_deletion', 'a > y'],
    ]);
    expect(named({ 'a > x': 'passed' }, { 'other > y': 'passed' })).toEqual([['test_deletion', 'a > x']]);
  });
});

function t(passed: number, total: number, failed: number) {
  return { total, passed, failed, skipped: total - passed - failed };
}

function complexity(mean: number) {
  return { complexity: { mean, max: 20, functions: 10 } };
}

it('calls tests that cannot be run any more a regression, and those that never could be not', () => {
  const broken = only({ testsDoubt: { kind: 'collection-error', reason: 'a.test.js: SyntaxError' } });
  expect(classify({ current: broken, previous: metrics(5, 5, null), score: null, history: [] })).toEqual({
    classification: 'regression',
    reasons: ['the tests no longer run: a.test.js: SyntaxError'],
  });
  expect(kind(broken, broken)).toBe('plateau');
});

describe('a run that was not whole', () => {
  const doubt = (kind: 'collection-error' | 'no-tests' | 'command-failed') => ({
    kind,
    reason: 'a.test.js: SyntaxError',
  });
  const part = (passed: number, total = passed) =>
    metrics(passed, total, null, { testsDoubt: doubt('collection-error') });
  const whole = metrics(5, 5, null);

  it('is a regression after a whole one, however its part looks', () => {
    for (const current of [part(4), part(5), part(9)]) {
      expect(classify({ current, previous: whole, score: null, history: [] })).toEqual({
        classification: 'regression',
        reasons: ['the tests no longer run completely: a.test.js: SyntaxError'],
      });
    }
  });

  it('is compared with another one only by what was seen to pass', () => {
    expect(kind(part(3), part(4))).toBe('forward');
    expect(kind(part(3, 9), part(3, 3))).toBe('plateau');
    expect(kind(part(4), part(3))).toBe('plateau');
    const still: Judged = { classification: 'plateau', score: null, metrics: part(3), previous: part(3) };
    expect(kind(part(3), part(3), [still, still])).toBe('stalled');
  });

  it('has no deltas, and its missing tests are not called deleted', () => {
    expect(Object.values(deltas(whole, part(3))).filter((delta) => typeof delta === 'number')).toEqual([]);
    const named = {
      before: new Map(Object.entries({ a: 'passed', b: 'passed', c: 'failed' })),
      after: new Map(Object.entries({ a: 'passed' })),
    };
    expect(metricAlerts({ previous: whole, current: part(1), named })).toMatchObject([
      { type: 'working_test_failing', severity: 'critical', tests: ['b'] },
    ]);
    const byCount = metricAlerts({ previous: whole, current: part(3) });
    expect(byCount.map(({ type, message }) => `${type}: ${message}`)).toEqual([
      'working_test_failing: 2 tests that passed before were not seen to pass: the run was incomplete (a.test.js: SyntaxError)',
    ]);
    expect(metricAlerts({ previous: part(3), current: part(3) })).toEqual([]);
  });

  it.each(['no-tests', 'command-failed'] as const)('does not mean %s: there all tests were counted', (why) => {
    const none = metrics(0, 0, null, { testsDoubt: doubt(why) });
    expect(deltas(whole, none).test_count).toBe(-5);
    expect(metricAlerts({ previous: whole, current: none }).map(({ type }) => type)).toContain('test_deletion');
  });
});
