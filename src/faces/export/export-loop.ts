import { totalUsage } from '../../core/agents/usage.ts';
import { overhead, percentile } from '../../core/analytics/overhead.ts';
import { scoreBefore } from '../../core/analytics/trajectory.ts';
import { falsePositives } from '../../core/findings/false-positives.ts';
import { lossesIn } from '../../core/findings/losses.ts';
import { raisedIn } from '../../core/findings/raised.ts';
import { type Metrics, metricValue, wholeTests } from '../../core/metrics/metrics.ts';
import { selectionOf } from '../../core/selection/selection.ts';
import { type IterationState, judgedByHand, judgedLaunches, type LoopState } from '../../core/state/state.ts';
import { humanDecisions } from '../reports/human-decisions.ts';
import { recoveryFields } from './recovery.ts';
import { regressionEvents } from './regressions.ts';
import type { ExportedLoop } from './schema.ts';

export type Artifact = ExportedLoop['iteration_history'][number]['artifacts'][number];

export interface ExportSources {
  /** The files that an iteration changed; null if the snapshots cannot be read. */
  artifacts(iteration: IterationState): Promise<Artifact[] | null>;
  /** The display name of a guard pattern. */
  patternName(id: string): string;
  /** Where the readable files of the loop are. */
  files: string;
}

/** The whole state of a loop for other tools: snake_case, scores from 0 to 100, null if unknown. */
export async function exportLoop(state: LoopState, status: string, sources: ExportSources): Promise<ExportedLoop> {
  const usage = totalUsage(state);
  return {
    version: '2.0.0',
    loop_id: state.id,
    status,
    ending: state.ended?.ending ?? null,
    ending_reason: state.ended?.reason ?? null,
    iteration: judgedLaunches(state),
    iterations_by_hand: judgedByHand(state),
    max_iterations: state.settings.limits.maxIterations,
    task: state.task,
    task_type: state.taskType,
    agent: state.agent.name,
    completion_criteria: state.criteria.map(({ text }) => text),
    started_at: iso(state.createdAt),
    last_updated: iso(state.lastAt),
    baseline_metrics: baselineOf(state.iterations[0]),
    iteration_history: await Promise.all(
      state.iterations.filter(({ n, decision }) => n > 0 && decision).map((one) => historyOf(state, one, sources)),
    ),
    best_iteration: bestOf(state, sources),
    kept_iteration: state.best,
    regression_events: regressionEvents(state),
    alerts: state.iterations.flatMap(({ n, alerts }) =>
      alerts.map(({ type, severity, message }) => ({ iteration: n, type, severity, message })),
    ),
    human_decisions: humanDecisions(state),
    ...recoveryFields(state),
    detection_enabled: state.settings.guard.enabled && state.ended === null,
    detected_patterns: patternsOf(state, sources),
    persistence_metrics: persistenceOf(state),
    usage: { active_ms: state.activeMs, agent_ms: usage.agentMs, tokens: usage.tokens, cost_usd: usage.costUsd },
  };
}

function baselineOf(first: IterationState | undefined): ExportedLoop['baseline_metrics'] {
  if (!first?.metrics) return null;
  const { error_count, complexity, ...metrics } = snapshotOf(first.metrics);
  return { captured_at: iso(first.endedAt), ...metrics, custom_metrics: first.metrics.custom };
}

