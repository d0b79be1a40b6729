import type { LoopState } from '../core/state.ts';
import { recoveryOutcome, retryOutcome } from '../reporters/recovery-rows.ts';
import { uuidOf } from './identity.ts';
import type { ExportedLoop } from './schema.ts';

type Fields = Pick<
  ExportedLoop,
  'reinforcement_level' | 'reinforcement_history' | 'recovery_attempts' | 'recovery_history'
>;

export function recoveryFields(state: LoopState): Fields {
  const { reinforcement, reinforcementHistory, recoveries } = state;
  return {
    reinforcement_level: reinforcement,
    reinforcement_history: reinforcementHistory.map(({ at, iteration, from, to, reason }) => ({
      timestamp: iso(at),
      iteration,
      from_level: from,
      to_level: to,
      reason,
    })),
    recovery_attempts: recoveries.length,
    recovery_history: recoveryHistory(state),
  };
}

export function recoveryHistory(state: LoopState): ExportedLoop['recovery_history'] {
  return state.recoveries.map((one) => historyOf(state, one));
}

/** How the recovery that followed an iteration came out; where none was recorded, the rollback alone was the answer. */
export function recoveryOutcomeOf(state: LoopState, n: number) {
  const recovery = state.recoveries.find(({ iteration }) => iteration === n);
  return recovery ? recovery.outcome : 'skipped';
}

function historyOf(state: LoopState, one: LoopState['recoveries'][number]) {
  const { at } = one;
  const outcome = recoveryOutcome(state, one);
  const decided = at.escalate === null ? null : answerSince(state, at.escalate);
  return {
    recovery_id: uuidOf(state.id, 'recovery', String(one.attempt), String(at.pause)),
    timestamp: iso(at.pause),
    iteration: Math.max(1, one.iteration),
    trigger: one.trigger,
    protocol_steps: {
      pause: { executed_at: iso(at.pause), actions: ['the agent was stopped', `snapshot ${one.iteration} was kept`] },
      diagnose: { executed_at: iso(at.diagnose), root_cause: one.rootCause, confidence: one.confidence },
      adapt:
        at.adapt === null || one.strategy === null
          ? null
          : { executed_at: iso(at.adapt), strategy: one.strategy, changes_made: one.changes },
      retry:
        at.retry === null || one.retryIteration === null
          ? null
          : { executed_at: iso(at.retry), retry_iteration: one.retryIteration, outcome: retryOutcome(one) },
      escalate:
        at.escalate === null
          ? null
          : { executed_at: iso(at.escalate), reason: one.escalation ?? one.reason, human_decision: decided },
    },
    outcome,
  };
}

/** The first answer at a gate that came after the question. */
function answerSince({ said }: LoopState, since: number) {
  const answer = said.find(({ at, word }) => at >= since && ANSWERS.has(word));
  return answer ? answer.word : null;
}

const ANSWERS = new Set(['approve', 'reject', 'block', 'abort']);

const iso = (at: number) => new Date(at).toISOString();
