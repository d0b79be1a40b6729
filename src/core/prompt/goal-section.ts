import { canShowDone, isOptimising, objectiveOf } from '../selection/goal.ts';
import type { IterationState, LoopState } from '../state/state.ts';

const MAX_ITERATIONS = 8;
const NOT_SHOWN =
  'They hold before any change, so they do not show that the task is done. Do the task, keep them passing, and add a test that fails without your change.';

/** What the loop goes on for once its criteria hold, and how far it has come; empty if it stops there. */
export function goalSection(state: LoopState): string {
  const { goal } = state.settings;
  if (!canShowDone(state)) return NOT_SHOWN;
  if (goal.mode === 'satisfy') return '';
  if (!isOptimising(state))
    return 'While they hold, make the code better: what does not raise the measured quality is undone.';
  const direction = goal.mode === 'maximize' ? 'large' : 'small';
  const judged = state.iterations.filter(({ n, decision }) => n === 0 || decision !== null);
  const course = judged
    .slice(-MAX_ITERATIONS)
    .map((iteration) => `- ${nameOf(iteration)}: ${valueIn(state, iteration)}`);
  return [
    `While they hold, make the number that this command prints as ${direction} as possible; what does not better it is undone: ${goal.command}`,
    ...course,
  ].join('\n');
}

const nameOf = ({ n }: IterationState) => (n === 0 ? 'before any work' : `iteration ${n}`);

function valueIn(state: LoopState, iteration: IterationState): string {
  const value = objectiveOf(iteration);
  const bestNote = iteration.n === state.best ? ', the best so far' : '';
  const undoneNote = iteration.decision?.action === 'rollback' ? ', undone' : '';
  return `${value === null ? 'unknown' : Number(value.toFixed(4))}${bestNote}${undoneNote}`;
}
