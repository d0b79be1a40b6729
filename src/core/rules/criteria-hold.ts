import { isDone, isImproving } from '../selection/goal.ts';
import { shownBy } from '../state/shown-by.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * Completion is what verification says, never what the agent claims; and not while something the baseline had is lost. An
 * earlier iteration that was held back completes it too, once a person has accepted what held it.
 */
export const criteriaHold: Rule = {
  name: 'criteria-hold',
  essential: true,
  judge({ current, state, best }) {
    if (isImproving(state)) return null;
    const verified = isDone(state, current) ? current : acceptedSince(state, best);
    if (!verified) return null;
    const count = verified.verdicts?.length ?? 0;
    const what = count === 1 ? 'the criterion holds' : `all ${count} criteria hold`;
    return {
      action: 'complete',
      ending: 'completed',
      reason:
        verified.n === 0
          ? `already met, nothing to do: ${what} before any work`
          : `${what} at iteration ${verified.n}${ownTests(state, verified)}`,
      confidence: 1,
    };
  },
};

/** Checks would hold without the work, so the reason names what shows it. */
function ownTests(state: LoopState, { taskTests }: IterationState): string {
  const count = taskTests?.shown.count ?? 0;
  if (shownBy(state) !== 'tests' || count === 0) return '';
  return `, and ${count === 1 ? 'a test' : `${count} tests`} of the agent's own ${count === 1 ? 'shows' : 'show'} the task`;
}

/** One that a hook let go on, although its criteria held, was not held back. */
function acceptedSince(state: LoopState, best: number): IterationState | null {
  const candidate = state.iterations[best];
  return candidate?.decision && candidate.decision.action !== 'continue' && isDone(state, candidate) ? candidate : null;
}
