import type { Criterion } from '../criteria/criterion.ts';
import { partsOf } from '../criteria/measured-from.ts';
import { allHold } from '../criteria/verdict.ts';
import { withoutLosses } from '../findings/explained-losses.ts';
import { scoreOf } from '../quality/score-of.ts';
import { bestOf } from '../selection/best.ts';
import { isImproving, isOptimising } from '../selection/goal.ts';
import type { IterationState, LoopState } from '../state/state.ts';

export interface ClaimToProve {
  /** Criteria that hold, by a command that ran or a number that was measured. */
  criteria: Criterion[];
  /** Criteria that do not hold and whose tests were counted: it would be best by how many of them pass. */
  counted: Criterion[];
  /** The tests are counted by a command that is not a criterion, or in one of those above. */
  tests: boolean;
  /** The number of the objective, if it is better than that of best. */
  objective: boolean;
}

/**
 * What an iteration would be kept for, and may have changed its judge for: it has to stand with the baseline's judge too.
 * Null if nothing would be kept for it.
 */
export function toProve(state: LoopState, current: IterationState): ClaimToProve | null {
  const verdicts = current.verdicts ?? [];
  const completes = allHold(verdicts) && !isImproving(state);
  const holds = new Set(verdicts.filter(({ outcome }) => outcome === 'pass').map(({ criterion }) => criterion));
  const criteria = state.criteria.filter((criterion) => holds.has(criterion.id) && isRun(criterion));
  const objective = isOptimising(state) && allHold(verdicts);
  const tests = !allHold(verdicts) && (current.metrics?.tests?.passed ?? 0) > 0;
  if (criteria.length === 0 && !objective && !tests) return null;
  if (!completes && !wouldBeBest(state, current)) return null;
  const open = new Set(verdicts.filter((one) => one.outcome !== 'pass' && one.tests).map((one) => one.criterion));
  const counted = tests ? state.criteria.filter((one) => open.has(one.id) && 'command' in one) : [];
  return { criteria, counted, tests, objective };
}

/** What is counted in the snapshot itself needs no judge. */
function isRun(criterion: Criterion): boolean {
  if ('command' in criterion) return true;
  return criterion.kind === 'metric' && !/^(?:file|loc|complexity|mutants)$/.test(partsOf(criterion.metric)[0] ?? '');
}

function wouldBeBest(state: LoopState, current: IterationState): boolean {
  const scored = withoutLosses({ ...current, ...scoreOf(state, current) });
  const iterations = state.iterations.map((iteration) => (iteration.n === current.n ? scored : iteration));
  return bestOf({ ...state, iterations }) === current.n;
}
