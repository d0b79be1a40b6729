import type { Ending } from '../core/decision.ts';
import { endingFor, isImproving, isVerified } from '../core/goal.ts';
import type { Evidence, Ruling } from './rule.ts';

export function stopAs({ state, best }: Evidence, ending: Ending, reason: string, confidence: number): Ruling {
  return { action: 'stop', ...endingFor(state, best, ending, reason), confidence };
}

/** The criteria already hold somewhere, and the loop goes on only to get better. */
export function isAtWork({ state, best }: Evidence): boolean {
  return isImproving(state) && isVerified(state, state.iterations[best]);
}
