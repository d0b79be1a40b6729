import type { StrategyName } from '../state/recovery.ts';
import type { LoopState, Recovery } from '../state/state.ts';

/** The recoveries that a new one continues: since the last that helped, and since a person last gave a fresh chance. */
export function attemptsSinceSuccess(state: LoopState): Recovery[] {
  return sinceSuccess(state).filter(({ iteration }) => iteration > state.rulesSince);
}

/** After a resume attempts are counted from 0, but strategies tried before it are still known. */
export function strategiesTried(state: LoopState): { ever: StrategyName[]; sinceResume: StrategyName[] } {
  const named = (recoveries: Recovery[]) => recoveries.flatMap(({ strategy }) => strategy ?? []);
  return { ever: named(sinceSuccess(state)), sinceResume: named(attemptsSinceSuccess(state)) };
}

function sinceSuccess({ recoveries }: LoopState): Recovery[] {
  return recoveries.slice(recoveries.findLastIndex(({ outcome }) => outcome === 'success') + 1);
}
