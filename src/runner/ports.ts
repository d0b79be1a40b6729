import type { LoopEvent, Recorded } from '../core/events.ts';
import type { LoopState } from '../core/state.ts';
import type { Model } from '../models/model.ts';
import type { Remembered } from '../results/remember.ts';
import type { Memory } from './memory.ts';
import type { Agent } from './ports/agent.ts';
import type { Checker, Guardian, Meter } from './ports/checks.ts';
import type { Control, Gatekeeper, Notifier } from './ports/people.ts';
import type { Safeguards, Workspace } from './ports/workspace.ts';

export type * from './ports/agent.ts';
export type * from './ports/checks.ts';
export type * from './ports/people.ts';
export type * from './ports/workspace.ts';

/**
 * The loop's truth. `append` resolves only when the event is on disk; it rejects where the disk is full, the log was
 * changed by somebody else since the last append, or the writer's lock is lost, and then nothing was appended.
 */
export interface EventLog {
  append(event: LoopEvent): Promise<Recorded>;
}

export interface CommandRequest {
  command: string;
  cwd: string;
  run: string;
  stdinFile: string | null;
  /** stderr goes beside it, as `<outputFile>.stderr`, where the streams are split. */
  outputFile: string;
  streams: 'merged' | 'split';
  timeoutMs: number;
}

export interface CommandResult {
  ok: boolean;
  /** `exit 1`, `ran out of time after 60 s`. */
  reason: string;
  durationMs: number;
  /** The end of the output. */
  tail: string;
}

/** Runs a command of the user's that is neither agent nor check. Rejects with the signal's reason where it was cancelled, and in no other case. */
export interface Commands {
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
}

/** Where an iteration's large things live, beside the log. */
export interface IterationFiles {
  /** Creates the iteration's folder; `relative` is what events record. */
  path(iteration: number, name: string): { absolute: string; relative: string };
  /** Replaces the file as a whole. */
  write(iteration: number, name: string, text: string): Promise<{ absolute: string; relative: string }>;
  /** The file's text, cut at `maxChars`; null where there is none. */
  read(iteration: number, name: string, maxChars?: number): Promise<string | null>;
  remove(iteration: number, name: string): Promise<void>;
}

/** The tree whose results are asked for, and the digests of results that the loop's own log names. */
export interface TreeOfLoop {
  commit: string;
  tree: string;
  trusted: ReadonlySet<string>;
}

export interface Ports {
  log: EventLog;
  workspace: Workspace;
  agent: Agent;
  checker: Checker;
  meter: Meter;
  guardian: Guardian;
  notifier: Notifier;
  gatekeeper: Gatekeeper;
  safeguards: Safeguards;
  commands: Commands;
  control: Control;
  files: IterationFiles;
  /** Lessons of earlier loops; without it none are recalled or kept. */
  memory?: Memory | undefined;
  /** Asked for summaries and reflections where an endpoint is configured; rules do it without. */
  model?: Model | undefined;
  /** Results of earlier runs on the same tree; left out where every command is to run. Never rejects. */
  remember?(tree: TreeOfLoop): Promise<Remembered | null>;
  /** What a person set by `jumar config set` while the loop runs, laid over its frozen settings. */
  changedSettings(state: LoopState, values: Record<string, unknown>): Promise<LoopEvent>;
  now(): number;
  /** Resolves at that time, by the same clock; rejects with the signal's reason when it fires. */
  waitUntil(at: number, signal: AbortSignal): Promise<void>;
  /** A fresh id for a supervised run. */
  runId(): string;
}
