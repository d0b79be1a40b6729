import { commandOf } from '../criteria/criterion.ts';
import { canShowDone, isVerified } from '../selection/goal.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';
import type { Rule } from './rule.ts';

/**
 * The checks held before any work and nobody named them: an iteration that keeps them did no harm, and that is all that they
 * show. The agent runs, and the loop ends with its first work that they hold for, never as a success.
 */
export const notShown: Rule = {
  name: 'not-shown',
  essential: true,
  judge({ current, state }) {
    if (canShowDone(state)) return null;
    if (current.n === 0) {
      const reason = `${checksText(state)} before any work and was not named as the measure of the task, so it cannot show that the task is done`;
      return { action: 'continue', reason, confidence: 1 };
    }
    if (current.byHand || current.n <= state.rulesSince || isNoop(current) || !isVerified(state, current)) return null;
    const reason = `checks still pass, task not shown to be done: ${checksText(state)} before any work too${testsText(current)}`;
    return { action: 'stop', ending: 'not-shown', reason, confidence: 1 };
  },
};

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
