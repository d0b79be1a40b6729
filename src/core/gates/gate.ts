import { blockersOf, blockersText } from '../findings/blockers.ts';
import { alertKey, criticalAlerts, isMarked } from '../findings/marks.ts';
import { type Answer, answerWords, isOnChange, isRefused } from '../people/answers.ts';
import { recordStatement } from '../people/statements.ts';
import { bestOf } from '../selection/best.ts';
import type { Decision } from '../state/decision.ts';
import type { EventOf } from '../state/events.ts';
import { outcomes } from '../state/outcome.ts';
import { type Gate, type IterationState, type LoopState, snapshotRef } from '../state/state.ts';
import { uncheckedAgain } from '../state/verification-state.ts';

const MINUTE = 60_000;
/** What a decision that a person made is signed with. */
const RULE = 'gate';

/**
 * What a gate asks about an iteration: the ids that an approval accepts, and the words for people. An agent that is
 * blocked asks for an answer first, before any question about its change.
 */
export function questionOf(state: LoopState, iteration: IterationState): EventOf<'gate-opened'> {
  const { n, decision } = iteration;
  const why = decision?.reason ?? 'a person is asked';
  const { timeoutMinutes, destructiveTimeoutMinutes } = state.settings.gate;
  if (decision?.ending === 'blocked') {
    const question = `Go on? ${why} (the agent sees the reason you give)`;
    return { type: 'gate-opened', iteration: n, question, blockers: [], timeoutMinutes };
  }
  const critical = criticalAlerts(state, iteration);
  const alerts = critical.map((alert) => ({ id: alertKey(n, alert), text: alert.message }));
  const blockers = blockersOf(state, iteration);
  const concerns = [...blockers, ...alerts.filter(({ id }) => !blockers.some((one) => one.id === id))];
  const hookBlockers = decision?.rule === 'hook' ? [{ id: hookKey(n), text: why }] : [];
  const what = [...hookBlockers.map(({ text }) => text), blockersText(concerns)].filter(Boolean).join('; ');
  const ids = concerns.map(({ id }) => id);
  return {
    type: 'gate-opened',
    iteration: n,
    question: what && n > 0 ? `Accept this change of iteration ${n}? ${what}` : `Go on? ${why}`,
    blockers: [...ids, ...hookBlockers.map(({ id }) => id)],
    timeoutMinutes: ids.length > 0 ? destructiveTimeoutMinutes : timeoutMinutes,
  };
}

/** Approved: the iteration is judged by the rules alone, without the `loop_decision` hook. */
export const hookKey = (iteration: number) => `hook:${iteration}`;

export function deadlineOf(gate: Gate): number {
  return gate.openedAt + gate.timeoutMinutes * MINUTE;
}

/** A person is asked and nothing else runs: this is not running time. */
export function isAsking({ gate }: LoopState): boolean {
  return gate !== null && !gate.unattended;
}

export function gateOpened(state: LoopState, event: EventOf<'gate-opened'>, at: number): LoopState {
  const { iteration, question, blockers, timeoutMinutes } = event;
  return {
    ...state,
    // The loop may still go on: it completes only if nobody answers.
    status: 'running',
    gate: { iteration, question, blockers, timeoutMinutes, openedAt: at, unattended: false, notified: false },
  };
}

/**
 * An answer to the open gate moves a running loop on; one that is recorded while no session runs takes effect when the
 * loop is resumed. What time decides (`block`) accepts nothing: the loop ends as it would have, and the gate stays open.
 */
