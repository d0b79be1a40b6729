import { resetForResume, standings } from './agents/availability.ts';
import { nothingSpent, spend } from './agents/spending.ts';
import { comparesWithApproved, continueFromBest, isAnswered } from './gates/gate.ts';
import { blank } from './state/blank-iteration.ts';
import type { EventOf } from './state/events.ts';
import { outcomes } from './state/outcome.ts';
import { startingLevel } from './state/reinforcement-level.ts';
import { currentIteration, type IterationState, isAgentAtWork, type LoopState, snapshotRef } from './state/state.ts';
import { noTime } from './state/time-spent.ts';
import { freshLoopChecks, uncheckedAgain } from './state/verification-state.ts';

export function created(event: EventOf<'loop-created'>, at: number): Omit<LoopState, 'lastSeq'> {
  const { loop, task, criteria, taskType, settings, template, agent, workspace, toolchain } = event;
  return {
    id: loop,
    task,
    criteria,
    criteriaFrom: event.criteriaFrom ?? 'named',
    taskType,
    settings,
    template,
    strategy: event.strategy ?? null,
    progressSince: 0,
    loopType: event.loopType ?? null,
    lessons: null,
    lesson: null,
    agent,
    workspace,
    ...(toolchain && { toolchain }),
    ...(event.heldOutSeed !== undefined && { heldOutSeed: event.heldOutSeed }),
    cell: null,
    ...(event.configured && { configured: event.configured }),
    createdAt: at,
    agents: standings(settings.agent.names.length > 0 ? settings.agent.names : [agent.name]),
    spent: nothingSpent,
    status: 'running',
    iterations: [],
    reopened: null,
    best: null,
    start: null,
    left: null,
    workspaceTree: null,
    carried: null,
    missed: false,
    misses: 0,
    waiting: null,
    unsaved: false,
    atRest: false,
    rulesSince: 0,
    approved: [],
    rejected: [],
    marked: [],
    said: [],
    setAside: [],
    mishaps: [],
    recoveries: [],
    reinforcement: startingLevel(settings.reinforcement.setting),
    reinforcementHistory: [],
    gate: null,
    endNotified: false,
    pausedBy: null,
    abort: null,
    ended: null,
    activeMs: 0,
    time: noTime,
    lastAt: at,
    ...freshLoopChecks(event.protect ?? []),
  };
}

/** An agent or check that had begun and not ended is forgotten, so that nextStep does it again from its snapshot. */
export function resumed(state: LoopState): LoopState {
  const last = currentIteration(state);
  const gate = remainingGate(state);
  const hasAnswer = last && state.ended && isAnswered(last);
  let iterations = state.iterations;
  const again = (state.ended || state.reopened) && !gate && !hasAnswer;
  const isOutside = state.agent.isOutside === true;
  if (last && isOutside && isHalfJudged(last)) iterations = [...iterations.slice(0, -1), atWorkAgain(last)];
  else if (isAgentAtWork(state)) iterations = state.iterations;
  else if (last && last.run !== null && last.agent === null) iterations = iterations.slice(0, -1);
  else if (last && again) iterations = [...iterations.slice(0, -1), reopened(state, last)];
  const rested = state.atRest;
  const lostRun = last && !isOutside && last.run !== null && last.agent === null && !last.cancelled;
  const next: LoopState = {
    ...state,
    iterations,
    reopened: again ? (state.reopened ?? last ?? null) : null,
    status: 'running',
    pausedBy: null,
    ended: null,
    gate: gate && { ...gate, unattended: false },
    endNotified: false,
    unsaved: iterations.length > 0 && !isOutside,
    workspaceTree: null,
    setup: state.setup?.ok ? state.setup : null,
    // Where none could be held out before any work, it is tried again, under what may be other settings.
    heldOut: iterations.length <= 1 && state.heldOut?.tests.length === 0 ? null : state.heldOut,
    hooked: state.hooked.filter((key) => !/^(?:onStop|postLoop):/.test(key)),
    missed: false,
    waiting: null,
    agents: resetForResume(state.agents),
    spent: lostRun ? spend(state.spent, unreportedSpending(state.lastAt - last.startedAt)) : state.spent,
    rulesSince: rested && !gate ? Math.max(0, iterations.length - 1) : state.rulesSince,
  };
  return hasAnswer ? continueFromBest(next, last.n) : next;
}

/** The judge was interrupted, and the agent has worked on since: it is judged by what it leaves now. */
const isHalfJudged = ({ run, agent, decision }: IterationState) => run !== null && agent !== null && decision === null;

function atWorkAgain({ n, parent, startTree, run, by, prompt, startedAt }: IterationState): IterationState {
  return { ...blank(n, startedAt), parent, startTree, run, by, prompt };
}

/** Resuming a blocked loop means that a person dealt with the cause; every other question stays open. */
function remainingGate({ gate, iterations }: LoopState): LoopState['gate'] {
  return gate && iterations[gate.iteration]?.decision?.ending === 'blocked' ? null : gate;
}

/** The last iteration of an ended loop is judged again, under what may be new limits; what could not be measured is measured again. */
function reopened(state: LoopState, last: IterationState): IterationState {
  const measured = last.verdicts?.every((verdict) => verdict.outcome !== 'unmeasured') ?? false;
  const keep = measured && !comparesWithApproved(state);
  const { unguarded, ...guarded } = last;
  const next = unguarded === undefined ? last : { ...guarded, findings: null };
  return { ...next, decision: null, ...(keep ? {} : { ...uncheckedAgain(), reflected: null }) };
}

/** Restores the iteration that a resume reopened but did not judge again, so that an aborted resume loses nothing. */
export function settled(state: LoopState): LoopState {
  const { reopened: before, iterations } = state;
  if (!before) return state;
  const now = iterations[before.n];
  if (now && (now.decision !== null || before.decision === null)) return state;
  return { ...state, iterations: [...iterations.slice(0, before.n), before, ...iterations.slice(before.n + 1)] };
}

/** A run that died with its runner: what it spent is unknown. */
function unreportedSpending(durationMs: number) {
  return { usage: null, costUsd: null, costEstimated: false, durationMs, outcome: 'lost' };
}

/** The last iteration is not judged yet: a pause left it half done. */
export function underWay(state: LoopState): boolean {
  const last = currentIteration(state);
  return last !== undefined && last.decision === null;
}

export function ended(state: LoopState, event: EventOf<'loop-ended'>, at: number): LoopState {
  const { ending, reason, best, edited } = event;
  const whole = settled(state);
  const keepsTree = ending === 'aborted' && !(state.abort?.toBest && best !== null);
  const final = keepsTree ? state.start : best === null ? null : snapshotRef(state, best);
  return {
    ...whole,
    reopened: null,
    // An abort answers the open question.
    gate: ending === 'aborted' ? null : whole.gate,
    status: outcomes[ending].status,
    ended: { ending, reason, best, at, ...(edited && { edited }) },
    start: final,
    left: final,
    atRest: true,
  };
}
