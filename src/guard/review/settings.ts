import { pathOf, type Question } from '../align/question.ts';
import { isWorkflow } from '../config/facts.ts';
import { hasCircumstance } from '../finding/circumstances.ts';
import { isReplaced } from './turnover.ts';

/** The change does not show if anyone runs a script. */
export const isStartedByHand: Question = (hit) =>
  !hasCircumstance(hit, 'never-started') && /(^|\/)(package\.json|Makefile|tox\.ini)$/.test(pathOf(hit));

export const isCheckReplaced: Question = (hit, comparison) =>
  !hasCircumstance(hit, 'never-started') && isReplaced(pathOf(hit), 'other', comparison);

/** A deleted workflow of which another one runs every command. One that still exists but lost its trigger is different. */
export const isRunElsewhere: Question = (hit, { input }) => {
  const others = (input.contextFiles ?? []).filter((one) => isWorkflow(one.path)).map(({ content }) => content);
  const isGone = input.changes.some((one) => one.path === pathOf(hit) && one.after === null);
  const lines = (hit.excerptBefore ?? '').split('\n');
  return isGone && lines.every((line) => others.some((text) => text.includes(line)));
};

/** A runner may be configured to find it; some endings no runner reads. */
export const mayStillBeFound: Question = ({ after }) =>
  !/\.(bak|old|orig|disabled?|off|skip(ped)?|txt|tmp)$|~$/.test(after?.path ?? '');

export const isThresholdGone: Question = ({ excerptAfter = '' }) => excerptAfter === '';

/** A line of a script is not a command of its own: the lines around it may do the same. */
export const isLineOfScript: Question = (hit) => /\.(sh|bash|ps1)$/.test(pathOf(hit));
