import type { Criterion } from '../criteria/criterion.ts';
import type { Toolchain } from '../criteria/toolchain.ts';
import type { Verdict } from '../criteria/verdict.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { StillBroken } from '../metrics/broken-tests.ts';
import type { Classification } from '../metrics/classify.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { CellProbe } from './cell.ts';
import type { Decision, Ending, Trigger } from './decision.ts';
import type { EventOf } from './events.ts';
import type { LoopFinding } from './finding.ts';
import type { Lesson } from './lesson.ts';
import type { Mishap } from './mishaps.ts';
import type { Status } from './outcome.ts';
import type { Diagnosis, StrategyName } from './recovery.ts';
import type { Reinforcement } from './reinforcement-level.ts';
import type { RoomChoice } from './room.ts';
import type { SetAside } from './set-aside.ts';
import type { Settings } from './settings.ts';
import type { Spending } from './spent.ts';
import type { Standing } from './standing.ts';
import type { Statement } from './statement.ts';
import type { TaskType } from './task-type.ts';
import type { TimeSpent } from './time-spent.ts';
import type { IterationChecks, LoopChecks } from './verification-state.ts';

type Body<T> = Omit<T, 'type' | 'iteration'>;

/** A tree the loop knows: an iteration's snapshot. */
export interface SnapshotRef {
  iteration: number;
  commit: string;
  tree: string;
  /** The same without the tests that the agent does not see. */
  seen?: { commit: string; tree: string } | undefined;
  /** How many of these tests are in it because they were revealed. */
  shows?: number | undefined;
}

export interface IterationState extends IterationChecks {
  n: number;
  /** The iteration whose tree this one started from; null for the baseline. */
  parent: number | null;
  /** The tree it started from; the agent did nothing if the snapshot's tree equals it. */
  startTree: string | null;
  /** Made by a person between two sessions, not by the agent. */
  byHand: boolean;
  /** By hand, in a log from before that was recorded: the snapshot's own figures mean nothing. */
  changesUnknown?: true;
  run: string | null;
  /** The name of the agent that ran. */
  by: string | null;
  prompt: EventOf<'agent-started'>['prompt'] | null;
  agent: Body<EventOf<'agent-finished'>> | null;
  /** The run was interrupted, and what it spent was recorded. */
  cancelled: boolean;
  snapshot: Body<EventOf<'snapshot-taken'>> | null;
  /** How many held-out tests the agent was shown by then. */
  shows?: number;
  verdicts: Verdict[] | null;
  /** Where they were reached; left out in a log from before there was a room. */
  checkedIn?: RoomChoice;
  /** The digest of the results that were kept for this tree. */
  kept?: string;
  metrics: Metrics | null;
  alerts: MetricAlert[];
  /** What the guard saw since the baseline; null until it has looked. */
  findings: LoopFinding[] | null;
  guardMs: number;
  /** Why the guard could not judge it; left out if it could, or has not looked. */
  unguarded?: string;
  /** Files that the guard did not judge, and how many there are; left out if there are none. */
  notJudged?: { files: { path: string; reason: string }[]; count: number };
  /** What was made of a failed iteration; null if it did not fail, or before. */
  reflected: Body<EventOf<'iteration-reflected'>> | null;
  /** Tests of the baseline that are gone; null if it is not known. */
  lost: { tests: string[]; count: number; expected?: string[] | undefined } | null;
  /** Tests that an earlier iteration broke, whose tree this one is built on, and that still do not pass. */
  unmended: StillBroken[];
  testsFile: string | null;
  reachFile?: string;
  /** How long measuring took beside the checks. */
  measuringMs: number;
  /** From the last fact to the judgement, its place in the log included. */
  decidingMs: number;
  score: number | null;
  quality: EventOf<'iteration-judged'>['quality'] | null;
  classification: Classification | null;
  /** What was best once this iteration had been judged. */
  best: number | null;
  decision: Decision | null;
  /** Where its running time went. */
  time: TimeSpent;
  /** When the iteration's first and last events were recorded. */
  startedAt: number;
  endedAt: number;
}

