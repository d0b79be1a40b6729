import type { LoopState } from '../../core/state/state.ts';
import type { ListRecord } from '../../core/tasks/events.ts';
import type { ListState } from '../../core/tasks/state.ts';
import type { AppContext } from '../context.ts';
import type { Host, LoopPlace } from '../host.ts';
import type { WorktreeHome } from '../in-worktree.ts';
import type { ListSession } from './list-session.ts';

/** What a loop of a list is for. */
export interface LoopPurpose {
  /** Null: the project's own checks before any work. */
  task: string | null;
  kind: 'work' | 'integration' | 'own';
}

/** How a caller watches a list and its loops. */
export interface ListHost {
  /** Pauses the list and all its loops. */
  signal: AbortSignal;
  observe(record: ListRecord, state: ListState): void | Promise<void>;
  watchLoop(place: LoopPlace, purpose: LoopPurpose): Pick<Host, 'observe' | 'onActivity' | 'note'>;
}

/** What the steps of a running list share. */
export interface ListRun {
  context: AppContext;
  place: WorktreeHome;
  session: ListSession;
  host: ListHost;
  /** Of the caller, of the lease, and of the budget. */
  signal: AbortSignal;
  /** The loops under way, as they stood when they last recorded something. */
  live: Map<string, LoopState>;
  /** Called whenever `live` has changed. */
  onSpent(): void;
}
