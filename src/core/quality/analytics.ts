import { type Metrics, passRate } from '../metrics/metrics.ts';
import type { AnalyticsWeights } from '../state/score-settings.ts';
import { type QualityScore, weigh } from './weigh.ts';

export interface AnalyticsScale {
  /** The severity of an error; a warning's is 1. */
  maxSeverity: number;
  /** The mean complexity at which nothing is left to score. */
  complexityThreshold: number;
}

/** The profile `analytics`: tests passing, code quality, coverage, complexity. */
export function analyticsScore(
  metrics: Metrics,
  baseline: Metrics | null,
  weights: AnalyticsWeights,
  scale: AnalyticsScale,
): QualityScore {
  return weigh('analytics', weights, ask(metrics, scale), baseline && ask(baseline, scale));
}

function ask(metrics: Metrics, { maxSeverity, complexityThreshold }: AnalyticsScale) {
  const rate = passRate(metrics);
  const { lint, coverage, complexity, loc } = metrics;
  return {
    tests_passing: { pass_rate: rate === null ? null : rate / 100 },
    code_quality: { severity: lint && 1 - meanSeverity(lint, maxSeverity, loc) / maxSeverity },
    coverage: { lines: coverage && coverage.lines.percentage / 100 },
    complexity: { mean: complexity && Math.max(0, 1 - complexity.mean / complexityThreshold) },
  };
}

/**
 * Over all lines of code, those without a problem as 0, so that fewer problems score better; over the problems alone if the
 * lines are unknown. A tree without problems has severity 0.
 */
function meanSeverity(
  { errors, warnings }: { errors: number; warnings: number },
  maxSeverity: number,
  loc: number | null,
): number {
  const problems = errors + warnings;
  return problems === 0 ? 0 : (errors * maxSeverity + warnings) / Math.max(problems, loc ?? 0);
}
