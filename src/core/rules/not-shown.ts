import { commandOf } from '../criteria/criterion.ts';
import { allHold } from '../criteria/verdict.ts';
import { isVerified, unshownText } from '../selection/goal.ts';
import { shownBy, showsDone } from '../state/shown-by.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * The checks held before any work and nobody named them: an iteration that keeps them did no harm, and that is all that they
 * show. The agent runs, and what shows the task are tests of its own. If no test can, or the agent adds nothing more, the loop ends with
 * the work that the checks hold for, never as a success.
 */
export const notShown: Rule = {
  name: 'not-shown',
  essential: true,
  judge({ current, state }) {
    const by = shownBy(state);
    if (by === 'checks') return null;
    if (current.n === 0) {
      if (!allHold(current.verdicts ?? [])) return null;
      return { action: 'continue', reason: heldText(state), confidence: 1 };
    }
    if (current.byHand || current.n <= state.rulesSince || !isVerified(state, current)) return null;
    const stop = (reason: string) => ({ action: 'stop', ending: 'not-shown', reason, confidence: 1 }) as const;
    if (by === 'nothing') {
      const reason = `checks still pass, task not shown to be done: ${checksText(state)} before any work too${testsText(current)}`;
      return isNoop(current) ? null : stop(reason);
    }
    if (isNoop(current)) {
      const work = current.parent === null ? undefined : state.iterations[current.parent];
      if (!work || work.n === 0 || current.agent?.outcome !== 'ok' || !isVerified(state, work)) return null;
      return showsDone(state, work) ? null : stop(`the agent adds nothing more; ${unshownText(work)}`);
    }
    return current.taskTests?.cannot === undefined ? null : stop(unshownText(current));
  },
};

function heldText(state: LoopState): string {
  const held = `${checksText(state)} before any work`;
  return state.criteriaFrom === 'named'
    ? `${held}, and tests of the task are to show that it is done`
    : `${held} and was not named as the measure of the task, so it cannot show that the task is done`;
}

/** Tests that the agent wrote itself show that its change does something, not that it does what was asked. */
function testsText({ newTests }: IterationState): string {
  if (!newTests || newTests.problem !== undefined) return '';
  if (newTests.failing === 0) return ', and no new test needs the change';
  const [tests, need] = newTests.failing === 1 ? ['test', 'needs'] : ['tests', 'need'];
  return `; ${newTests.failing} new ${tests} of the agent ${need} the change: review ${newTests.failing === 1 ? 'it' : 'them'}`;
}

function checksText({ criteria }: LoopState): string {
  const [first] = criteria;
  const one = first ? (commandOf(first) ?? first.text) : 'the check';
  return criteria.length === 1 ? `${one} passed` : `${one} and ${criteria.length - 1} more passed`;
}
