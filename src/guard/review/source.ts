import { takesDependency } from '../dependencies.ts';
import { type Doubt, unlessTakenAway } from './doubt.ts';

export const unlessWithTests: Doubt = (path, hit, comparison) => {
  if (hit.importedBy !== undefined) return null;
  if (hit.testsGone !== true) return 'But no test of it went with it.';
  return takesDependency(comparison)
    ? 'But a dependency that came with the change may do its work.'
    : unlessTakenAway('source')(path, hit, comparison);
};

/** What goes as a whole everyone sees in the list of a change; that something still asks for it is seen nowhere. */
export const unlessMissed: Doubt = (_, { missed }) =>
  missed === true ? null : 'But what a change takes out as a whole is seen in its list of files and functions.';

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
