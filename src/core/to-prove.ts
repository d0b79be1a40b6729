import { bestOf } from './best.ts';
import { partsOf } from './criteria/measured-from.ts';
import type { Criterion } from './criterion.ts';
import { isImproving, isOptimising } from './goal.ts';
import { scoreOf } from './score.ts';
import type { IterationState, LoopState } from './state.ts';
import { allHold } from './verdict.ts';

export interface Claim {
  /** Criteria that hold, by a command that ran or a number that was measured. */
  criteria: Criterion[];
  /** The number of the objective, where it is better than that of best. */
  objective: boolean;
}

/**
 * What an iteration would be kept for, and may have changed its judge for: it has to stand with the baseline's judge too.
 * Null where nothing would be kept for it.
 */
export function toProve(state: LoopState, current: IterationState): Claim | null {
  const verdicts = current.verdicts ?? [];
  const completes = allHold(verdicts) && !isImproving(state);
  const holds = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ criterion }) => criterion));
  const criteria = state.criteria.filter((criterion) => holds.has(criterion.id) && isRun(criterion));
  const objective = isOptimising(state) && allHold(verdicts);
  if (criteria.length === 0 && !objective) return null;
  return completes || wouldBeBest(state, current) ? { criteria, objective } : null;
}

/** What is counted in the snapshot itself needs no judge. */
function isRun(criterion: Criterion): boolean {
  if ('command' in criterion) return true;
  return criterion.kind === 'metric' && !/^(?:file|loc|complexity)$/.test(partsOf(criterion.metric)[0] ?? '');
}

function wouldBeBest(state: LoopState, current: IterationState): boolean {
  const scored = { ...current, ...scoreOf(state, current) };
  const iterations = state.iterations.map((iteration) => (iteration.n === current.n ? scored : iteration));
  return bestOf({ ...state, iterations }) === current.n;
}
