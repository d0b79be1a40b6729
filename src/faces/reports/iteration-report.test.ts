import { expect, test } from 'vitest';
import { type ScoredIteration, scoredLoop } from '../../../test/support/scored-loop.ts';
import { NO_MUTANTS } from '../../core/metrics/mutants.ts';
import type { IterationState } from '../../core/state/state.ts';
import { iterationReport } from './iteration-report.ts';

function measured(total: number, passed: number, covered: number): NonNullable<ScoredIteration['metrics']> {
  return {
    tests: { total, passed, failed: total - passed, skipped: 0 },
    coverage: { lines: { covered, total: 100, percentage: covered }, branches: null, tool: 'v8' },
    lint: { errors: 0, warnings: 0 },
  };
}

/** The worked example of the tracker: a test is deleted in the third iteration. */
function regressed() {
  return scoredLoop({
    baseline: { score: 0.6, metrics: measured(8, 5, 65) },
    iterations: [
      { score: 0.7, metrics: measured(8, 6, 70) },
      { score: 0.8, metrics: measured(10, 8, 75) },
      {
        score: 0.75,
        metrics: measured(9, 7, 72),
        classification: 'regression',
        alerts: [
          { type: 'test_deletion', severity: 'critical', message: 'Test count decreased from 10 to 9', tests: [] },
          {
            type: 'coverage_regression',
            severity: 'high',
            message: 'Coverage dropped 75%→72% (exceeds -2% threshold)',
            tests: [],
          },
        ],
        decision: {
          action: 'rollback',
          rule: 'regression',
          reason: 'Test count decreased from 10 to 9; back to iteration 2',
          confidence: 0.95,
        },
      },
    ],
  });
}

test('an iteration that regressed', () => {
  const state = regressed();
  expect(iterationReport(state, state.iterations[3] as IterationState)).toMatchInlineSnapshot(`
    "## Iteration 3 Progress Report

    **Loop**: fix-tests-00000000
    **Timestamp**: 2026-02-02T10:03:07.000Z
    **Classification**: regression
    **Quality Score**: 0.75 by profile dimensions (80 % of its weight is known)
    **Changed**: 1 file, +1, -0: a.js
    **Time**: agents 1.0 s, checks 2.0 s, metrics 40 ms, Jumar itself 57.0 s
    **Agent**: 12.0 s, exit 0; cost unknown

    ### Metrics

    | Metric | Current | Previous | Delta | Baseline | Delta from Baseline |
    | --- | --- | --- | --- | --- | --- |
    | Test Count | 9 | 10 | -1 | 8 | +1 |
    | Tests Passed | 7 | 8 | -1 | 5 | +2 |
    | Tests Failed | 2 | 2 | 0 | 3 | -1 |
    | Tests Skipped | 0 | 0 | 0 | 0 | 0 |
    | Pass Rate | 77.77% | 80% | -2.2% | 62.5% | +15.3% |
    | Coverage | 72% | 75% | -3% | 65% | +7% |
    | Errors | 2 | 2 | 0 | 3 | -1 |
    | Lint Errors | 0 | 0 | 0 | 0 | 0 |
    | Lint Warnings | 0 | 0 | 0 | 0 | 0 |

    ### Quality Score Breakdown

    | Dimension | Score | Weight | Contribution |
    | --- | --- | --- | --- |
    | Validation | 0.89 | 0.30 | 0.296 |
    | Completeness | 0.86 | 0.25 | 0.239 |
    | Correctness | 0.87 | 0.25 | 0.241 |
    | Readability | 1.00 | 0.10 | 0.111 |
    | Efficiency | unknown | 0.10 | unknown |
    | **Total** | **0.75** | 1.00 | **0.750** |

    ### Checks

    | Criterion | Outcome | Why | Time |
    | --- | --- | --- | --- |
    | npm test | ✗ fail | exit 1 | 10 ms |

    ### Alerts

    - **CRITICAL** test_deletion: Test count decreased from 10 to 9
    - **HIGH** coverage_regression: Coverage dropped 75%→72% (exceeds -2% threshold)

    ### Best Iteration Tracker

    - **Current Best**: Iteration 2 (quality: 0.80)
    - **This Iteration**: Iteration 3 (quality: 0.75, -0.05 to best)
    - **Best Preserved**: yes, snapshot commit-2
    - **Snapshot**: commit-3

    ### Recommendation

    **Action**: rollback
    **Reason**: Test count decreased from 10 to 9; back to iteration 2 (regression)
    **Confidence**: 0.95
    "
  `);
});

test('unknown values are shown as unknown', () => {
  const state = scoredLoop({ iterations: [{ score: null }] });
  const text = iterationReport(state, state.iterations[1] as IterationState);
  expect(text).toContain('**Quality Score**: unknown');
  expect(text).toContain('| Test Count | unknown | unknown | unknown | unknown | unknown |');
  expect(text).toContain('cost unknown');
  expect(text).toContain('No alerts');
});

test('a reason cannot break a table', () => {
  const state = scoredLoop({
    iterations: [{ score: 0.5, verdicts: [{ ...plain, reason: 'a | b\nc' }] }],
  });
  expect(iterationReport(state, state.iterations[1] as IterationState)).toContain('| ✗ fail | a \\| b c | 10 ms |');
});

const plain = {
  criterion: 'c1',
  outcome: 'fail' as const,
  unmeasured: null,
  exitCode: 1,
  durationMs: 10,
  tests: null,
  excerpt: '',
  outputFile: null,
};

test('lines that no test watches', () => {
  const state = regressed();
  const survivor = { path: 'a.js', line: 2, operator: 'literal', before: 'x = 1', after: 'x = 2' };
  const mutants = {
    counts: { ...NO_MUTANTS, killed: 3, survived: 1, possible: 4 },
    survivors: [survivor],
    unsupported: [],
    runs: 5,
    testRunMs: 1000,
    verdicts: [],
    durationMs: 5000,
  };
  const report = iterationReport(state, { ...(state.iterations[3] as IterationState), mutants });
  expect(report).toContain('- mutants: 3 of 4 killed (75 %), 1 survived; 5 s, 5 × a test run\n');
  expect(report).toContain('### Lines that no test watches\n\n- a.js:2 `x = 1` → `x = 2`\n');
});