/** One pass of pause, diagnose, adapt, retry, escalate; in the order in which they were begun. */
export interface Recovery extends Diagnosis {
  attempt: number;
  iteration: number;
  trigger: Trigger;
  strategy: StrategyName | null;
  changes: string[];
  instruction: string;
  /** Why this strategy, or why none. */
  reason: string;
  retryIteration: number | null;
  /** Null until the retry has been judged. */
  outcome: 'success' | 'failed' | 'escalated' | null;
  /** Why a person is asked in the end; null if nobody is. */
  escalation: string | null;
  /** When each step was taken. */
  at: { pause: number; diagnose: number; adapt: number | null; retry: number | null; escalate: number | null };
}

/** A question to a person that holds the loop. */
export interface Gate {
  iteration: number;
  question: string;
  blockers: string[];
  openedAt: number;
  timeoutMinutes: number;
  /** The session that asked has found nobody to answer. */
  unattended: boolean;
  notified: boolean;
}

export interface LoopState extends LoopChecks {
  id: string;
  task: string;
  criteria: Criterion[];
  /** Found: nobody named them, so they may have nothing to do with the task. */
  criteriaFrom: NonNullable<EventOf<'loop-created'>['criteriaFrom']>;
  taskType: TaskType;
  settings: Settings;
  /** What the project's files and the environment set when it was created. */
  configured?: Record<string, unknown>;
  template: string | null;
  /** A progress strategy of the user's own; null for a built-in one. */
  strategy: { path: string; source: string } | null;
  /** The prompt says nothing of this iteration and those before it: a person cleared the progress. */
  progressSince: number;
  loopType: { name: string; variables: Record<string, string> } | null;
  /** What earlier loops taught; null until it was looked for. */
  lessons: Lesson[] | null;
  /** What this loop leaves to later ones. */
  lesson: Lesson | null;
  agent: EventOf<'loop-created'>['agent'];
  /** The loop's agents in order of preference, and which of them can be run now. */
  agents: Standing[];
  spent: Spending;
  workspace: { root: string; cwd: string; worktreeOf?: string | undefined; uncommitted?: number | undefined };
  /** What it is measured with, as found before any work. */
  toolchain?: Toolchain;
  /** Of loops that are compared: it chooses the tests that are held out. */
  heldOutSeed?: string;
  /** Whether agents of this session can have a cell; null if not recorded. */
  cell: CellProbe | null;
  createdAt: number;
  status: Status;
  /** `iterations[n].n === n`; the last one may be under way. */
  iterations: IterationState[];
  /** The last iteration as it was judged, while a resumed session has yet to judge it again. */
  reopened: IterationState | null;
  best: number | null;
  /** Where the next iteration starts from. */
  start: SnapshotRef | null;
  /** What the last session left in the workspace when the loop ended, until a session has looked at it. */
  left: SnapshotRef | null;
  /** The tree the workspace is known to hold; null if an agent, a check or a person may have changed it since. */
  workspaceTree: string | null;
  /** Half-done work of a run that a limit ended: the next run takes it up. */
  carried: { commit: string; tree: string } | null;
  /** The run that a limit ended has not been looked after yet: its work is kept first. */
  missed: boolean;
  /** Runs of the iteration to come that were ended by a limit. */
  misses: number;
  waiting: { agent: string; until: number; reason: string } | null;
  /** A resumed session first keeps what it finds in the workspace. */
  unsaved: boolean;
  /** Nothing was under way when the last session left, so all changes since then are a person's work. */
  atRest: boolean;
  /** Rules that count repetitions look only at iterations after this one: a person who resumes gives a fresh chance. */
  rulesSince: number;
  /** Ids of blockers that a person approved. */
  approved: string[];
  /** Ids of blockers that a person rejected: they were rightly raised. */
  rejected: string[];
  /** What a person called a false positive: it neither blocks nor counts against an iteration. */
  marked: { id: string; reason: string | null }[];
  /** Every statement of a person, in order. */
  said: Statement[];
  /** What restores and resumed sessions took out of the workspace, oldest first. */
  setAside: SetAside[];
  /** What went wrong beside the loop, oldest first: a notification, a hook, the guard. */
  mishaps: Mishap[];
  recoveries: Recovery[];
  reinforcement: Reinforcement;
  reinforcementHistory: { at: number; iteration: number; from: Reinforcement; to: Reinforcement; reason: string }[];
  /** The open gate; null once it has been answered. */
  gate: Gate | null;
  /** People have been notified of the coming end. */
  endNotified: boolean;
  pausedBy: 'interrupt' | 'request' | null;
  abort: { revert: boolean; toBest?: boolean; reason?: string } | null;
  ended: {
    ending: Ending;
    reason: string;
    best: number | null;
    at: number;
    edited?: { paths: string[]; count: number };
  } | null;
  /** Running time: pauses, the time between sessions and the machine's sleep do not count. */
  activeMs: number;
  /** Where it went. */
  time: TimeSpent;
  lastAt: number;
  lastSeq: number;
}

