import { describe, expect, test } from 'vitest';
import { type Movement, metricAlerts } from './alerts.ts';
import { classify } from './classify.ts';
import { type Metrics, ratio, unmeasured } from './metrics.ts';

const counted = (total: number, passed: number, failed: number, skipped = 0): Partial<Metrics> => ({
  tests: { total, passed, failed, skipped },
});
const covered = (percent: number): Partial<Metrics> => ({
  coverage: { lines: ratio(percent * 10, 1000) as NonNullable<ReturnType<typeof ratio>>, branches: null, tool: 'lcov' },
});
const complex = (mean: number): Partial<Metrics> => ({ complexity: { mean, max: 9, functions: 4 } });
const lint = (errors: number, warnings = 0): Partial<Metrics> => ({ lint: { errors, warnings } });
const moved = (from: Partial<Metrics>, to: Partial<Metrics>): Movement => ({
  previous: { ...unmeasured, ...from },
  current: { ...unmeasured, ...to },
});
type Statuses = Record<string, 'passed' | 'failed' | 'skipped'>;
const named = (before: Statuses, after: Statuses): Pick<Movement, 'named'> => ({
  named: { before: new Map(Object.entries(before)), after: new Map(Object.entries(after)) },
});

describe('an alert', () => {
  test.each<[string, Movement, string[]]>([
    [
      'fewer tests',
      moved(counted(10, 8, 2), counted(9, 8, 1)),
      ['critical test_deletion: Test count decreased from 10 to 9'],
    ],
    ['as many tests', moved(counted(10, 8, 2), counted(10, 9, 1)), []],
    [
      'fewer that pass, none gone',
      moved(counted(10, 8, 2), counted(10, 7, 3)),
      ['critical working_test_failing: Previously passing tests now failing: from 8 to 7'],
    ],
    [
      'fewer that pass, as many skipped',
      moved(counted(10, 8, 2), counted(10, 7, 2, 1)),
      ['high functionality_loss: Passing tests decreased from 8 to 7'],
    ],
    [
      'fewer that pass, one skipped and one more failing',
      moved(counted(10, 8, 2), counted(10, 6, 3, 1)),
      ['critical working_test_failing: Previously passing tests now failing: from 8 to 6'],
    ],
    [
      'tests gone, as the task asks',
      {
        ...moved(counted(2, 2, 0), counted(1, 1, 0)),
        named: { before: new Map([['a', 'passed']]), after: new Map() },
        testsToRemove: () => ['a'],
      },
      ['low test_deletion: Test count decreased from 2 to 1, as the task asks'],
    ],
    [
      'more tests gone than the task asks',
      {
        ...moved(counted(2, 2, 0), counted(0, 0, 0)),
        named: {
          before: new Map([
            ['x.js › a', 'passed'],
            ['x.js › b', 'passed'],
          ]),
          after: new Map(),
        },
        testsToRemove: () => ['x.js › a'],
      },
      ['critical test_deletion: Test count decreased from 2 to 0'],
    ],
    ['coverage at the threshold', moved(covered(75), covered(73)), []],
    [
      'coverage below it',
      moved(covered(75), covered(72.9)),
      ['high coverage_regression: Coverage dropped 75%→72.9% (exceeds -2% threshold)'],
    ],
    ['five more errors', moved(lint(1), lint(6)), []],
    ['six more errors', moved(lint(1), lint(7)), ['high error_increase: Error count increased by 6']],
    [
      'fewer files',
      moved({ files: 4 }, { files: 3 }),
      ['medium file_deletion: File count decreased from 4 to 3 (potential code deletion)'],
    ],
    ['as many files', moved({ files: 4 }, { files: 4 }), []],
    ['files not counted', moved({ files: 4 }, {}), []],
    ['half as complex again', moved(complex(4), complex(6)), []],
    [
      'more than that',
      moved(complex(4), complex(6.4)),
      ['medium complexity_explosion: Complexity increased by 60 % (mean 4 → 6.4)'],
    ],
    ['complexity not measured', moved(complex(4), {}), []],
    ['from no complexity', moved(complex(0), complex(6)), []],
    [
      'a test by name',
      { ...moved({}, {}), ...named({ a: 'passed' }, {}) },
      ['critical test_deletion: The test "a" vanished'],
    ],
    [
      'tests by name',
      { ...moved({}, {}), ...named({ a: 'passed', b: 'passed' }, {}) },
      ['critical test_deletion: 2 tests vanished'],
    ],
    [
      'a test that breaks',
      { ...moved({}, {}), ...named({ a: 'passed' }, { a: 'failed' }) },
      ['critical working_test_failing: The test "a" passed before and now fails'],
    ],
    [
      'tests that break',
      { ...moved({}, {}), ...named({ a: 'passed', b: 'passed' }, { a: 'failed', b: 'failed' }) },
      ['critical working_test_failing: 2 tests passed before and now fail'],
    ],
    [
      'a test that is skipped',
      { ...moved({}, {}), ...named({ a: 'passed' }, { a: 'skipped' }) },
      ['high functionality_loss: The test "a" passed before and is now skipped'],
    ],
    [
      'tests that are skipped',
      { ...moved({}, {}), ...named({ a: 'passed', b: 'passed' }, { a: 'skipped', b: 'skipped' }) },
      ['high functionality_loss: 2 tests passed before and are now skipped'],
    ],
    [
      'names go before counts',
      { ...moved(counted(2, 2, 0), counted(2, 1, 1)), ...named({ a: 'passed' }, { a: 'passed' }) },
      [],
    ],
  ])('%s', (_, movement, messages) => {
    expect(metricAlerts(movement).map(({ severity, type, message }) => `${severity} ${type}: ${message}`)).toEqual(
      messages,
    );
  });

  test('names what was lost, at most a hundred', () => {
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`t${n}`, 'passed' as const]));
    const [alert] = metricAlerts({ ...moved(counted(120, 120, 0), counted(0, 0, 0)), ...named(many, {}) });
    expect(alert?.tests).toHaveLength(100);
    expect(alert?.message).toBe('Test count decreased from 120 to 0');
  });

  test('has thresholds of its own', () => {
    const thresholds = { coveragePoints: 5, errors: 0, complexity: 1 };
    expect(metricAlerts({ ...moved(covered(75), covered(70)), thresholds })).toEqual([]);
    expect(metricAlerts({ ...moved(lint(1), lint(2)), thresholds })).toHaveLength(1);
    expect(metricAlerts({ ...moved(complex(4), complex(8)), thresholds })).toEqual([]);
  });
});

