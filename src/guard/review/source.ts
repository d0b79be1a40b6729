import { pathOf, type Question } from '../align/question.ts';
import { hasCircumstance } from '../finding/circumstances.ts';
import type { Loss } from '../finding/types.ts';
import { isReplaced } from './turnover.ts';

/** Stubs that do not say so are judged by their tests. */
const isJudgedByTests = (loss: Loss): boolean =>
  !hasCircumstance(loss, 'is-placeholder') && !hasCircumstance(loss, 'still-imported');

export const keptItsTests: Question = (loss) => isJudgedByTests(loss) && !hasCircumstance(loss, 'lost-its-tests');

export const isSourceReplaced: Question = (loss, comparison) =>
  isJudgedByTests(loss) && isReplaced(pathOf(loss), 'source', comparison);

/** Everyone sees a removed function in the diff; nobody sees that something still uses it. */
export const isUsedNoMore: Question = (loss) => !hasCircumstance(loss, 'still-used');

/** "Not implemented" needs no evidence from tests; another error may be the purpose. */
export const mayThrowOnPurpose: Question = (loss) =>
  hasCircumstance(loss, 'is-placeholder') &&
  (!notImplemented.test(loss.place.after?.text ?? '') || notImplemented.test(loss.place.before?.text ?? ''));

/** Says that the work is not done yet; "unsupported" may be intended. */
const notImplemented =
  /not[\s_-]*(?:yet )?implemented|unimplemented|NotImplemented|UnsupportedOperation|\btodo\b|\bstub\b|fixme/i;
