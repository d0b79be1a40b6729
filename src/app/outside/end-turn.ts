import type { EventOf, LoopEvent } from '../../core/state/events.ts';
import { currentIteration, type IterationState, isNoop, type LoopState, launches } from '../../core/state/state.ts';
import { stateHome } from '../../store/home.ts';
import { iterationFiles } from '../../store/iteration-files.ts';
import { loopPaths, type Project, projectOf } from '../../store/layout.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import type { AppContext } from '../context.ts';
import { openLoopOf } from './begin-turn.ts';
import { driveOutside } from './drive.ts';
import { readSession, type SessionName } from './session-store.ts';

/** What an agent that wants to stop is answered. */
export type TurnVerdict =
  /** Nothing is judged: no baseline, a person let it go, or nothing was changed. */
  | { kind: 'not-judged'; why: string | null }
  | { kind: 'verified'; state: LoopState }
  | { kind: 'sent-back'; state: LoopState; instruction: string }
  /** It may stop all the same: its tries or its time are used up, or it changed nothing more. */
  | { kind: 'not-verified'; state: LoopState; reason: string };

export interface EndOfTurn extends SessionName {
  /** The agent was sent back before and stops again, with no prompt of a person in between. */
  isSentBack: boolean;
  /** The end of what it said. */
  said: string;
}

/** The agent wants to stop: judges what it left, in the judge's room. The files that it works on are only read. */
export async function endTurn(context: AppContext, turn: EndOfTurn, signal: AbortSignal): Promise<TurnVerdict> {
  const { root } = await locateWorkspace(context.cwd);
  const project = await projectOf(await stateHome(context.env), root);
  const record = await readSession(project, turn);
  if (!record) return { kind: 'not-judged', why: 'no baseline was taken at the prompt' };
  if (record.isOff) return { kind: 'not-judged', why: null };
  const before = await openLoopOf(project, record);
  if (!before) return { kind: 'not-judged', why: null };

  const place = { project, loop: before.id };
  let isFirst = true;
  const open = (now: LoopState | null) => {
    // Another hook of the same stop has answered meanwhile: its answer holds for both.
    if (!now || (isFirst && now.lastSeq !== before.lastSeq)) return [];
    isFirst = false;
    return [...roomForTries(now, turn), ...endOfRun(now, turn)];
  };
  const minutes = before.settings.session.timeoutMinutes;
  let state = await driveOutside(place, context, signal, minutes, open);
  // The first session only came as far as the agent's start: after a limit, or a baseline that was cut off.
  if (!state.ended && judged(state) === judged(before) && state.lastSeq !== before.lastSeq && !signal.aborted)
    state = await driveOutside(place, context, signal, minutes, open);
  return verdictOf(project, state, turn);
}

async function verdictOf(project: Project, state: LoopState, turn: EndOfTurn): Promise<TurnVerdict> {
  const last = lastJudged(state);
  if (!last || last.n === 0) return { kind: 'not-judged', why: state.ended?.reason ?? INTERRUPTED };
  if (last.snapshot?.tree === state.iterations[0]?.snapshot?.tree) return { kind: 'not-judged', why: null };
  if (state.ended?.ending === 'completed') return { kind: 'verified', state };
  const reason = last.decision?.reason ?? '';
  if (state.ended) return { kind: 'not-verified', state, reason: state.ended.reason };
  if (isNoop(last) && !turn.isSentBack) return { kind: 'not-verified', state, reason };
  const { loop, n } = { loop: state.id, n: currentIteration(state)?.n ?? 0 };
  const instruction = await iterationFiles(loopPaths(project, loop)).read(n, 'prompt.md');
  return { kind: 'sent-back', state, instruction: instruction ?? reason };
}

const INTERRUPTED = 'the judge was interrupted, or took longer than session.timeoutMinutes';

const judged = (state: LoopState) => state.iterations.filter(({ decision }) => decision !== null).length;

function lastJudged(state: LoopState): IterationState | undefined {
  return state.iterations.findLast(({ decision }) => decision !== null);
}

/** A person's prompt resets the agent's tries and the judge's minutes. */
function roomForTries(state: LoopState, { isSentBack }: EndOfTurn): LoopEvent[] {
  if (isSentBack && !state.ended) return [];
  const { settings } = state;
  const used = launches(state) - (state.ended ? 0 : 1);
  const maxIterations = Math.max(0, used) + settings.session.tries;
  const timeoutMinutes = Math.floor(state.activeMs / 60_000) + settings.session.timeoutMinutes;
  const limits = { ...settings.limits, maxIterations, timeoutMinutes };
  if (limits.maxIterations === settings.limits.maxIterations && timeoutMinutes === settings.limits.timeoutMinutes)
    return [];
  return [{ type: 'settings-changed', settings: { ...settings, limits } }];
}

/** What is known of the run of an agent that another process started; nothing if it has not begun. */
function endOfRun(state: LoopState, { said }: EndOfTurn): EventOf<'agent-finished'>[] {
  const last = currentIteration(state);
  if (!last || last.run === null || last.decision !== null) return [];
  return [
    {
      type: 'agent-finished',
      iteration: last.n,
      run: last.run,
      outcome: 'ok',
      reason: 'it wants to stop',
      exitCode: null,
      durationMs: Math.max(0, Date.now() - last.startedAt),
      outputFile: '',
      outputBytes: 0,
      excerpt: said.slice(-MAX_SAID),
      blocked: null,
      strays: 0,
      error: null,
      model: null,
      usage: null,
      costUsd: null,
      costEstimated: false,
    },
  ];
}

const MAX_SAID = 2000;
