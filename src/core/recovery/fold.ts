import { changeBlockers } from '../findings/blockers.ts';
import { endingFor } from '../selection/goal.ts';
import type { EventOf } from '../state/events.ts';
import { type LoopState, type Recovery, snapshotRef } from '../state/state.ts';

/** How a recovery's facts change the loop's state; called by evolve alone. */
export function recoveryDiagnosed(state: LoopState, event: EventOf<'recovery-diagnosed'>, at: number): LoopState {
  const { type, ...diagnosis } = event;
  const recovery: Recovery = {
    ...diagnosis,
    strategy: null,
    changes: [],
    instruction: '',
    reason: '',
    retryIteration: null,
    outcome: null,
    escalation: null,
    at: {
      pause: state.iterations[event.iteration]?.endedAt ?? at,
      diagnose: at,
      adapt: null,
      retry: null,
      escalate: null,
    },
  };
  return { ...state, recoveries: [...state.recoveries, recovery] };
}

/** If no strategy is left, the iteration's decision becomes an escalation; else the retry starts where the event says. */
export function recoveryAdapted(state: LoopState, event: EventOf<'recovery-adapted'>, at: number): LoopState {
  const { strategy, changes, instruction, reason } = event;
  const recoveries = state.recoveries.map((recovery, index) =>
    index === state.recoveries.length - 1
      ? {
          ...recovery,
          strategy,
          changes,
          instruction,
          reason,
          outcome: strategy === null ? ('escalated' as const) : null,
          escalation: strategy === null ? reason : null,
          at: { ...recovery.at, adapt: at, escalate: strategy === null ? at : null },
        }
      : recovery,
  );
  if (strategy !== null) return { ...state, recoveries, start: snapshotRef(state, event.from) };
  const end = endingFor(state, state.best, 'escalated', reason);
  const iterations = state.iterations.map((iteration) =>
    iteration.n === event.iteration && iteration.decision
      ? {
          ...iteration,
          decision: {
            ...iteration.decision,
            action: end.ending === 'completed' ? ('stop' as const) : ('escalate' as const),
            ...end,
          },
        }
      : iteration,
  );
  return { ...state, recoveries, iterations, status: 'completing' };
}

/**
 * The retry was judged: it helped if it completed, went forward, or became the best. A person who is asked then, or
 * later while nothing has helped, is the last step of the same recovery.
 */
export function concluded(state: LoopState, event: EventOf<'iteration-judged'>, at: number): Recovery[] {
  const last = state.recoveries.at(-1);
  if (!last || last.strategy === null || event.iteration <= last.iteration) return state.recoveries;
  const { decision, classification, best, iteration } = event;
  const earlier = state.recoveries.slice(0, -1);
  const asks = decision.action === 'escalate';
  const escalation = asks ? { outcome: 'escalated' as const, escalation: decision.reason } : {};
  if (last.outcome !== null) {
    const gaveUp = last.outcome === 'failed' && asks && decision.ending === 'escalated';
    return gaveUp ? [...earlier, { ...last, ...escalation, at: { ...last.at, escalate: at } }] : state.recoveries;
  }
  const judged = state.iterations[iteration];
  const isCaught = judged !== undefined && changeBlockers(state, judged).length > 0;
  const fell = decision.action === 'rollback' || asks || isCaught;
  const helped = decision.action === 'complete' || (!fell && (classification === 'forward' || best === iteration));
  const times = { ...last.at, retry: at, escalate: asks ? at : null };
  const outcome = helped ? ('success' as const) : ('failed' as const);
  return [...earlier, { ...last, retryIteration: iteration, outcome, ...escalation, at: times }];
}
