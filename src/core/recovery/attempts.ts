import type { LoopState, Recovery } from '../state.ts';
import type { StrategyName } from './schema.ts';

/** The recoveries that a new one continues: since the last that helped, and since a person last gave a fresh chance. */
export function attemptsSinceSuccess(state: LoopState): Recovery[] {
  return sinceSuccess(state).filter(({ iteration }) => iteration > state.rulesSince);
}

/** A fresh chance counts anew, but what was tried before it was tried. */
export function strategiesTried(state: LoopState): { ever: StrategyName[]; anew: StrategyName[] } {
  const named = (recoveries: Recovery[]) => recoveries.flatMap(({ strategy }) => strategy ?? []);
  return { ever: named(sinceSuccess(state)), anew: named(attemptsSinceSuccess(state)) };
}

function sinceSuccess({ recoveries }: LoopState): Recovery[] {
  return recoveries.slice(recoveries.findLastIndex(({ outcome }) => outcome === 'success') + 1);
}
