import { endingFor, isImproving, isVerified } from '../selection/goal.ts';
import type { Ending } from '../state/decision.ts';
import type { RuleEvidence, Ruling } from './rule.ts';

export function stopAs({ state, best }: RuleEvidence, ending: Ending, reason: string, confidence: number): Ruling {
  return { action: 'stop', ...endingFor(state, best, ending, reason), confidence };
}

/** The criteria already hold somewhere, and the loop goes on only to get better. */
export function isAtWork({ state, best }: RuleEvidence): boolean {
  return isImproving(state) && isVerified(state, state.iterations[best]);
}
