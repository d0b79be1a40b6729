import type { RunnersCoverage } from '../collectors/probe/runners-coverage.ts';
import type { Expense, Fault } from '../core/agent-run.ts';
import type { Criterion } from '../core/criterion.ts';
import type { LoopEvent, Recorded, SnapshotFact } from '../core/events.ts';
import type { LoopFinding } from '../core/finding.ts';
import type { Metrics } from '../core/metrics.ts';
import type { News } from '../core/news.ts';
import type { Settings } from '../core/settings.ts';
import type { Allowance } from '../core/spending.ts';
import type { Gate, LoopState } from '../core/state.ts';
import type { TestRun } from '../core/tests.ts';
import type { Toolchain } from '../core/toolchain.ts';
import type { Verdict } from '../core/verdict.ts';
import type { Moved } from '../core/verification/events.ts';
import type { HiddenCheck } from '../core/verification/settings.ts';
import type { Model } from '../models/model.ts';
import type { Remembered } from '../results/remember.ts';
import type { Trespass } from '../verify/enforce.ts';
import type { HiddenFiles } from '../verify/hidden.ts';
import type { PristineFiles } from '../verify/pristine.ts';
import type { TreeDifference } from '../workspace/amend.ts';
import type { LaidFile } from '../workspace/overlay.ts';
import type { Memory } from './memory.ts';

/**
 * The loop's truth. `append` resolves only when the event is on disk; it rejects where the disk is full, the log was
 * changed by somebody else since the last append, or the writer's lock is lost, and then nothing was appended.
 */
export interface EventLog {
  append(event: LoopEvent): Promise<Recorded>;
}

export interface Changes {
  files: number;
  insertions: number;
  deletions: number;
  /** At most 50, repository-relative, non-UTF-8 bytes shown as `\xNN`. */
  paths: string[];
}

export interface Snapshot extends SnapshotFact {
  notes: string[];
}

/**
 * The working tree and its history in the shadow repository. Every method rejects with a WorkspaceError on a failure
 * the user must hear of (disk full, git missing); none leaves the user's own index, HEAD, branches or stash changed.
 */
export interface Workspace {
  /** Records the whole tree as `refs/jumar/<name>`; objects and ref are on disk when it resolves. */
  snapshot(name: string, parent: string | null): Promise<Snapshot>;
  /** Makes the tree byte-identical to the commit; ignored files stay. Tells how many paths had differed. */
  restore(commit: string): Promise<{ tree: string; extraneous: number }>;
  changes(from: string, to: string): Promise<Changes>;
  differences(from: string, to: string): Promise<TreeDifference[]>;
  /** Records as `refs/jumar/<name>` the snapshot with these paths as they are in `base`. The workspace is not touched. */
  amend(
    name: string,
    commit: string,
    base: string,
    paths: readonly string[],
  ): Promise<{ commit: string; tree: string }>;
  /** A fingerprint of the files that fix the snapshot's dependencies; empty where there is none. */
  locks(commit: string): Promise<string>;
  /** HEAD, branches and tags of the user's repository. */
  branches(): Promise<Record<string, string>>;
  /** Copies the user's index, to be put back with `moveBack`. */
  keepIndex(target: string): Promise<boolean>;
  /** The one way in which the user's repository is written: references that an agent moved go back. Tells what did not. */
  moveBack(moved: readonly Moved[], keptIndex: string | null): Promise<string[]>;
}

export interface AgentRequest {
  /** Which of the loop's agents is to run. */
  agent: string;
  loop: string;
  iteration: number;
  /** Unique to this run; every process of the run carries it in its environment as JUMAR_RUN. */
  run: string;
  promptFile: string;
  /** The folder the agent works in. */
  cwd: string;
  /** Where the whole output goes. */
  outputFile: string;
  /** The file in which the agent may write why it is blocked. */
  blockedFile: string;
  /** The run is cancelled after this long, whatever the agent's own timeout says. */
  remainingMs: number;
  /** The run is cancelled when it has spent more than this. */
  allowance: Allowance;
  settings: Settings['agent'];
}

export interface AgentRun extends Expense {
  /** `limit`: the service refused for now; the error says until when, where it was announced. */
  outcome: 'ok' | 'failed' | 'timeout' | 'silent' | 'limit' | 'not-started' | 'cancelled';
  reason: string;
  exitCode: number | null;
  durationMs: number;
  outputBytes: number;
  excerpt: string;
  strays: number;
  /** From the agent's structured output only. */
  error: Fault | null;
  model: string | null;
}

/** `run` never rejects because an agent failed: that is an AgentRun. The signal ends the whole process tree. */
export interface Agent {
  run(request: AgentRequest, signal: AbortSignal): Promise<AgentRun>;
}

export interface CheckRequest {
  criteria: readonly Criterion[];
  /** The workspace's root; `cwd` is where commands run and file criteria are resolved. */
  root: string;
  cwd: string;
  run: string;
  /** `outputPath('c1')` is where that criterion's whole output goes. */
  outputPath(criterion: string): { absolute: string; relative: string };
  /** A folder of its own for what makes a criterion's test runners report. */
  probeFolder(criterion: string): string;
  settings: Settings;
  /** What is known of this tree. Without it every command runs: so do confirmations, and checks of an overlaid tree. */
  remembered?: Remembered | null;
  /** The run is measured, too: with coverage where that is asked for, and with the tests of `metrics.tests.command`. */
  measured?: boolean;
}

