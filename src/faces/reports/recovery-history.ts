import { compareSeverity } from '../../core/metrics/severity.ts';
import type { LoopState } from '../../core/state/state.ts';
import { uuidOf } from './identity.ts';
import { recoveryOutcome, retryOutcome } from './recovery-rows.ts';

/** Every recovery of a loop, step by step. A step that has not happened is left out. */
export function recoveryHistory(state: LoopState) {
  return state.recoveries.map((one) => historyOf(state, one));
}

function historyOf(state: LoopState, one: LoopState['recoveries'][number]) {
  const { at } = one;
  const outcome = recoveryOutcome(state, one);
  return {
    recovery_id: uuidOf(state.id, 'recovery', String(one.attempt), String(at.pause)),
    timestamp: iso(at.pause),
    iteration: Math.max(1, one.iteration),
    trigger: triggerText(state, one),
    protocol_steps: {
      pause: { executed_at: iso(at.pause), actions: ['the agent was stopped', `snapshot ${one.iteration} was kept`] },
      diagnose: { executed_at: iso(at.diagnose), root_cause: causeText(state, one), confidence: one.confidence },
      ...(at.adapt !== null &&
        one.strategy !== null && {
          adapt: { executed_at: iso(at.adapt), strategy: one.strategy, changes_made: one.changes },
        }),
      ...(at.retry !== null && one.retryIteration !== null && { retry: retryStep(one, at.retry, one.retryIteration) }),
      escalate: at.escalate === null ? null : escalation(state, one, at.escalate),
    },
    ...(outcome !== null && { outcome }),
  };
}

function retryStep(one: LoopState['recoveries'][number], at: number, retry_iteration: number) {
  const outcome = retryOutcome(one);
  return { executed_at: iso(at), retry_iteration, ...(outcome !== null && { outcome }) };
}

function escalation(state: LoopState, one: LoopState['recoveries'][number], at: number) {
  const human_decision = answerSince(state, at);
  return {
    executed_at: iso(at),
    reason: one.escalation ?? one.reason,
    ...(human_decision !== null && { human_decision }),
  };
}

/** What was detected, and of which kind: `regression_detected: test_deletion`. */
function triggerText(state: LoopState, { trigger, iteration }: LoopState['recoveries'][number]): string {
  const { rules } = state.settings;
  const reason = state.iterations[iteration]?.decision?.reason;
  if (trigger === 'stuck') return `stuck_loop_detected: ${rules.maxSameError} consecutive failures`;
  if (trigger === 'stalled') return `stall_detected: ${rules.stallWindow} iterations without progress`;
  if (trigger === 'cycling') return `infinite_loop_detected: ${reason ?? 'an earlier state came back'}`;
  return `regression_detected: ${lostKind(state, iteration) ?? 'quality_score'}`;
}

/** What the agent did instead of the task, before what shows it. */
function causeText(state: LoopState, { kind, iteration, rootCause }: LoopState['recoveries'][number]): string {
  const lost = kind === 'lost-tests' || kind === 'guarded' ? lostKind(state, iteration) : null;
  const cause = lost === null ? undefined : CAUSES[lost];
  return cause === undefined ? rootCause : `${cause}: ${rootCause}`;
}

/** The type of the most severe thing that an iteration lost. */
function lostKind({ iterations }: LoopState, n: number): string | null {
  const { findings, alerts = [] } = iterations[n] ?? {};
  return (
    [...(findings ?? []), ...alerts].sort(compareSeverity).find(({ severity }) => SEVERE.has(severity))?.type ?? null
  );
}

const SEVERE = new Set(['critical', 'high']);

const CAUSES: Record<string, string> = {
  test_deletion: 'The agent deleted tests instead of making them pass',
  test_skipping: 'The agent skipped tests instead of making them pass',
  feature_removal: 'The agent removed code instead of fixing it',
  coverage_regression: 'The agent left code without the tests that it had',
  validation_bypass: 'The agent changed what judges the code instead of the code',
  assertion_weakening: 'The agent weakened tests instead of fixing the code',
  error_suppression: 'The agent hid errors instead of fixing them',
};

/** The first answer at a gate that came after the question. */
function answerSince({ said: statements }: LoopState, since: number) {
  const answer = statements.find(({ at, word }) => at >= since && ANSWERS.has(word));
  return answer ? answer.word : null;
}

const ANSWERS = new Set(['approve', 'reject', 'block', 'abort']);

const iso = (at: number) => new Date(at).toISOString();
