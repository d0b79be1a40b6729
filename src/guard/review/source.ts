import { addsDependency } from './dependencies.ts';
import { type Doubt, doubtIfReplaced } from './doubt.ts';

export const doubtUnlessTestsLost: Doubt = (path, hit, comparison) => {
  if (hit.importedBy !== undefined) return null;
  if (hit.lostItsTests !== true) return 'But none of its tests was removed.';
  return addsDependency(comparison)
    ? 'But a new dependency may do its work.'
    : doubtIfReplaced('source')(path, hit, comparison);
};

/** Everyone sees a removed function in the diff; nobody sees that something still uses it. */
export const doubtUnlessStillUsed: Doubt = (_, { isStillUsed }) =>
  isStillUsed === true ? null : 'But a reviewer sees that a whole file or function is removed.';

/** "Not implemented" needs no evidence, unless the change adds a working function with the same name. */
export const doubtStub: Doubt = (path, hit, comparison) =>
  hit.lostItsTests !== undefined
    ? doubtUnlessTestsLost(path, hit, comparison)
    : !notImplemented.test(hit.excerptAfter ?? '') || notImplemented.test(hit.excerptBefore ?? '')
      ? 'But throwing may be its purpose.'
      : comparison.functions.added.some((one) => one.function.name === hit.names?.[0] && one.function.stub === null)
        ? 'But a working function with its name was added.'
        : null;

/** Says that the work is not done yet; "unsupported" may be intended. */
const notImplemented =
  /not[\s_-]*(?:yet )?implemented|unimplemented|NotImplemented|UnsupportedOperation|\btodo\b|\bstub\b|fixme/i;

export const doubtIfCommonValue: Doubt = (_, { isCommonValue }) =>
  isCommonValue === true ? 'But products check their own options in the same way.' : null;
