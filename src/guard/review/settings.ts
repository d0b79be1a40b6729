import { isWorkflow } from '../config/facts.ts';
import { type Doubt, unlessTakenAway } from './doubt.ts';

/** What runs by itself; whether anyone runs a script is not in the change. */
export const unlessItself: Doubt = (path, hit, comparison) =>
  hit.asleep === true
    ? null
    : /(^|\/)(package\.json|Makefile|tox\.ini)$/.test(path)
      ? 'But perhaps nobody ran it.'
      : unlessTakenAway('other')(path, hit, comparison);

/** A workflow that is gone with all that another one runs; one that stands and lost its gate is another thing. */
export const unlessRunElsewhere: Doubt = (path, { excerptBefore = '' }, { input }) => {
  const others = (input.contextFiles ?? []).filter((one) => isWorkflow(one.path)).map(({ content }) => content);
  const isGone = input.changes.some((one) => one.path === path && one.after === null);
  return isGone && excerptBefore.split('\n').every((line) => others.some((text) => text.includes(line)))
    ? 'But another workflow runs the same.'
    : null;
};

/** An ending that no runner of any language reads. */
export const unlessPutAside: Doubt = (_, { after }) =>
  /\.(bak|old|orig|disabled?|off|skip(ped)?|txt|tmp)$|~$/.test(after?.path ?? '')
    ? null
    : 'But a runner may be told to find it.';

export const unlessLower: Doubt = (_, { excerptAfter = '' }) =>
  excerptAfter === '' ? 'But it may be asked for elsewhere.' : null;

/** A line of a program is no command of its own: what it did may be done by the lines around it. */
export const unlessProgram: Doubt = (path) =>
  /\.(sh|bash|ps1)$/.test(path) ? 'But the script does more than this line.' : null;
