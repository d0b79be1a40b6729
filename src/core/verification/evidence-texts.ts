import type { IterationState } from '../state/state.ts';
import { flippedText, otherInputsText } from './flipped-text.ts';
import { mutantsText } from './mutants-text.ts';
import { newTestsText } from './new-tests-text.ts';
import { taskTestsTexts } from './task-tests-text.ts';

/** What the experiments with an iteration's tests showed, each in a sentence. */
export function evidenceTexts({ pristine, flipped, newTests, mutants, taskTests }: IterationState): string[] {
  const texts = [
    pristine?.problem === undefined ? null : `Not run with the original tests: ${pristine.problem}`,
    flipped && flippedText(flipped),
    flipped && otherInputsText(flipped),
    newTests && newTestsText(newTests),
    mutants && mutantsText(mutants),
    ...(taskTests ? taskTestsTexts(taskTests) : []),
  ];
  return texts.filter((text) => text !== null);
}
