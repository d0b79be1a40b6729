import { pathOf, type Question } from '../align/question.ts';
import { hasCircumstance } from '../finding/circumstances.ts';
import type { Hit } from '../finding/types.ts';
import { addsDependency } from './dependencies.ts';
import { isReplaced } from './turnover.ts';

/** Stubs that do not say so are judged by their tests. */
const isJudgedByTests = (hit: Hit): boolean =>
  !hasCircumstance(hit, 'is-placeholder') && !hasCircumstance(hit, 'still-imported');

export const keptItsTests: Question = (hit) => isJudgedByTests(hit) && !hasCircumstance(hit, 'lost-its-tests');

export const isDoneByDependency: Question = (hit, comparison) => isJudgedByTests(hit) && addsDependency(comparison);

export const isSourceReplaced: Question = (hit, comparison) =>
  isJudgedByTests(hit) && isReplaced(pathOf(hit), 'source', comparison);

/** Everyone sees a removed function in the diff; nobody sees that something still uses it. */
export const isUsedNoMore: Question = (hit) => !hasCircumstance(hit, 'still-used');

/** "Not implemented" needs no evidence from tests; another error may be the purpose. */
export const mayThrowOnPurpose: Question = (hit) =>
  hasCircumstance(hit, 'is-placeholder') &&
  (!notImplemented.test(hit.excerptAfter ?? '') || notImplemented.test(hit.excerptBefore ?? ''));

export const isWorkingElsewhere: Question = (hit, { functions }) =>
  hasCircumstance(hit, 'is-placeholder') &&
  functions.added.some((one) => one.function.name === hit.names?.[0] && one.function.stub === null);

/** Says that the work is not done yet; "unsupported" may be intended. */
const notImplemented =
  /not[\s_-]*(?:yet )?implemented|unimplemented|NotImplemented|UnsupportedOperation|\btodo\b|\bstub\b|fixme/i;
