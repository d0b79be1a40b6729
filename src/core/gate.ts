import { blockersOf, blockersText } from './blockers.ts';
import type { EventOf } from './events.ts';
import { alertKey, isMarked, standingAlerts } from './marks.ts';
import { type Gate, type IterationState, knownTree, type LoopState } from './state.ts';
import { uncheckedAgain } from './verification/state.ts';

const MINUTE = 60_000;

/** What a gate asks about an iteration: the ids that an approval accepts, and the words for people. */
export function questionOf(state: LoopState, iteration: IterationState): EventOf<'gate-opened'> {
  const critical = standingAlerts(state, iteration).filter(({ severity }) => severity === 'critical');
  const alerts = critical.map((alert) => ({ id: alertKey(iteration.n, alert), text: alert.message }));
  const blockers = blockersOf(state, iteration);
  const asked = [...blockers, ...alerts.filter(({ id }) => !blockers.some((one) => one.id === id))];
  const texts = blockersText(asked);
  const why = iteration.decision?.reason ?? 'a person is asked';
  const { timeoutMinutes, destructiveTimeoutMinutes } = state.settings.gate;
  const ids = asked.map(({ id }) => id);
  return {
    type: 'gate-opened',
    iteration: iteration.n,
    question: texts ? `Accept this change of iteration ${iteration.n}? ${texts}` : `Go on? ${why}`,
    blockers: ids,
    timeoutMinutes: ids.length > 0 ? destructiveTimeoutMinutes : timeoutMinutes,
  };
}

export function deadlineOf(gate: Gate): number {
  return gate.openedAt + gate.timeoutMinutes * MINUTE;
}

/** A person is asked, and nothing else is done meanwhile: that time is nobody's running time. */
export function isAsking({ gate }: LoopState): boolean {
  return gate !== null && !gate.unattended;
}

export function gateOpened(state: LoopState, event: EventOf<'gate-opened'>, at: number): LoopState {
  const { iteration, question, blockers, timeoutMinutes } = event;
  return {
    ...state,
    // It may yet go on: it completes only once nobody answers.
    status: 'running',
    gate: { iteration, question, blockers, timeoutMinutes, openedAt: at, unattended: false, notified: false },
  };
}

/**
 * An answer to the open gate moves a running loop on; one that is recorded while no session runs takes effect when the
 * loop is resumed and its last iteration is judged again. What time decides (`block`) changes nothing: the loop ends
 * as escalated, and whoever resumes it gives it a fresh chance without the change.
 */
export function gateAnswered(state: LoopState, event: EventOf<'gate-answered'>): LoopState {
  const { answer, blockers } = event;
  const approved = answer === 'approve' ? [...state.approved, ...blockers] : state.approved;
  const rejected = answer === 'reject' ? [...state.rejected, ...blockers] : state.rejected;
  const next = { ...state, approved, rejected, gate: null };
  if (state.ended || !state.gate) return next;
  if (answer === 'block') return { ...next, status: 'completing', gate: { ...state.gate, unattended: true } };
  return answer === 'approve' ? approvedNow(next, event) : rejectedNow(next, event);
}

/** A question about what a person has since called a false alarm is no question any more. */
export function withoutSettledGate(state: LoopState): LoopState {
  const { gate, approved } = state;
  const holding = gate?.blockers.filter((id) => !id.startsWith('alert:')) ?? [];
  if (holding.length === 0) return state;
  return holding.every((id) => approved.includes(id) || isMarked(state, id)) ? { ...state, gate: null } : state;
}

function approvedNow(state: LoopState, { iteration, blockers, reason }: EventOf<'gate-answered'>): LoopState {
  if (blockers.length === 0) return goOn(state, iteration, 'continue', said('a person says: go on', reason));
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

function rejectedNow(state: LoopState, { iteration, blockers, reason }: EventOf<'gate-answered'>): LoopState {
  if (blockers.length > 0) return goOn(state, iteration, 'rollback', said('rejected by a person', reason));
  const last = state.iterations[iteration]?.decision;
  const ending = last?.rule === 'regression' ? ('regressing' as const) : ('stalled' as const);
  const decision = { action: 'stop' as const, rule: 'gate', confidence: 1, ending, recovery: null };
  const stopped = changed(state, iteration, { decision: { ...decision, reason: said('a person says: stop', reason) } });
  return { ...stopped, status: 'completing' };
}

/** From best, with a fresh count of repetitions. */
function goOn(state: LoopState, iteration: number, action: 'continue' | 'rollback', reason: string): LoopState {
  const decision = { action, rule: 'gate', reason, confidence: 1, ending: null, recovery: null };
  return {
    ...changed(state, iteration, { decision }),
    start: state.best === null ? state.start : knownTree(state, state.best),
    rulesSince: iteration,
    status: 'running',
  };
}

function changed(state: LoopState, n: number, change: Partial<IterationState>): LoopState {
  return {
    ...state,
    iterations: state.iterations.map((iteration) => (iteration.n === n ? { ...iteration, ...change } : iteration)),
  };
}

const said = (what: string, reason: string | null) => (reason ? `${what}: ${reason}` : what);
