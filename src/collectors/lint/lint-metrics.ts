import { type Metrics, maxRules } from '../../core/metrics/metrics.ts';
import { type LinterName, linters } from './index.ts';
import type { Area, Linter } from './linter.ts';
import type { LintResult } from './read-lint.ts';

export interface LintRun {
  linter: LinterName;
  /** A message if there is no reliable result. */
  result: LintResult | string;
}

/**
 * The metrics of linters and type checkers. If one of them could not be read, its whole area is unknown: the results of
 * the others are incomplete, and a broken linter configuration must not look like clean code.
 */
export function lintMetrics(runs: readonly LintRun[]): Pick<Metrics, 'lint' | 'types'> & { unknown: string[] } {
  const linting = resultsOf('lint', runs);
  const typing = resultsOf('types', runs);
  return {
    lint: linting && {
      errors: sum(linting.map(({ areas }) => areas.lint?.errors ?? 0)),
      warnings: sum(linting.map(({ areas }) => areas.lint?.warnings ?? 0)),
      byRule: topRules(linting),
      tools: linting.map(({ tool }) => tool).sort(),
    },
    types: typing && {
      errors: sum(typing.map(({ areas }) => areas.types?.errors ?? 0)),
      tools: typing.map(({ tool }) => tool).sort(),
    },
    unknown: runs.flatMap(({ linter, result }) =>
      typeof result === 'string' ? (linters[linter] as Linter).areas.map((area) => `${area}: ${result}`) : [],
    ),
  };
}

/** Null if no linter covers the area, or one of them has no result. */
function resultsOf(area: Area, runs: readonly LintRun[]): LintResult[] | null {
  const areaRuns = runs.filter(({ linter }) => (linters[linter] as Linter).areas.includes(area));
  const results = areaRuns.map(({ result }) => result).filter((result) => typeof result !== 'string');
  return areaRuns.length > 0 && results.length === areaRuns.length ? results : null;
}

function topRules(results: readonly LintResult[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { byRule } of results) {
    for (const [rule, times] of Object.entries(byRule)) counts.set(rule, (counts.get(rule) ?? 0) + times);
  }
  const sorted = [...counts].sort(([left, a], [right, b]) => b - a || left.localeCompare(right));
  return Object.fromEntries(sorted.slice(0, maxRules));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
