import type { MetricAlert } from '../../core/metrics/alerts.ts';
import type { Classification } from '../../core/metrics/classify.ts';
import type { iterationDeltas } from '../../core/metrics/deltas.ts';
import type { Metrics } from '../../core/metrics/metrics.ts';
import type { Degradation } from '../../core/selection/selection.ts';

/** What is known of an iteration beside its metrics. */
interface Outcome {
  metrics: Metrics;
  /** The criteria of completion hold; without it they do not. */
  criteria_hold?: boolean;
  /** Anything that names the files exactly, such as a git tree: iterations with the same one are the same. */
  tree?: string;
}

/** One step of the tracker's reasoning. */
export interface Thought {
  type: 'goal' | 'extraction' | 'reasoning' | 'exception' | 'synthesis';
  text: string;
}

/** The judgement of the loop's own rules. */
export interface Recommendation {
  action: 'continue' | 'stop' | 'rollback' | 'escalate';
  /** The iteration to go back to; null if the action is not a rollback. */
  target_iteration: number | null;
  /** The rule that decided. */
  rule: string;
  reason: string;
  confidence: number;
  /** What to do differently, if the rules call for a recovery. */
  instruction: string | null;
}

/** The messages that the tracker receives and sends. */
export type TrackerMessage =
  | ({ type: 'BaselineRequest' } & Outcome)
  /** Iterations come in order. Without `started_from` it started from where the last recommendation led. */
  | ({ type: 'IterationComplete'; iteration: number; started_from?: number } & Outcome)
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
      thoughts: Thought[];
      recommendation: Recommendation;
    }
  | { type: 'RegressionAlert'; iteration: number; to: string[]; alerts: MetricAlert[] }
  | {
      type: 'BestIterationSelection';
      total_iterations: number;
      selected_iteration: number;
      final_iteration: number;
      selected_quality: number | null;
      final_quality: number | null;
      delta: number | null;
      improvement_percentage: number | null;
      quality_trajectory: Record<string, number | null>;
      degradation: Degradation | null;
      rationale: string[];
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
