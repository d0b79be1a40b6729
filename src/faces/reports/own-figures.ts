import { type IterationTimes, overhead } from '../../core/analytics/overhead.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';

/** Jumar's own time in an iteration: neither the agent nor the checks. */
export function ownTimes(iteration: IterationState) {
  const { totalMs, measuringMs, guardingMs, decidingMs } = timesOf(iteration);
  const own = measuringMs + guardingMs + decidingMs;
  return {
    measuring_ms: measuringMs,
    guarding_ms: guardingMs,
    deciding_ms: decidingMs,
    share: totalMs > 0 ? Math.round((own / totalMs) * 10_000) / 100 : null,
  };
}

/**
 * Jumar's own time over a loop: mean, p95 and p99 in milliseconds, shares in percent of the iterations' time. Without
 * the baseline, which has no agent to compare with. The guard's times are the detection latency.
 */
export function ownFigures(state: LoopState) {
  const judged = state.iterations.filter(({ n, decision }) => n > 0 && decision !== null);
  const { percentage, measuring, guarding, deciding } = overhead(judged.map(timesOf));
  return {
    iterations: judged.length,
    integration_overhead_percentage: percentage,
    detection_latency_p95_ms: guarding.p95Ms,
    detection_latency_p99_ms: guarding.p99Ms,
    measuring: withSnakeCase(measuring),
    guarding: withSnakeCase(guarding),
    deciding: withSnakeCase(deciding),
  };
}

function timesOf({ startedAt, endedAt, measuringMs, guardMs, decidingMs }: IterationState): IterationTimes {
  return { totalMs: Math.max(0, endedAt - startedAt), measuringMs, guardingMs: guardMs, decidingMs };
}

function withSnakeCase({ meanMs, p95Ms, p99Ms, share }: ReturnType<typeof overhead>['measuring']) {
  return { mean_ms: meanMs, p95_ms: p95Ms, p99_ms: p99Ms, share };
}
