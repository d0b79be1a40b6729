import type { EventOf } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Agent } from './agent.ts';
import type { AgentTurns } from './agent-turns.ts';
import type { Checker } from './checker.ts';
import type { Commands } from './commands.ts';
import type { Control } from './control.ts';
import type { EventLog } from './event-log.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Guardian } from './guardian.ts';
import type { IterationFiles } from './iteration-files.ts';
import type { Memory } from './memory.ts';
import type { Meter } from './meter.ts';
import type { Model } from './model.ts';
import type { Mutator } from './mutator.ts';
import type { Notifier } from './notifier.ts';
import type { CachedResults, TreeOfLoop } from './results.ts';
import type { Room } from './room.ts';
import type { Safeguards } from './safeguards.ts';
import type { TestEditor } from './test-editor.ts';
import type { TestProber } from './test-prober.ts';
import type { Workspace } from './workspace.ts';

export type * from './activity.ts';
export type * from './agent.ts';
export type * from './agent-turns.ts';
export type * from './checker.ts';
export type * from './commands.ts';
export type * from './control.ts';
export type * from './event-log.ts';
export type * from './gatekeeper.ts';
export type * from './guardian.ts';
export type * from './iteration-files.ts';
export type * from './lease.ts';
export type * from './local-files.ts';
export type * from './log-store.ts';
export type * from './memory.ts';
export type * from './meter.ts';
export type * from './model.ts';
export type * from './mutator.ts';
export type * from './notifier.ts';
export type * from './results.ts';
export type * from './room.ts';
export type * from './safeguards.ts';
export type * from './test-editor.ts';
export type * from './test-prober.ts';
export type * from './workspace.ts';

/** Everything that a loop asks of the world. `createPorts` makes the real ones. */
export interface Ports {
  log: EventLog;
  workspace: Workspace;
  agent: Agent;
  /** Shared with loops that run beside this one; without it, its agents run when it wants them to. */
  turns?: AgentTurns | undefined;
  checker: Checker;
  meter: Meter;
  guardian: Guardian;
  /** Edits tests for experiments; without it none is made. */
  tests?: TestEditor | undefined;
  /** Calls what tests call with other inputs; without it nothing is. */
  prober?: TestProber | undefined;
  /** Makes mutants of a change; without it none are tested. */
  mutator?: Mutator | undefined;
  notifier: Notifier;
  gatekeeper: Gatekeeper;
  safeguards: Safeguards;
  room: Room;
  commands: Commands;
  control: Control;
  files: IterationFiles;
  /** Lessons of earlier loops; without it none are recalled or kept. */
  memory?: Memory | undefined;
  /** Writes summaries and reflections if an endpoint is configured; otherwise rules do. */
  model?: Model | undefined;
  /** Results of earlier runs on the same tree; left out if every command is to run. Never rejects. */
  remember?(tree: TreeOfLoop): Promise<CachedResults | null>;
  /** What a person set by `jumar config set` while the loop runs, merged over its frozen settings. */
  changedSettings(state: LoopState, values: Record<string, unknown>): Promise<EventOf<'settings-changed'>>;
  /** Called before each step. Throws if this process cannot go on, because its program was replaced. */
  checkProgram?(): void;
  now(): number;
  /** Resolves at that time, by the same clock; rejects with the signal's reason when it fires. */
  waitUntil(at: number, signal: AbortSignal): Promise<void>;
  /** A fresh id for a supervised run. */
  runId(): string;
}
