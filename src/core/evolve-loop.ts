import { forgiven, standings } from './availability.ts';
import type { EventOf } from './events.ts';
import { comparesWithApproved, goneOn, isHeard } from './gate.ts';
import { outcomes } from './outcome.ts';
import { startingLevel } from './reinforcement.ts';
import { nothingSpent, spend } from './spending.ts';
import { currentIteration, type IterationState, knownTree, type LoopState } from './state.ts';
import { freshLoopChecks, uncheckedAgain } from './verification/state.ts';

export function created(event: EventOf<'loop-created'>, at: number): Omit<LoopState, 'lastSeq'> {
  const { loop, task, criteria, taskType, settings, template, agent, workspace, toolchain } = event;
  return {
    id: loop,
    task,
    criteria,
    taskType,
    settings,
    template,
    loopType: event.loopType ?? null,
    lessons: null,
    lesson: null,
    agent,
    workspace,
    ...(toolchain && { toolchain }),
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
    lastAt: at,
    ...freshLoopChecks(event.protect ?? []),
  };
}

/** An agent or check that had begun and not ended is forgotten, so that nextStep does it again from its snapshot. */
export function resumed(state: LoopState): LoopState {
  const last = currentIteration(state);
  const gate = standingGate(state);
  const heard = last && state.ended && isHeard(last);
  let iterations = state.iterations;
  const again = (state.ended || state.reopened) && !gate && !heard;
  if (last && last.run !== null && last.agent === null) iterations = iterations.slice(0, -1);
  else if (last && again) iterations = [...iterations.slice(0, -1), reopened(state, last)];
  const rested = state.atRest;
  const lost = last && last.run !== null && last.agent === null && !last.cancelled;
  const next: LoopState = {
    ...state,
    iterations,
    reopened: again ? (state.reopened ?? last ?? null) : null,
    status: 'running',
    pausedBy: null,
    ended: null,
    gate: gate && { ...gate, unattended: false },
    endNotified: false,
    unsaved: iterations.length > 0,
    workspaceTree: null,
    setup: state.setup?.ok ? state.setup : null,
    hooked: state.hooked.filter((key) => !/^(?:onStop|postLoop):/.test(key)),
    missed: false,
    waiting: null,
    agents: forgiven(state.agents),
    spent: lost ? spend(state.spent, untold(state.lastAt - last.startedAt)) : state.spent,
    rulesSince: rested && !gate ? Math.max(0, iterations.length - 1) : state.rulesSince,
  };
  return heard ? goneOn(next, last.n) : next;
}

/** Whoever takes a blocked loop up again has dealt with what stood in the way; every other question still stands. */
function standingGate({ gate, iterations }: LoopState): LoopState['gate'] {
  return gate && iterations[gate.iteration]?.decision?.ending === 'blocked' ? null : gate;
}

/** The last iteration of an ended loop is judged again, under what may be new limits; what could not be measured is measured again. */
function reopened(state: LoopState, last: IterationState): IterationState {
  const measured = last.verdicts?.every((verdict) => verdict.outcome !== 'unmeasured') ?? false;
  const keep = measured && !comparesWithApproved(state);
  return { ...last, decision: null, ...(keep ? {} : { ...uncheckedAgain(), reflected: null }) };
}

/** What was opened again and came to nothing stands as it was: no iteration is lost to a resume that was given up. */
export function settled(state: LoopState): LoopState {
  const { reopened: before, iterations } = state;
  if (!before) return state;
  const now = iterations[before.n];
  if (now && (now.decision !== null || before.decision === null)) return state;
  return { ...state, iterations: [...iterations.slice(0, before.n), before, ...iterations.slice(before.n + 1)] };
}

/** A run that died with its runner: nobody knows what it spent. */
function untold(durationMs: number) {
  return { usage: null, costUsd: null, costEstimated: false, durationMs, outcome: 'lost' };
}

/** Neither judged nor given up: a pause leaves it half done. */
export function underWay(state: LoopState): boolean {
  const last = currentIteration(state);
  return last !== undefined && last.decision === null;
}

export function ended(state: LoopState, event: EventOf<'loop-ended'>, at: number): LoopState {
  const { ending, reason, best } = event;
  const whole = settled(state);
  const kept = ending === 'aborted' ? state.start : best === null ? null : knownTree(state, best);
  return {
    ...whole,
    reopened: null,
    // An abort is the answer to whatever was asked.
    gate: ending === 'aborted' ? null : whole.gate,
    status: outcomes[ending].status,
    ended: { ending, reason, best, at },
    start: kept,
    left: kept,
    atRest: true,
  };
}
