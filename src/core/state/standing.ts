import type { Fault } from './agent-run.ts';

/** How one of the loop's agents stands. */
export interface Standing {
  name: string;
  /** Runs in a row that came to nothing because of the agent's service. */
  misses: number;
  /** Not to be run before this time. */
  until: number;
  /** Why it cannot be used any more in this session. */
  out: string | null;
  /** What the last miss was. */
  fault: Fault | null;
}
