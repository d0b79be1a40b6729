import { allHold } from '../criteria/verdict.ts';
import { blockersOf, blockersText } from '../findings/blockers.ts';
import { isImproving, isOptimising, objectiveOf } from '../selection/goal.ts';
import { showsDone, whatIsMissing } from '../state/shown-by.ts';
import { isAtWork } from './endings.ts';
import type { RuleEvidence } from './rule.ts';

/** Why the loop is not done with this iteration, in one line: nothing that was not found is claimed. */
export function inTheWay({ state, current }: Pick<RuleEvidence, 'state' | 'current'>): string {
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
  if (!isImproving(state)) {
    const missing = showsDone(state, current) ? null : whatIsMissing(current);
    return missing === null ? 'the criteria hold' : `the criteria hold, but ${missing}`;
  }
  const [what, value] = isOptimising(state) ? ['the number', objectiveOf(current)] : ['quality', current.score];
  return `the criteria hold, ${what} is ${value === null ? 'unknown' : Number(value.toFixed(4))}`;
}

/** The same as the end of a sentence on a limit: ` and the criteria do not hold`; empty if nothing is in the way. */
export function unfinished(evidence: RuleEvidence): string {
  const { state, current } = evidence;
  if (isAtWork(evidence)) return '';
  if (!allHold(current.verdicts ?? [])) return ' and the criteria do not hold';
  const blockers = blockersOf(state, current);
  return blockers.length > 0 ? `; the criteria hold, but ${blockersText(blockers)}` : '';
}