export interface CheckResult {
  /** One per criterion but those on metrics, in their order. */
  verdicts: Verdict[];
  /** What the test runners reported, all criteria together; null where no test runner was seen. */
  tests: TestRun | null;
  /** Why the tests are not known, or not all of them. */
  testsProblem?: string | null;
  /** How each command ended; one that is the build is not run a second time to measure it. */
  runs?: readonly { command: string; exitCode: number | null; durationMs: number }[];
  /** What the runners were made to tell beside their tests; left out where it was not asked for. */
  coverage?: RunnersCoverage | null;
}

/** What the meter needs to know of the checks. */
export type Checked = Pick<CheckResult, 'tests' | 'testsProblem' | 'runs' | 'coverage'>;

/** Runs every criterion that is not on a metric. Never rejects because a check failed; rejects with the signal's reason when cancelled. */
export interface Checker {
  verify(request: CheckRequest, signal: AbortSignal): Promise<CheckResult>;
}

export interface MeasureRequest {
  root: string;
  cwd: string;
  run: string;
  /** The snapshot's files, relative to the root. */
  commit: string;
  outputPath(name: string): { absolute: string; relative: string };
  settings: Settings;
  criteria: readonly Criterion[];
  remembered?: Remembered | null;
  /** What was found before any work; left out, it is looked for now. */
  toolchain?: Toolchain;
}

/**
 * Measures a tree beside its checks. What needs no test run starts at once; the rest waits for `checks`. What cannot be
 * had is null in the metrics and named there. Never rejects but with the signal's reason.
 */
export interface Meter {
  measure(request: MeasureRequest, checks: Promise<Checked>, signal: AbortSignal): Promise<Metrics>;
}

export interface InspectRequest {
  /** Commits in the shadow repository. */
  before: string;
  after: string;
  task: string;
  /** The tests that ran before and now, where both are known by name. */
  executed: { before: string[]; after: string[] } | null;
}

/** Looks for cheating and loss between two snapshots. Rejects where it could not judge; the loop then goes on without its word. */
export interface Guardian {
  inspect(request: InspectRequest, signal: AbortSignal): Promise<{ findings: LoopFinding[]; skipped: number }>;
}

/** What people are told at a gate and at the end; also what a notification command reads on its stdin. */
export interface Notifier {
  /** One result per channel that is set. Never rejects but with the signal's reason. */
  notify(
    news: News,
    settings: Settings['notify'],
    signal: AbortSignal,
  ): Promise<{ channel: 'command' | 'webhook'; problem: string | null }[]>;
}

export interface GateAnswer {
  answer: 'approve' | 'reject' | 'abort';
  reason: string | null;
  /** Where it came from: `terminal`, `command`. */
  by: string;
}

/**
 * Asks a person. `nobody` where no one can be there (no terminal, and `wait` is not set); `timeout` where no answer
 * came. An answer by `jumar gate` of another process comes through Control and cancels the question by the signal.
 */
export interface Gatekeeper {
  ask(
    request: { gate: Gate; timeoutMs: number; wait: boolean },
    signal: AbortSignal,
  ): Promise<GateAnswer | 'nobody' | 'timeout'>;
}

/**
 * What lies outside the agent's reach, and what judges beside the criteria. `lay` rejects where files cannot be laid in;
 * `putBack` undoes it, also where `lay` or the process had been cut short. None of it is done while an agent runs.
 */
export interface Safeguards {
  /** What of the agent's changes since `base` may not stand. */
  trespass(base: string, commit: string, state: LoopState): Promise<Trespass | null>;
  /** Removes ignored files that the agent put into protected places. */
  removeStrangers(paths: readonly string[]): Promise<void>;
  /** The baseline's versions of changed tests, test configuration and scripts. */
  pristine(baseline: string, commit: string, state: LoopState): Promise<PristineFiles>;
  /** Rejects, with a sentence for people, where the files cannot be had. */
  hidden(checks: readonly HiddenCheck[]): Promise<HiddenFiles>;
  lay(files: readonly LaidFile[]): Promise<void>;
  putBack(): Promise<void>;
  /** Notes which ignored files there are; the function it gives removes those that came since. */
  watchIgnored(commit: string): Promise<() => Promise<void>>;
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

/** What another process asked of the running loop. Consumed once. */
export type ControlRequest =
  | { type: 'pause'; now: boolean }
  /** Takes back a pause that has not come yet. */
  | { type: 'go-on' }
  /** Ends the agent's run; what it has done so far is checked. */
  | { type: 'skip' }
  | { type: 'abort'; revert: boolean; reason?: string | null }
  | { type: 'gate'; answer: 'approve' | 'reject'; reason: string | null; by?: string }
  | { type: 'settings'; values: Record<string, unknown> };

export interface Control {
  take(): Promise<ControlRequest | null>;
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
  changedSettings(settings: Settings, values: Record<string, unknown>): LoopEvent;
  now(): number;
  /** Resolves at that time, by the same clock; rejects with the signal's reason when it fires. */
  waitUntil(at: number, signal: AbortSignal): Promise<void>;
  /** A fresh id for a supervised run. */
  runId(): string;
}