describe('a classification says why', () => {
  const why = (from: Partial<Metrics>, to: Partial<Metrics>, directions: Record<string, 'up' | 'down'> = {}) => {
    const { previous, current } = moved(from, to);
    const { classification, reasons } = classify({ previous, current, score: 0.5, history: [], directions });
    return [classification, ...reasons];
  };

  test.each<[string, Partial<Metrics>, Partial<Metrics>, string[]]>([
    ['nothing moved', lint(50), lint(50), ['plateau', 'every change is within 2 %']],
    ['more tests', counted(100, 95, 5), counted(103, 98, 5), ['forward', 'tests moved by more than 2 %']],
    ['within two percent', counted(100, 100, 0), counted(102, 102, 0), ['plateau', 'every change is within 2 %']],
    ['fewer errors', lint(50), lint(48), ['forward', 'errors moved by more than 2 %']],
    ['one error fewer of fifty', lint(50), lint(49), ['plateau', 'every change is within 2 %']],
    ['the first error gone', lint(1), lint(0), ['forward', 'errors moved by more than 2 %']],
    ['an error from nothing', lint(0), lint(1), ['regression', '1 more errors']],
    ['fewer warnings', lint(0, 10), lint(0, 9), ['forward', 'warnings moved by more than 2 %']],
    ['more warnings', lint(0, 10), lint(0, 20), ['plateau', 'every change is within 2 %']],
    ['simpler', complex(10), complex(9), ['forward', 'complexity moved by more than 2 %']],
    ['less simple', complex(10), complex(14), ['plateau', 'every change is within 2 %']],
    ['coverage up', covered(70), covered(72.1), ['forward', 'coverage moved by more than 2 %']],
    [
      'coverage down a little, errors fewer',
      { ...covered(70), ...lint(9) },
      { ...covered(69), ...lint(5) },
      ['plateau', 'coverage fell by 1.0 points'],
    ],
    [
      'more tests, none of them passing',
      counted(10, 5, 0, 5),
      counted(20, 10, 0, 10),
      ['plateau', 'the pass rate did not rise and is below 90 %'],
    ],
    [
      'pass rate down by five points',
      counted(100, 100, 0),
      counted(100, 95, 0, 5),
      ['plateau', 'pass rate fell by 5.0 points'],
    ],
    [
      'pass rate down by six',
      counted(100, 100, 0),
      counted(100, 94, 0, 6),
      ['regression', 'pass rate fell by 6.0 points'],
    ],
    ['coverage down by three', covered(70), covered(67), ['regression', 'coverage fell by 3.0 points']],
    ['two tests fewer', counted(10, 10, 0), counted(8, 8, 0), ['regression', '2 fewer tests']],
  ])('%s', (_, from, to, messages) => {
    expect(why(from, to)).toEqual(messages);
  });

  test.each<[string, Record<string, 'up' | 'down'>, string]>([
    ['smaller is better', { size: 'down' }, 'forward'],
    ['larger is better', { size: 'up' }, 'plateau'],
    ['nobody says', {}, 'plateau'],
  ])('of a metric of the user’s own: %s', (_, directions, kind) => {
    expect(why({ custom: { size: 100 } }, { custom: { size: 90 } }, directions)[0]).toBe(kind);
  });

  test('before anything', () => {
    expect(classify({ previous: null, current: unmeasured, score: null, history: [] })).toEqual({
      classification: 'baseline',
      reasons: ['nothing came before'],
    });
  });
});
