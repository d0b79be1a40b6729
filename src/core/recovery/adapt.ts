import type { EventOf } from '../state/events.ts';
import { type LoopState, openRecovery } from '../state/state.ts';
import { strategiesTried } from './attempts.ts';
import { strategies, suited } from './strategies.ts';

/**
 * Chooses a strategy unlike those already tried, or says why a person is asked instead. One from before a person gave a fresh
 * chance is tried again only if no other is left.
 */
export function adapt(state: LoopState, n: number): EventOf<'recovery-adapted'> {
  const recovery = openRecovery(state);
  const current = state.iterations[n];
  if (!recovery || recovery.iteration !== n || !current) throw new Error(`iteration ${n} has no diagnosis to adapt to`);
  const { maxAttempts, minConfidence } = state.settings.recovery;
  const { attempt, kind, confidence, rootCause } = recovery;
  const here = state.start?.iteration ?? n;
  const escalate = (reason: string): EventOf<'recovery-adapted'> => ({
    type: 'recovery-adapted',
    iteration: n,
    attempt,
    strategy: null,
    changes: [],
    instruction: '',
    reason: `${reason}: ${rootCause}`,
    from: here,
  });
  if (attempt > maxAttempts) return escalate(`${maxAttempts} recoveries did not help`);
  if (confidence < minConfidence) return escalate(`the cause is uncertain (${confidence} < ${minConfidence})`);
  const { ever: tried, sinceResume } = strategiesTried(state);
  const open = suited[kind].filter((one) => !sinceResume.includes(one) && (strategies[one].available?.(state) ?? true));
  const name = open.find((one) => !tried.includes(one)) ?? open[0];
  if (!name) return escalate('every suitable strategy has been tried');
  const { from, changes, instruct } = strategies[name];
  return {
    type: 'recovery-adapted',
    iteration: n,
    attempt,
    strategy: name,
    changes: [changes],
    instruction: instruct(recovery),
    reason: tried.length === 0 ? `suits ${kind}` : `suits ${kind}; tried before: ${tried.join(', ')}`,
    from: from === 'best' ? (state.best ?? here) : here,
  };
}
