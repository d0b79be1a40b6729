/** Where one iteration's time went, in milliseconds. */
export interface IterationTimes {
  /** From the prompt to the decision. */
  totalMs: number;
  measuringMs: number;
  guardingMs: number;
  decidingMs: number;
}

export interface Overhead {
  /** Measuring, guarding and deciding, in percent of the whole. */
  percentage: number | null;
  measuring: Spread;
  guarding: Spread;
  deciding: Spread;
}

interface Spread {
  meanMs: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  /** In percent of the iterations' time. */
  share: number | null;
}

/** What Jumar itself cost over a loop. */
export function overhead(iterations: readonly IterationTimes[]): Overhead {
  const total = iterations.reduce((sum, { totalMs }) => sum + totalMs, 0);
  const of = (part: 'measuringMs' | 'guardingMs' | 'decidingMs') =>
    spread(
      iterations.map((one) => one[part]),
      total,
    );
  const own = iterations.reduce((sum, one) => sum + one.measuringMs + one.guardingMs + one.decidingMs, 0);
  return {
    percentage: total > 0 ? tidy((own / total) * 100) : null,
    measuring: of('measuringMs'),
    guarding: of('guardingMs'),
    deciding: of('decidingMs'),
  };
}

/** The smallest value that at least this share of the values does not exceed; null of nothing. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}

function spread(values: readonly number[], total: number): Spread {
  const sum = values.reduce((all, value) => all + value, 0);
  return {
    meanMs: values.length > 0 ? tidy(sum / values.length) : null,
    p95Ms: percentile(values, 0.95),
    p99Ms: percentile(values, 0.99),
    share: total > 0 ? tidy((sum / total) * 100) : null,
  };
}

const tidy = (value: number) => Math.round(value * 100) / 100;
