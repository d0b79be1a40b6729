import { attemptsSinceSuccess } from '../recovery/attempts.ts';
import { errorSignature } from '../recovery/signatures.ts';
import { type IterationState, isNoop } from '../state/state.ts';
import { isAtWork, stopAs } from './endings.ts';
import type { Rule, RuleEvidence } from './rule.ts';

/** The same error stands after several different changes: the idea is wrong, not its wording. Recovery first, then a person. */
export const stuck: Rule = {
  name: 'stuck',
  judge(evidence) {
    const { current, state } = evidence;
    const attempts = attemptsSinceSuccess(state);
    const before = attempts.filter(({ trigger }) => trigger === 'stuck');
    // Both ask for a fundamentally different approach, which is then given as many iterations.
    const asked = attempts.findLast(({ trigger }) => trigger === 'stuck' || trigger === 'cycling');
    const recent = streak(evidence, asked?.iteration ?? 0);
    if (!recent) return null;
    const [line] = (errorSignature(current) ?? reflectionSignature(current) ?? '').split('\n');
    const reason = `the same error ${recent.length} times in a row (${line?.slice(0, 160)})`;
    if (before.length === 0 && state.settings.recovery.enabled) {
      return { action: 'continue', reason, confidence: 0.8, recovery: 'stuck' };
    }
    const after = before.length > 0 ? ', also after a recovery' : '';
    if (isAtWork(evidence)) return stopAs(evidence, 'stalled', `${reason}${after}`, 0.8);
    return { action: 'escalate', ending: 'escalated', reason: `${reason}${after}`, confidence: 0.8 };
  },
};

/** The last iterations, if they all met the same error or reflection, changed something, and did not get closer. */
function streak({ window, state, current }: RuleEvidence, since: number): readonly IterationState[] | null {
  const { maxSameError } = state.settings.rules;
  const recent = window.filter(({ n }) => n > since).slice(-maxSameError);
  if (recent.length < maxSameError || (current.score ?? 0) > (recent[0]?.score ?? 0)) return null;
  const repeats = (key: (iteration: IterationState) => string | null) =>
    key(current) !== null && recent.every((iteration) => !isNoop(iteration) && key(iteration) === key(current));
  return repeats(errorSignature) || repeats(reflectionSignature) ? recent : null;
}

const reflectionSignature = ({ reflected }: IterationState) => reflected?.reflection.signature ?? null;