export function currentIteration(state: LoopState): IterationState | undefined {
  return state.iterations[state.iterations.length - 1];
}

/** Whether an agent has worked in the workspace, also in a run that was cut off. */
export function hasRunAgent({ spent, iterations, misses }: LoopState): boolean {
  return spent.runs > 0 || misses > 0 || iterations.some(({ run }) => run !== null);
}

/** An agent outside of the loop works on the iteration: what comes next is its own to say. */
export function isAgentAtWork({ agent, iterations }: LoopState): boolean {
  const last = iterations.at(-1);
  return agent.isOutside === true && last !== undefined && last.run !== null && last.agent === null;
}

/** The snapshot of an iteration that is known to have one. */
export function snapshotRef(state: LoopState, n: number): SnapshotRef {
  const snapshot = state.iterations[n]?.snapshot;
  if (!snapshot) throw new Error(`iteration ${n} of ${state.id} has no snapshot`);
  const { commit, tree, seen } = snapshot;
  return { iteration: n, commit, tree, ...(seen && { seen, shows: state.iterations[n]?.shows ?? 0 }) };
}

/** A tree as the agent sees it, and as what the agent hears of is judged on. */
export function seenOf(ref: SnapshotRef): SnapshotRef {
  return ref.seen ? { iteration: ref.iteration, ...ref.seen } : ref;
}

export function seenRef(state: LoopState, n: number): SnapshotRef {
  return seenOf(snapshotRef(state, n));
}

/** The iterations that led from the baseline, which is left out, to this one; this one first. */
export function lineTo(state: LoopState, n: number): IterationState[] {
  const line: IterationState[] = [];
  for (let at = n; at > 0; ) {
    const iteration = state.iterations[at];
    if (!iteration) break;
    line.push(iteration);
    if (iteration.parent === null || iteration.parent >= at) break;
    at = iteration.parent;
  }
  return line;
}

/** What an iteration changed; null if it has no snapshot, or it was not recorded. */
export function changesIn({ snapshot, changesUnknown }: IterationState) {
  return changesUnknown || !snapshot ? null : snapshot.changes;
}

/** What an iteration changed since the baseline; null if it was not recorded. */
export function netChangesIn(iteration: IterationState) {
  if (!iteration.snapshot || iteration.changesUnknown) return null;
  if (iteration.snapshot.net) return iteration.snapshot.net;
  return iteration.parent === null || iteration.parent === 0 ? iteration.snapshot.changes : null;
}

/** Iterations that an agent made: what a person did by hand does not count against the limit. */
export function launches(state: LoopState): number {
  return state.iterations.filter((iteration) => iteration.run !== null).length;
}

/** The launches that came to a judgement: one that was interrupted is run again, and is not an iteration yet. */
export function judgedLaunches(state: LoopState): number {
  return state.iterations.filter(({ run, decision }) => run !== null && decision !== null).length;
}

/** Judged iterations that a person made: counted beside the launches, never among them. */
export function judgedByHand(state: LoopState): number {
  return state.iterations.filter(({ byHand, decision }) => byHand && decision !== null).length;
}

/** The recovery that is under way: diagnosed, and its retry not yet judged. */
export function openRecovery(state: LoopState): Recovery | null {
  const last = state.recoveries.at(-1);
  return last && last.outcome === null ? last : null;
}

/** The agent ran and the tree is what it was before. */
export function isNoop(iteration: IterationState): boolean {
  return iteration.startTree !== null && iteration.snapshot?.tree === iteration.startTree;
}
