import { iterationDeltas } from '../../core/metrics/deltas.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import { selectionOf } from '../../core/selection/selection.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import type { TaskType } from '../../core/state/task-type.ts';
import { thoughtsOn } from './thoughts.ts';
import { trackedLoop, withIteration } from './tracked-loop.ts';
import type { Conversable, Recommendation, TrackerMessage } from './tracker-messages.ts';

export interface TrackerOptions {
  name?: string;
  taskType?: TaskType;
  /** A score this far below the best one is rolled back. */
  dropThreshold?: number;
  /** The limit at which it recommends to stop. */
  maxIterations?: number;
}

/**
 * The progress tracker as a chat agent: it receives metrics and replies with a judgement, made by the judge of every loop
 * from the messages it received. Rejects an iteration that comes before the baseline or leaves one out.
 */
export function createProgressTracker(options: TrackerOptions = {}): Conversable {
  const { name = 'progress-tracker', taskType = 'test-fix', dropThreshold = 0.1, maxIterations = 10 } = options;
  const begin = () => trackedLoop({ taskType, dropThreshold, maxIterations });
  let loop = begin();

  const answer = (message: TrackerMessage): TrackerMessage[] => {
    switch (message.type) {
      case 'BaselineRequest':
        loop = withIteration(begin(), { ...message, iteration: 0 });
        return [report(loop)];
      case 'IterationComplete':
        loop = withIteration(loop, message);
        return [...regressionAlert(loop), report(loop)];
      case 'LoopDecisionRequest':
        if (loop.iterations.length === 0) return [];
        return message.complete ? [selection(loop)] : [report(loop)];
      default:
        return [];
    }
  };

  const self: Conversable = {
    name,
    send: (message, recipient) => recipient.receive(message, self),
    receive: async (message) => answer(message),
    generateReply: async (messages) => messages.flatMap((message) => answer(message)),
    async initiateChat(recipient, message) {
      const replies = await recipient.receive(message, self);
      const answers = replies.flatMap((reply) => answer(reply));
      return [...replies, ...answers];
    },
  };
  return self;
}

function report(loop: LoopState): TrackerMessage {
  const last = loop.iterations.at(-1) as IterationState;
  const best = loop.best ?? 0;
  const before = last.parent === null ? null : (loop.iterations[last.parent]?.metrics ?? null);
  const baseline = last.n === 0 ? null : (loop.iterations[0]?.metrics ?? null);
  const deltas = iterationDeltas(last.metrics as NonNullable<typeof last.metrics>, before, baseline);
  const recommendation = recommendationOf(loop, last);
  return {
    type: 'ProgressReport',
    iteration: last.n,
    classification: last.classification ?? 'plateau',
    quality_score: last.score,
    deltas,
    alerts: last.alerts,
    best: { iteration: best, quality_score: loop.iterations[best]?.score ?? null },
    thoughts: thoughtsOn(last, deltas, recommendation),
    recommendation,
  };
}

function recommendationOf(loop: LoopState, { n, decision, best }: IterationState): Recommendation {
  if (!decision) throw new Error(`iteration ${n} has not been judged`);
  const { action, rule, reason, confidence } = decision;
  const recovery = loop.recoveries.at(-1);
  return {
    action: action === 'complete' ? 'stop' : action,
    target_iteration: action === 'rollback' ? best : null,
    rule,
    reason,
    confidence,
    instruction: recovery?.iteration === n ? recovery.instruction || null : null,
  };
}

function regressionAlert(loop: LoopState): TrackerMessage[] {
  const last = loop.iterations.at(-1) as IterationState;
  const alerts = last.alerts.filter(({ severity }) => isSevere(severity));
  if (alerts.length === 0) return [];
  return [{ type: 'RegressionAlert', iteration: last.n, to: ['orchestrator', 'human'], alerts }];
}

function selection(loop: LoopState): TrackerMessage {
  const chosen = selectionOf(loop);
  if (!chosen) throw new Error('no iteration has been judged');
  const score = (n: number) => loop.iterations[n]?.score ?? null;
  return {
    type: 'BestIterationSelection',
    total_iterations: chosen.trajectory.filter(({ iteration }) => iteration > 0).length,
    selected_iteration: chosen.selected,
    final_iteration: chosen.final,
    selected_quality: score(chosen.selected),
    final_quality: score(chosen.final),
    delta: chosen.difference,
    improvement_percentage: chosen.percent,
    quality_trajectory: Object.fromEntries(chosen.trajectory.map((one) => [`iteration_${one.iteration}`, one.score])),
    degradation: chosen.degradation,
    rationale: chosen.rationale,
  };
}
