import type { Recorded } from '../../core/state/events.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Activity } from '../../ports/activity.ts';

/** A face of the loop: told every event after it was recorded, with the state folded up to it. It only ever reads. */
export interface Reporter {
  onEvent(record: Recorded, state: LoopState): void;
  /** What goes on between two events. */
  onActivity?(activity: Activity): void;
}
