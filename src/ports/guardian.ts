import type { Reach } from '../core/metrics/reach.ts';
import type { LoopFinding } from '../core/state/finding.ts';

export interface InspectRequest {
  /** Commits in the shadow repository. */
  before: string;
  after: string;
  task: string;
  /** The tests that ran before and now, if both are known by name. */
  executed: { before: string[]; after: string[] } | null;
  /** What the tests of each file reached, if it is known of both. */
  reach: { before: Reach; after: Reach } | null;
}

/** Looks for cheating and loss between two snapshots. Rejects if it could not judge; the loop then goes on without it. */
export interface Guardian {
  inspect(request: InspectRequest, signal: AbortSignal): Promise<{ findings: LoopFinding[]; skipped: number }>;
}
