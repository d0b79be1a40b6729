import type { Reach } from '../core/metrics/reach.ts';
import type { LoopFinding } from '../core/state/finding.ts';

export interface InspectRequest {
  /** Commits in the shadow repository. */
  before: string;
  after: string;
  task: string;
  /** The criteria that did not hold before. */
  aims: readonly string[];
  /** The tests that ran before and now, if both are known by name. */
  executed: { before: string[]; after: string[] } | null;
  /** What the tests of each file reached, if it is known of both. */
  reach: { before: Reach; after: Reach } | null;
  /** How long one attempt may take. */
  timeoutMs: number;
}

export interface Inspection {
  findings: LoopFinding[];
  /** Files that were not judged, and why; those of the change first. */
  skipped: { path: string; reason: string }[];
}

/** Looks for cheating and loss between two snapshots. Rejects if it could not judge: the iteration is then unmeasured. */
export interface Guardian {
  inspect(request: InspectRequest, signal: AbortSignal): Promise<Inspection>;
}
