import { allHold } from '../criteria/verdict.ts';
import { isOptimising, objectiveOf } from '../selection/goal.ts';
import { shownBy } from '../state/shown-by.ts';
import type { IterationState, LoopState } from '../state/state.ts';

const MAX_ITERATIONS = 8;
const HELD = 'They hold before any change, so they do not show that the task is done.';
const NOT_SHOWN = `${HELD} Do the task, keep them passing, and add a test that fails without your change.`;
const TEST_FIRST = `Do the task, keep them passing, and add tests of the task, best before you change the code. Your tests are what shows that it is done. A test counts if it

- fails without your change, and passes with it;
- compares what the code does with values that you expect: it runs again with other values and must fail then;
- needs what your functions do: it runs again with them emptied and must fail then, so that it is not enough that they exist.

For each function that you write, expect two different values for two inputs or more: functions are replaced by ones that always return a value that you expect, and small faults are put into your lines; the tests must notice.

If no test can show the task (a change of documents, for example), leave the files as they are after you did it; a person will look.`;

/** What the loop goes on for once its criteria hold, and how far it has come; empty if it stops there. */
export function goalSection(state: LoopState): string {
  const { goal } = state.settings;
  const by = shownBy(state);
  if (by === 'nothing') return NOT_SHOWN;
  if (by === 'tests') return allHold(state.iterations[0]?.verdicts ?? []) ? `${HELD} ${TEST_FIRST}` : TEST_FIRST;
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