export function gateAnswered(state: LoopState, event: EventOf<'gate-answered'>): LoopState {
  const { answer, blockers, by } = event;
  const answered: Answer = { word: answer, iteration: event.iteration, about: blockers, reason: event.reason, by };
  const approved = answer === 'approve' ? [...state.approved, ...blockers] : state.approved;
  const rejected = answer === 'reject' && by !== 'timeout' ? [...state.rejected, ...blockers] : state.rejected;
  const next = { ...state, approved, rejected, said: recordStatement(state.said, event, state.lastAt), gate: null };
  if (!state.gate) return next;
  if (answer === 'block') return unanswered(next, state.gate, answered);
  if (answer === 'approve' && blockers.length > 0) return state.ended ? next : judgedAgain(next, answered);
  if (answer === 'reject' && !isOnChange(answered)) return stopped(next, answered);
  const decidedState = decided(next, answered, { action: answer === 'approve' ? 'continue' : 'rollback' });
  return state.ended ? decidedState : continueFromBest(decidedState, answered.iteration);
}

/** A person answered while no session ran, and the loop goes on. */
export function isAnswered({ decision }: IterationState): boolean {
  return decision?.rule === RULE && decision.ending === null;
}

/** From best, with a fresh count of repetitions. */
export function continueFromBest(state: LoopState, iteration: number): LoopState {
  const best = state.best !== null && isRefused(state, state.best) ? bestOf(state) : state.best;
  const start = best === null ? state.start : snapshotRef(state, best);
  return { ...state, best, start, rulesSince: iteration, status: 'running' };
}

/** Closes a question about what a person has since called a false alarm. */
export function withoutSettledGate(state: LoopState): LoopState {
  const { gate, approved } = state;
  const holding = gate?.blockers.filter((id) => !id.startsWith('alert:')) ?? [];
  if (holding.length === 0) return state;
  return holding.every((id) => approved.includes(id) || isMarked(state, id)) ? { ...state, gate: null } : state;
}

function judgedAgain(state: LoopState, { iteration }: Answer): LoopState {
  return {
    ...changed(state, iteration, { decision: null, ...(comparesWithApproved(state) && uncheckedAgain()) }),
    status: 'running',
    rulesSince: Math.max(state.rulesSince, iteration - 1),
  };
}

/** A criterion compares with the baseline, and a person has approved a loss: its verdict may be out of date. */
export function comparesWithApproved({ criteria, approved }: LoopState): boolean {
  return approved.length > 0 && criteria.some((one) => one.kind === 'metric' && one.value === 'baseline');
}

/** An agent that was blocked stays so: what it said is why the loop ended. */
function stopped(state: LoopState, answer: Answer): LoopState {
  const last = state.iterations[answer.iteration]?.decision;
  const blocked = last?.ending === 'blocked';
  const ending = blocked ? 'blocked' : last?.rule === 'regression' ? 'regressing' : 'stalled';
  const reason = blocked ? `${last.reason}; ${answerWords(answer)}` : answerWords(answer);
  const next = decided(state, answer, { action: 'stop', ending, reason });
  if (!state.ended) return { ...next, status: 'completing' };
  return { ...next, status: outcomes[ending].status, ended: { ...state.ended, ending, reason } };
}

/** The session that asked ends; the question stays, and so does why it was asked. */
function unanswered(state: LoopState, gate: Gate, { iteration, reason }: Answer): LoopState {
  const decision = state.iterations[iteration]?.decision ?? null;
  const isIncluded = !decision || !reason || decision.reason.endsWith(reason);
  const next = isIncluded
    ? state
    : changed(state, iteration, { decision: { ...decision, reason: `${decision.reason}; ${reason}` } });
  return { ...next, status: 'completing', gate: { ...gate, unattended: true } };
}

function decided(state: LoopState, answer: Answer, ruling: Pick<Decision, 'action'> & Partial<Decision>): LoopState {
  const plain = { rule: RULE, reason: answerWords(answer), confidence: 1, ending: null, recovery: null };
  return changed(state, answer.iteration, { decision: { ...plain, ...ruling } });
}

function changed(state: LoopState, n: number, change: Partial<IterationState>): LoopState {
  return {
    ...state,
    iterations: state.iterations.map((iteration) => (iteration.n === n ? { ...iteration, ...change } : iteration)),
  };
}
