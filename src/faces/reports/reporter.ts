import type { Recorded } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Activity } from '../../ports/activity.ts';

/** Receives every event after it was recorded, with the state folded up to it. Read-only. */
export interface Reporter {
  onEvent(record: Recorded, state: LoopState): void;
  /** Activity between two events. */
  onActivity?(activity: Activity): void;
}
