import { errorCount, type Metrics, passRate, wholeTests } from '../metrics/metrics.ts';
import type { DimensionWeights } from '../state/score-settings.ts';
import { type QualityScore, weigh } from './weigh.ts';

/** The profile `dimensions`: validation, completeness, correctness, readability, efficiency. */
export function dimensionsScore(metrics: Metrics, baseline: Metrics | null, weights: DimensionWeights): QualityScore {
  return weigh('dimensions', weights, ask(metrics, baseline), baseline && ask(baseline, baseline));
}

function ask(metrics: Metrics, baseline: Metrics | null) {
  const passing = share(passRate(metrics));
  return {
    validation: {
      tests_pass: passing,
      build: metrics.build && Number(metrics.build.status === 'success'),
      lint_errors: less(metrics.lint?.errors, 0.05),
    },
    completeness: {
      coverage: share(metrics.coverage?.lines.percentage),
      tests_against_baseline: against(countOf(metrics), countOf(baseline), (now, then) => now / then),
    },
    correctness: {
      pass_rate: passing,
      errors: less(errorCount(metrics), 0.02),
    },
    readability: {
      lint_warnings: less(metrics.lint?.warnings, 0.03),
      complexity: less(metrics.complexity?.mean, 0.05),
    },
    efficiency: {
      lines_against_baseline: against(metrics.loc, baseline?.loc, nearness),
      bloat: against(metrics.loc, baseline?.loc, (now, then) => (now > then * 1.5 ? 0.5 : 1)),
    },
  };
}

/** Full within 20 % of the baseline, falling linearly to nothing at ±100 %. */
function nearness(now: number, then: number): number {
  const change = Math.abs(now / then - 1);
  return change <= 0.2 ? 1 : 1 - (change - 0.2) / 0.8;
}

const countOf = (metrics: Metrics | null) => metrics && wholeTests(metrics)?.total;

type Maybe = number | null | undefined;

const share = (percent: Maybe) => (percent == null ? null : percent / 100);
const less = (amount: Maybe, each: number) => (amount == null ? null : Math.max(0, 1 - amount * each));

/** Nothing at the baseline is nothing to compare with. */
function against(now: Maybe, then: Maybe, compare: (now: number, then: number) => number): number | null {
  return now == null || !then ? null : compare(now, then);
}
