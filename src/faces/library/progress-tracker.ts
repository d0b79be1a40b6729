import { type MetricAlert, metricAlerts } from '../../core/metrics/alerts.ts';
import { type Classification, classify } from '../../core/metrics/classify.ts';
import { iterationDeltas } from '../../core/metrics/deltas.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import { scoreMetrics } from '../../core/quality/score.ts';
import type { TaskType } from '../../core/state/task-type.ts';
import type { Conversable, TrackerMessage } from './tracker-messages.ts';

export interface TrackerOptions {
  name?: string;
  taskType?: TaskType;
  /** A score this far below the best one is rolled back. */
  dropThreshold?: number;
}

interface TrackedIteration {
  iteration: number;
  metrics: Metrics;
  score: number | null;
  classification: Classification;
  alerts: MetricAlert[];
  previous: Metrics | null;
}

/**
 * The progress tracker as a chat agent: it receives metrics and replies with a judgement. It uses the functions of the
 * loop and knows only the messages it received.
 */
export function createProgressTracker(options: TrackerOptions = {}): Conversable {
  const { name = 'progress-tracker', taskType = 'test-fix', dropThreshold = 0.1 } = options;
  const tracked: TrackedIteration[] = [];

  const track = (iteration: number, metrics: Metrics): TrackedIteration => {
    const previous = tracked.at(-1)?.metrics ?? null;
    const baseline = tracked[0]?.metrics ?? null;
    const { score } = scoreMetrics(metrics, baseline, undefined, taskType).chosen;
    const alerts = previous ? metricAlerts({ previous, current: metrics }) : [];
    const history = tracked.slice(1).map(({ alerts: _, iteration: __, ...judged }) => judged);
    const { classification } = classify({ current: metrics, previous, score, history });
    const one = { iteration, metrics, score, classification, alerts, previous };
    tracked.push(one);
    return one;
  };

  const best = () =>
    tracked.reduce((top, one) => ((one.score ?? -1) > (top.score ?? -1) ? one : top), tracked[0] as TrackedIteration);

  const advice = (
    one: TrackedIteration,
  ): { action: 'continue' | 'stop' | 'rollback'; reason: string; confidence: number } => {
    const criticalAlert = one.alerts.find(({ severity }) => severity === 'critical');
    const drop = (best().score ?? 0) - (one.score ?? 0);
    if (criticalAlert) return { action: 'rollback', reason: criticalAlert.message, confidence: 0.95 };
    if (one.score !== null && drop > dropThreshold)
      return { action: 'rollback', reason: `the score is ${drop.toFixed(2)} below best`, confidence: 0.9 };
    if (one.classification === 'stalled')
      return { action: 'stop', reason: 'no meaningful progress for 3 iterations', confidence: 0.8 };
    return { action: 'continue', reason: `classified as ${one.classification}`, confidence: 0.7 };
  };

  const report = (one: TrackedIteration): TrackerMessage => ({
    type: 'ProgressReport',
    iteration: one.iteration,
    classification: one.classification,
    quality_score: one.score,
    deltas: iterationDeltas(one.metrics, one.previous, tracked[0]?.metrics ?? null),
    alerts: one.alerts,
    best: { iteration: best().iteration, quality_score: best().score },
    recommendation: advice(one),
  });

  const answer = (message: TrackerMessage): TrackerMessage[] => {
    if (message.type === 'BaselineRequest') {
      tracked.length = 0;
      return [report(track(0, message.metrics))];
    }
    if (message.type === 'IterationComplete') {
      const one = track(message.iteration, message.metrics);
      const severeAlerts = one.alerts.filter(({ severity }) => isSevere(severity));
      if (severeAlerts.length === 0) return [report(one)];
      const alert: TrackerMessage = {
        type: 'RegressionAlert',
        iteration: one.iteration,
        to: ['orchestrator', 'human'],
        alerts: severeAlerts,
      };
      return [alert, report(one)];
    }
    const last = tracked.at(-1);
    if (message.type !== 'LoopDecisionRequest' || !last) return [];
    if (!message.complete) return [report(last)];
    const delta = best().score === null || last.score === null ? null : (best().score ?? 0) - last.score;
    return [
      {
        type: 'BestIterationSelection',
        selected_iteration: best().iteration,
        final_iteration: last.iteration,
        selected_quality: best().score,
        final_quality: last.score,
        delta: delta === null ? null : Math.round(delta * 1e6) / 1e6,
      },
    ];
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
