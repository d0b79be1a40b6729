import { blockersOf, blockersText } from '../core/blockers.ts';
import { isImproving, isOptimising, objectiveOf } from '../core/goal.ts';
import { allHold } from '../core/verdict.ts';
import { isAtWork } from './endings.ts';
import type { Evidence } from './rule.ts';

/** Why the loop is not done with this iteration, in one line: nothing that was not found is claimed. */
export function inTheWay({ state, current }: Pick<Evidence, 'state' | 'current'>): string {
  const verdicts = current.verdicts ?? [];
  const open = verdicts.filter((verdict) => verdict.outcome !== 'pass');
  const [first] = open;
  if (first)
    return open.length === 1
      ? first.reason
      : `${open.length} criteria do not hold (${first.criterion}: ${first.reason})`;
  if (!allHold(verdicts)) return 'nothing has been verified';
  const blockers = blockersOf(state, current);
  if (blockers.length > 0) return `the criteria hold, but ${blockersText(blockers)}`;
  if (!isImproving(state)) return 'the criteria hold';
  const [what, value] = isOptimising(state) ? ['the number', objectiveOf(current)] : ['quality', current.score];
  return `the criteria hold, ${what} is ${value === null ? 'unknown' : Number(value.toFixed(4))}`;
}

/** The same as the end of a sentence on a limit: ` and the criteria do not hold`; empty where nothing is in the way. */
export function unfinished(evidence: Evidence): string {
  const { state, current } = evidence;
  if (isAtWork(evidence)) return '';
  if (!allHold(current.verdicts ?? [])) return ' and the criteria do not hold';
  const blockers = blockersOf(state, current);
  return blockers.length > 0 ? `; the criteria hold, but ${blockersText(blockers)}` : '';
}
