import type { ListChoices, ListRecord } from '../../core/tasks/events.ts';
import type { ListState } from '../../core/tasks/state.ts';
import type { AppContext } from '../context.ts';
import type { Host, LoopPlace } from '../host.ts';
import type { WorktreeHome } from '../in-worktree.ts';
import type { SharedAgents } from './agent-turns.ts';
import type { ListSession } from './list-session.ts';

/** What a loop of a list is for. */
export interface LoopPurpose {
  /** Null: the project's own checks before any work. */
  task: string | null;
  kind: 'work' | 'integration' | 'own';
  /** Of a bake-off: which of its entries. */
  entry?: string;
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
  /** The services of agents, shared by all loops. */
  shared: SharedAgents;
  /** What each loop of this session has cost by now: the list's log has it only once a loop has ended. */
  live: Map<string, number>;
  /** What was chosen when this session went on with the list: loops that go on get it, too. */
  chosen?: Partial<ListChoices>;
  /** Called when a loop is about to go on after an iteration: the budget of the list may be used up. */
  onSpent(): void;
}
