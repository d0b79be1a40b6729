import type { LoopState, Recovery } from '../state.ts';

/** The recoveries that a new one continues: since the last that helped, and since a person last gave a fresh chance. */
export function attemptsSinceSuccess(state: LoopState): Recovery[] {
  const helped = state.recoveries.findLastIndex(({ outcome }) => outcome === 'success');
  return state.recoveries.slice(helped + 1).filter(({ iteration }) => iteration > state.rulesSince);
}
