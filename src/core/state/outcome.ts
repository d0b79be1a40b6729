import type { Ending } from './decision.ts';

export type Status =
  | 'running'
  | 'paused'
  | 'completing'
  | 'completed'
  | 'failed'
  | 'stopped'
  | 'blocked'
  | 'aborted'
  | 'crashed';

interface Outcome {
  status: Status;
  exitCode: number;
  /** Whether `jumar resume` may take the loop up again. */
  resumable: boolean;
}

/** One row per way a loop can end; exit codes are a public promise. */
export const outcomes: Record<Ending, Outcome> = {
  completed: { status: 'completed', exitCode: 0, resumable: false },
  'not-shown': { status: 'stopped', exitCode: 4, resumable: true },
  'iteration-limit': { status: 'stopped', exitCode: 1, resumable: true },
  'time-limit': { status: 'stopped', exitCode: 1, resumable: true },
  budget: { status: 'stopped', exitCode: 5, resumable: true },
  stalled: { status: 'stopped', exitCode: 3, resumable: true },
  cycling: { status: 'stopped', exitCode: 3, resumable: true },
  'no-ops': { status: 'stopped', exitCode: 3, resumable: true },
  regressing: { status: 'stopped', exitCode: 3, resumable: true },
  hook: { status: 'stopped', exitCode: 3, resumable: true },
  blocked: { status: 'blocked', exitCode: 4, resumable: true },
  escalated: { status: 'blocked', exitCode: 4, resumable: true },
  'agent-cannot-run': { status: 'failed', exitCode: 6, resumable: true },
  'could-not-measure': { status: 'failed', exitCode: 7, resumable: true },
  aborted: { status: 'aborted', exitCode: 130, resumable: false },
};

export const EXIT_USAGE = 2;
export const EXIT_INTERRUPTED = 130;
