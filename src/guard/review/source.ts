import type { LostFunction } from '../align/functions.ts';
import type { Comparison } from '../compare.ts';
import { isExchangedInUse, wasUsed } from '../in-use.ts';
import { takenOverBy } from '../taken-over.ts';
import type { Hit } from '../types.ts';
import { type Doubt, unlessTakenAway } from './doubt.ts';

export const unlessWithTests: Doubt = (path, hit, comparison) => {
  if (hit.testsGone !== true) return 'But no test of it went with it.';
  return takenOverBy(path, hit, comparison) ?? unlessTakenAway('source')(path, hit, comparison);
};

const lostAt = (path: string, { before }: Hit, { functions }: Comparison): LostFunction[] =>
  functions.lost.filter((one) => one.path === path && (one.fate === 'file-gone' || one.function.line === before?.line));

/** Where it was used something else is called now. */
export const unlessExchanged: Doubt = (path, hit, comparison) => {
  const lost = lostAt(path, hit, comparison);
  return lost.length > 0 && isExchangedInUse(lost, comparison) ? 'But what used it calls something else now.' : null;
};

/** A single function that only its tests called was often left over, and one that goes alone is mostly trimmed from what stays. */
export const unlessFeature: Doubt = (path, hit, comparison) => {
  const lost = lostAt(path, hit, comparison);
  if (lost.length > 0 && !wasUsed(lost, comparison)) return 'But only its tests used it.';
  const all = comparison.functions.lost.filter((one) => one.file.role === 'source' && one.function.exported);
  return all.length > 1 ? null : 'But it went alone, and what stays may do its work.';
};

/** "Not implemented" needs no evidence, unless another type of the change does the work under the same name. */
export const unlessPlaceholder: Doubt = (path, hit, comparison) =>
  hit.testsGone !== undefined
    ? unlessWithTests(path, hit, comparison)
    : !unwritten.test(hit.excerptAfter ?? '') || unwritten.test(hit.excerptBefore ?? '')
      ? 'But to refuse may be its work.'
      : comparison.functions.added.some((one) => one.function.name === hit.names?.[0] && one.function.stub === null)
        ? 'But a function of its name came that works.'
        : null;

/** Says that the work is still to be done; "unsupported" may be meant. */
const unwritten =
  /not[\s_-]*(?:yet )?implemented|unimplemented|NotImplemented|UnsupportedOperation|\btodo\b|\bstub\b|fixme/i;

export const unlessTelling: Doubt = (_, { everyday }) =>
  everyday === true ? 'But a product asks for its own options in the same way.' : null;
