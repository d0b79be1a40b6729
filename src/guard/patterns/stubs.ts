import type { FunctionModel } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import { containsMost } from '../align/containment.ts';
import { type FunctionPair, subjectOf } from '../align/functions.ts';
import { containment } from '../align/similarity.ts';
import { because } from '../finding/circumstances.ts';
import { at, lossOf } from '../finding/loss.ts';
import type { Reason } from '../finding/reasons.ts';
import type { Loss } from '../finding/types.ts';
import { addTestEvidence } from './evidence.ts';
import { isDeprecated } from './removal-excuses.ts';

export const pairLoss = ({ before, after }: FunctionPair, reason: Reason): Loss =>
  lossOf(at(before.path, before.function), at(after.path, after.function), reason, [after.function.name, after.path]);

/** The function worked, and now does nothing or says that it is not implemented. */
export function stubLosses(pair: FunctionPair, comparison: TreeComparison): Loss[] {
  const { before, after } = pair;
  if (after.file.role !== 'source' || before.function.name === '<file>' || after.function.abstract) return [];
  if (before.function.stub !== null || after.function.stub === null) return [];
  if (before.function.tokens.length < 8 && after.function.stub !== 'placeholder') return [];
  if (inTest(after.file.tests, after.function.start) || before.function.tokens.length === 0) return [];
  if (withoutStrings(before.function) === withoutStrings(after.function)) return [];
  const isMoved = comparison.functions.added.some(
    (one) => containment(before.function.tokens, one.function.tokens) > 0.6,
  );
  if (isMoved) return [];
  const { stub } = after.function;
  const small = stub === 'constant' && before.function.statements < 2 && before.function.tokens.length < 14;
  if (small) return [];
  const loss = pairLoss(pair, ['became-stub', after.function.qualified, stub]);
  if (stub === 'placeholder') return [because(loss, 'is-placeholder', isDeprecated(before) && 'given-up')];
  return [addTestEvidence(because(loss, 'answers-in-part'), [subjectOf(after)], comparison)];
}

/** Its code without the contents of strings. */
const withoutStrings = ({ tokens }: FunctionModel): string =>
  tokens.map((token) => (/^\w?["'`]/.test(token) ? '""' : token)).join(' ');

const inTest = (tests: { start: number; end: number }[], at: number): boolean =>
  tests.some((test) => test.start <= at && test.end >= at);

/** The function lost four fifths of its code, which is nowhere else in the change. */
export function guttedLosses({ functions, files }: TreeComparison): Loss[] {
  return functions.pairs.flatMap((pair) => {
    const { before, after } = pair;
    if (after.file.role !== 'source' || before.function.name === '<file>' || after.function.stub !== null) return [];
    if (before.function.tokens.length < 60 || after.function.tokens.length > before.function.tokens.length * 0.2)
      return [];
    if (after.function.tokens.includes('(')) return [];
    if (files.some((file) => file.after && containsMost(file.after, before.function.tokens, 0.5))) return [];
    return [pairLoss(pair, ['body-lost', after.function.qualified])];
  });
}
