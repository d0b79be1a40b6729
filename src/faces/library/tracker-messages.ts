import type { MetricAlert } from '../../core/metrics/alerts.ts';
import type { Classification } from '../../core/metrics/classify.ts';
import type { iterationDeltas } from '../../core/metrics/deltas.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';

/** The messages that the tracker receives and sends. */
export type TrackerMessage =
  | { type: 'BaselineRequest'; metrics: Metrics }
  | { type: 'IterationComplete'; iteration: number; metrics: Metrics }
  /** With `complete`, asks which iteration to keep; else whether to continue. */
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

/** An agent that exchanges messages. */
export interface Conversable {
  name: string;
  /** Sends a message and returns the recipient's replies. */
  send(message: TrackerMessage, recipient: Conversable): Promise<TrackerMessage[]>;
  receive(message: TrackerMessage, sender: Conversable): Promise<TrackerMessage[]>;
  generateReply(messages: readonly TrackerMessage[]): Promise<TrackerMessage[]>;
  /** Sends a first message and answers the replies. */
  initiateChat(recipient: Conversable, message: TrackerMessage): Promise<TrackerMessage[]>;
}
