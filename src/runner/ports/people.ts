import type { News } from '../../core/news.ts';
import type { Settings } from '../../core/settings.ts';
import type { Gate } from '../../core/state.ts';

/** What people are told at a gate and at the end; also what a notification command reads on its stdin. */
export interface Notifier {
  /** One result per channel that is set. Never rejects but with the signal's reason. */
  notify(
    news: News,
    settings: Settings['notify'],
    signal: AbortSignal,
  ): Promise<{ channel: 'command' | 'webhook'; problem: string | null }[]>;
}

export interface GateAnswer {
  answer: 'approve' | 'reject' | 'abort';
  reason: string | null;
  /** Where it came from: `terminal`, `command`. */
  by: string;
}

/**
 * Asks a person. `nobody` where no one can be there (no terminal, and `wait` is not set); `timeout` where no answer
 * came. An answer by `jumar gate` of another process comes through Control and cancels the question by the signal.
 */
export interface Gatekeeper {
  ask(
    request: { gate: Gate; timeoutMs: number; wait: boolean },
    signal: AbortSignal,
  ): Promise<GateAnswer | 'nobody' | 'timeout'>;
}

/** What another process asked of the running loop. Consumed once. */
export type ControlRequest =
  | { type: 'pause'; now: boolean }
  /** Takes back a pause that has not come yet. */
  | { type: 'go-on' }
  /** Ends the agent's run; what it has done so far is checked. */
  | { type: 'skip' }
  | { type: 'abort'; revert: boolean; reason?: string | null }
  | { type: 'gate'; answer: 'approve' | 'reject'; reason: string | null; by?: string }
  | { type: 'settings'; values: Record<string, unknown> };

export interface Control {
  take(): Promise<ControlRequest | null>;
}
