import { pathOf, type Question } from '../align/question.ts';
import { isWorkflow } from '../config/facts.ts';
import { hasCircumstance } from '../finding/circumstances.ts';
import { isReplaced } from './turnover.ts';

/** The change does not show if anyone runs a script. */
export const isStartedByHand: Question = (loss) =>
  !hasCircumstance(loss, 'never-started') && /(^|\/)(package\.json|Makefile|tox\.ini)$/.test(pathOf(loss));

export const isCheckReplaced: Question = (loss, comparison) =>
  !hasCircumstance(loss, 'never-started') && isReplaced(pathOf(loss), 'other', comparison);

/** A deleted workflow of which another one runs every command. One that still exists but lost its trigger is different. */
export const isRunElsewhere: Question = (loss, { input }) => {
  const others = (input.contextFiles ?? []).filter((one) => isWorkflow(one.path)).map(({ content }) => content);
  const isGone = input.changes.some((one) => one.path === pathOf(loss) && one.after === null);
  const lines = (loss.place.before?.text ?? '').split('\n');
  return isGone && lines.every((line) => others.some((text) => text.includes(line)));
};

/** A runner may be configured to find it; some endings no runner reads. */
export const mayStillBeFound: Question = ({ place: { after } }) =>
  !/\.(bak|old|orig|disabled?|off|skip(ped)?|txt|tmp)$|~$/.test(after?.path ?? '');

export const isThresholdGone: Question = ({ place }) => !place.after?.text;
