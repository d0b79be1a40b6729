import { evolve } from '../../core/evolve.ts';
import { fold } from '../../core/fold.ts';
import { judge } from '../../core/judge.ts';
import { metricAlerts } from '../../core/metrics/alerts.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { adapt } from '../../core/recovery/adapt.ts';
import { diagnose } from '../../core/recovery/diagnose.ts';
import type { LoopEvent } from '../../core/state/events.ts';
import { settingsSchema } from '../../core/state/settings.ts';
import { type IterationState, type LoopState, snapshotRef } from '../../core/state/state.ts';
import type { TaskType } from '../../core/state/task-type.ts';

export interface TrackedOptions {
  taskType: TaskType;
  dropThreshold: number;
  maxIterations: number;
}

/** What somebody else measured. */
export interface Tracked {
  iteration: number;
  metrics: Metrics;
  criteria_hold?: boolean;
  tree?: string;
  started_from?: number;
}

/** A loop that somebody else runs, before its baseline: only what its judge needs. */
export function trackedLoop({ taskType, dropThreshold, maxIterations }: TrackedOptions): LoopState {
  const created: LoopEvent = {
    type: 'loop-created',
    loop: 'tracked',
    task: '',
    criteria: [{ id: CRITERION, text: 'the criteria', kind: 'exit', command: ':' }],
    taskType,
    settings: settingsSchema.parse({ limits: { maxIterations }, rules: { dropThreshold } }),
    template: null,
    agent: { name: 'command', command: null },
    workspace: { root: '/', cwd: '/' },
    version: '0.0.0',
  };
  return [created, { type: 'session-started', pid: 0, resumed: false } as const].reduce(appended, EMPTY) as LoopState;
}

/** The loop with one more iteration, judged by the same function as every loop. */
export function withIteration(loop: LoopState, tracked: Tracked): LoopState {
  const { iteration: n, started_from: from } = tracked;
  const next = loop.iterations.length;
  if (n > next) throw new RangeError(`iteration ${next} comes before iteration ${n}`);
  const begun = from === undefined ? loop : { ...loop, start: snapshotRef(loop, from) };
  const launched = n === 0 ? begun : appended(begun, started(n));
  const measured = factsOf(launched, tracked).reduce(appended, launched);
  const judged = appended(measured, judge(measured, n));
  const called = judged.iterations[n]?.decision?.recovery;
  if (!called || n === 0) return judged;
  const diagnosed = appended(judged, diagnose(judged, n));
  return appended(diagnosed, adapt(diagnosed, n));
}

const CRITERION = 'criteria';
const EMPTY = null as LoopState | null;

function appended<S extends LoopState | null>(state: S, event: LoopEvent): LoopState {
  const seq = (state?.lastSeq ?? 0) + 1;
  const record = { seq, at: seq, event };
  return state === null ? (fold([record]) as LoopState) : evolve(state, record);
}

function factsOf(loop: LoopState, { iteration, metrics, criteria_hold = false, tree }: Tracked): LoopEvent[] {
  const name = tree ?? `iteration ${iteration}`;
  const parent = loop.iterations[iteration]?.parent;
  const previous = (parent == null ? null : loop.iterations[parent]?.metrics) ?? null;
  const changes = { files: 0, insertions: 0, deletions: 0, paths: [] };
  return [
    ...(iteration === 0 ? [] : [finished(iteration)]),
    { type: 'snapshot-taken', iteration, commit: name, tree: name, head: null, changes, notes: [] },
    { type: 'checks-started', iteration },
    {
      type: 'metrics-taken',
      iteration,
      metrics,
      alerts: previous ? metricAlerts({ previous, current: metrics }) : [],
      lost: null,
      testsFile: null,
      durationMs: 0,
    },
    { type: 'checks-finished', iteration, verdicts: [verdict(metrics, criteria_hold)] },
  ];
}

function verdict({ tests }: Metrics, holds: boolean): NonNullable<IterationState['verdicts']>[number] {
  return {
    criterion: CRITERION,
    outcome: holds ? 'pass' : 'fail',
    reason: holds ? 'the criteria hold' : 'the criteria do not hold yet',
    unmeasured: null,
    exitCode: null,
    durationMs: 0,
    tests,
    excerpt: '',
    outputFile: null,
  };
}

const started = (iteration: number): LoopEvent => ({
  type: 'agent-started',
  iteration,
  run: `run-${iteration}`,
  agent: 'command',
  prompt: { file: '', sha256: '', chars: 0 },
});

const finished = (iteration: number): LoopEvent => ({
  type: 'agent-finished',
  iteration,
  run: `run-${iteration}`,
  outcome: 'ok',
  reason: 'done',
  exitCode: 0,
  durationMs: 0,
  outputFile: '',
  outputBytes: 0,
  excerpt: '',
  blocked: null,
  strays: 0,
  error: null,
  model: null,
  usage: null,
  costUsd: null,
  costEstimated: false,
});
