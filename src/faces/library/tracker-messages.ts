import type { MetricAlert } from '../../core/metrics/alerts.ts';
import type { Classification } from '../../core/metrics/classify.ts';
import type { iterationDeltas } from '../../core/metrics/deltas.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';

/** The messages that the tracker takes, and those it sends. */
export type TrackerMessage =
  | { type: 'BaselineRequest'; metrics: Metrics }
  | { type: 'IterationComplete'; iteration: number; metrics: Metrics }
  /** With `complete`, the question is which output to keep; else whether to go on. */
  | { type: 'LoopDecisionRequest'; complete?: boolean }
  | {
      type: 'ProgressReport';
      iteration: number;
      classification: Classification;
      quality_score: number | null;
      deltas: ReturnType<typeof iterationDeltas>;
      alerts: MetricAlert[];
      best: { iteration: number; quality_score: number | null };
      recommendation: { action: 'continue' | 'stop' | 'rollback'; reason: string; confidence: number };
    }
  | { type: 'RegressionAlert'; iteration: number; to: string[]; alerts: MetricAlert[] }
  | {
      type: 'BestIterationSelection';
      selected_iteration: number;
      final_iteration: number;
      selected_quality: number | null;
      final_quality: number | null;
      delta: number | null;
    };

/** Somebody who can be talked to. */
export interface Conversable {
  name: string;
  /** Hands a message to another, and gives back what that one says. */
  send(message: TrackerMessage, recipient: Conversable): Promise<TrackerMessage[]>;
  receive(message: TrackerMessage, sender: Conversable): Promise<TrackerMessage[]>;
  generateReply(messages: readonly TrackerMessage[]): Promise<TrackerMessage[]>;
  /** Begins with a message, and answers what comes back. */
  initiateChat(recipient: Conversable, message: TrackerMessage): Promise<TrackerMessage[]>;
}
