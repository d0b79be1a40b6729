import { isWorkflow } from '../config/facts.ts';
import { type Doubt, doubtIfReplaced } from './doubt.ts';

/** Checks that run automatically. The change does not show if anyone runs a script. */
export const doubtManualChecks: Doubt = (path, hit, comparison) =>
  hit.isNeverStarted === true
    ? null
    : /(^|\/)(package\.json|Makefile|tox\.ini)$/.test(path)
      ? 'But perhaps nobody ran it.'
      : doubtIfReplaced('other')(path, hit, comparison);

/** A deleted workflow of which another one runs every command. One that still exists but lost its trigger is different. */
export const doubtIfRunElsewhere: Doubt = (path, { excerptBefore = '' }, { input }) => {
  const others = (input.contextFiles ?? []).filter((one) => isWorkflow(one.path)).map(({ content }) => content);
  const isGone = input.changes.some((one) => one.path === path && one.after === null);
  return isGone && excerptBefore.split('\n').every((line) => others.some((text) => text.includes(line)))
    ? 'But another workflow runs the same.'
    : null;
};

/** An extension that no runner reads. */
export const doubtUnlessDisabledName: Doubt = (_, { after }) =>
  /\.(bak|old|orig|disabled?|off|skip(ped)?|txt|tmp)$|~$/.test(after?.path ?? '')
    ? null
    : 'But a runner may be configured to find it.';

export const doubtIfThresholdRemoved: Doubt = (_, { excerptAfter = '' }) =>
  excerptAfter === '' ? 'But it may be set elsewhere.' : null;

/** A line of a script is not a command of its own: the lines around it may do the same. */
export const doubtIfScript: Doubt = (path) =>
  /\.(sh|bash|ps1)$/.test(path) ? 'But the script does more than this line.' : null;
