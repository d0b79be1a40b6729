import type { Ending } from '../core/decision.ts';
import { isImproving, isVerified } from '../core/goal.ts';
import type { Evidence, Ruling } from './rule.ts';

/** A loop that refines or optimises and has a verified best ends completed, whatever ended it; every other ends as told. */
export function stopAs({ state, best }: Evidence, ending: Ending, reason: string, confidence: number): Ruling {
  if (!isImproving(state) || !isVerified(state, state.iterations[best])) {
    return { action: 'stop', ending, reason, confidence };
  }
  return {
    action: 'stop',
    ending: 'completed',
    reason: `${reason}; iteration ${best} is verified and kept`,
    confidence,
  };
}

/** The criteria already hold somewhere, and the loop goes on only to get better. */
export function isAtWork({ state, best }: Evidence): boolean {
  return isImproving(state) && isVerified(state, state.iterations[best]);
}
