import type { LoopState } from '../../core/state/state.ts';
import { uuidOf } from './identity.ts';
import { recoveryOutcome, retryOutcome } from './recovery-rows.ts';

/** Every recovery of a loop, step by step. */
export function recoveryHistory(state: LoopState) {
  return state.recoveries.map((one) => historyOf(state, one));
}

function historyOf(state: LoopState, one: LoopState['recoveries'][number]) {
  const { at } = one;
  const outcome = recoveryOutcome(state, one);
  const decided = at.escalate === null ? null : answerSince(state, at.escalate);
  return {
    recovery_id: uuidOf(state.id, 'recovery', String(one.attempt), String(at.pause)),
    timestamp: iso(at.pause),
    iteration: Math.max(1, one.iteration),
    trigger: triggerText(state, one),
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

/** What was detected, and of which kind: `regression_detected: test_deletion`. */
function triggerText(state: LoopState, { trigger, iteration }: LoopState['recoveries'][number]): string {
  const { rules } = state.settings;
  if (trigger === 'stuck') return `stuck_loop_detected: ${rules.maxSameError} consecutive failures`;
  if (trigger === 'stalled') return `stall_detected: ${rules.stallWindow} iterations without progress`;
  if (trigger === 'cycling') return 'infinite_loop_detected: an earlier state came back';
  const current = state.iterations[iteration];
  const severe = [...(current?.findings ?? []), ...(current?.alerts ?? [])].find((one) => one.severity === 'critical');
  return `regression_detected: ${severe?.type ?? 'quality_score'}`;
}

/** The first answer at a gate that came after the question. */
function answerSince({ said: statements }: LoopState, since: number) {
  const answer = statements.find(({ at, word }) => at >= since && ANSWERS.has(word));
  return answer ? answer.word : null;
}

const ANSWERS = new Set(['approve', 'reject', 'block', 'abort']);

const iso = (at: number) => new Date(at).toISOString();