async function historyOf(state: LoopState, iteration: IterationState, sources: ExportSources) {
  const { n, score, quality, metrics, snapshot, decision } = iteration;
  const before = scoreBefore(state, iteration);
  const tests = metrics && wholeTests(metrics);
  const artifacts = (await sources.artifacts(iteration)) ?? artifactsWithoutHash(snapshot?.changes.paths ?? []);
  return {
    iteration: n,
    by_hand: iteration.byHand,
    timestamp: iso(iteration.endedAt),
    quality_score: toPercent(score),
    quality_delta: score === null || before === null ? null : toPercent(score - before),
    quality_breakdown: mapValues(quality?.breakdown ?? {}, toPercent),
    classification: iteration.classification,
    artifacts,
    snapshot_path: snapshotPath(sources, n),
    snapshot_commit: snapshot?.commit ?? null,
    test_results: tests && { ...tests, coverage: metricValue(metrics, 'coverage') },
    metrics_snapshot: metrics && snapshotOf(metrics),
    decision: decision && {
      action: decision.action,
      rule: decision.rule,
      reason: decision.reason,
      confidence: decision.confidence,
    },
    regression_detected: iteration.classification === 'regression' || decision?.action === 'rollback',
    recovery_attempted: state.recoveries.some((recovery) => recovery.iteration === n),
  };
}

function snapshotOf(metrics: Metrics) {
  const of = (name: string) => metricValue(metrics, name);
  return {
    test_count: of('test_count'),
    coverage_percentage: of('coverage'),
    typescript_errors: of('type_errors'),
    lint_errors: of('lint_errors'),
    lint_warnings: of('lint_warnings'),
    error_count: of('error_count'),
    file_count: of('file_count'),
    lines_of_code: of('loc'),
    complexity: of('complexity'),
  };
}

function bestOf(state: LoopState, sources: ExportSources): ExportedLoop['best_iteration'] {
  const best = state.iterations[state.best ?? 0];
  if (!best || best.n === 0) return null;
  return {
    iteration: best.n,
    quality_score: toPercent(best.score),
    snapshot_path: snapshotPath(sources, best.n),
    updated_at: iso(best.endedAt),
    selection_reason: selectionOf(state)?.rationale.join('; ') || 'no better iteration yet',
  };
}

function patternsOf(state: LoopState, { patternName }: ExportSources): ExportedLoop['detected_patterns'] {
  return raisedIn(state)
    .filter(({ source }) => source === 'guard')
    .map(({ pattern, type, iterations: [n = 0], severity, marked }) => ({
      pattern_id: pattern ?? type,
      pattern_name: patternName(pattern ?? type),
      iteration: n,
      timestamp: iso(state.iterations[n]?.endedAt ?? state.lastAt),
      severity,
      false_positive: marked !== null,
    }));
}

function persistenceOf(state: LoopState): ExportedLoop['persistence_metrics'] {
  const iterations = state.iterations.filter(({ n, decision }) => n > 0 && decision !== null);
  const guardTimes = iterations.filter(({ findings }) => findings !== null).map(({ guardMs }) => guardMs);
  const { percentage } = overhead(
    iterations.map((one) => ({
      totalMs: one.endedAt - one.startedAt,
      measuringMs: one.measuringMs,
      guardingMs: one.guardMs,
      decidingMs: 0,
    })),
  );
  const { rate, confirmed, markedFalse } = falsePositives(lossesIn(raisedIn(state)));
  const roundOrNull = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    detection_latency_p95_ms: roundOrNull(percentile(guardTimes, 0.95)),
    detection_latency_p99_ms: roundOrNull(percentile(guardTimes, 0.99)),
    integration_overhead_percentage: increase(percentage),
    false_positive_rate: rate,
    true_positive_count: confirmed,
    false_positive_count: markedFalse,
  };
}

/** Of a share of the whole: by how much it makes an iteration longer. */
function increase(share: number | null): number | null {
  return share === null || share >= 100 ? null : Math.round((share / (100 - share)) * 10_000) / 100;
}

function artifactsWithoutHash(paths: readonly string[]): Artifact[] {
  return paths.map((path) => ({ path, hash: null, size_bytes: null }));
}

function snapshotPath({ files }: Pick<ExportSources, 'files'>, n: number): string {
  return `${files}/iterations/iteration-${String(n).padStart(3, '0')}`;
}

const toPercent = (score: number | null) => (score === null ? null : Math.round(score * 10_000) / 100);
const iso = (at: number) => new Date(at).toISOString();

function mapValues<T, U>(values: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
