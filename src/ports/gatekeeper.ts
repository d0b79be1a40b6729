import type { Gate } from '../core/state/state.ts';

export interface GateAnswer {
  answer: 'approve' | 'reject' | 'abort';
  reason: string | null;
  /** Where it came from: `terminal`, `command`. */
  by: string;
}

/**
 * Asks a person. `nobody` if no one can be there (no terminal, and `wait` is not set); `timeout` if no answer
 * came. An answer by `jumar gate` of another process comes through Control and cancels the question by the signal.
 */
export interface Gatekeeper {
  ask(
    request: { gate: Gate; timeoutMs: number; wait: boolean },
    signal: AbortSignal,
  ): Promise<GateAnswer | 'nobody' | 'timeout'>;
}
