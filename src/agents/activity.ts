import type { AgentEvent } from './adapter.ts';

/** What is going on in this moment; shown and streamed, never recorded. */
export type Activity =
  | {
      type: 'agent-activity';
      iteration: number;
      agent: string;
      event: AgentEvent;
      /** Since the run began. */
      ms: number;
      /** Of this run so far; null where unknown. */
      tokens: number | null;
      costUsd: number | null;
      costEstimated: boolean;
    }
  /** Once a second while the loop waits. */
  | { type: 'waiting'; until: number; leftMs: number };

export type OnActivity = (activity: Activity) => void;
