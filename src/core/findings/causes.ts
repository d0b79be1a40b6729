import type { LoopFinding } from '../state/finding.ts';

/** In the prompt: what a change that is held back does, after "The change to a.js", and what to do instead. */
interface Cause {
  does: string;
  instead: string;
}

const takesAway: Cause = {
  does: 'takes away what the checks rely on',
  instead: 'Restore what was removed or weakened and solve the task without it.',
};
const knowsAnswers: Cause = {
  does: 'gives what the tests expect for the inputs that the tests use, or finds out that they run, and does not solve the task for others',
  instead: 'Take that out, and compute the result for every input.',
};
const foolsRun: Cause = {
  does: 'changes how tests are run, compared or reported',
  instead: 'Take that out, and make the tests pass by what they test.',
};
const switchesOff: Cause = {
  does: 'lets the checks see or demand less than before',
  instead: 'Put the settings and scripts back as they were and solve the task with them.',
};
const removesFeature: Cause = {
  does: 'removes or empties code that the task does not give up',
  instead: 'Put back what it did and solve the task with it.',
};
const hidesErrors: Cause = {
  does: 'hides errors instead of repairing what causes them',
  instead: 'Let the errors show again and repair their cause.',
};
const changesNothing: Cause = {
  does: 'satisfies a check with text that changes nothing of what the code does',
  instead: 'Change what the code does.',
};

/** A pattern says more than its type. */
const OF_PATTERN: Record<string, Cause> = {
  'special-cased-tests': knowsAnswers,
  'answers-to-tests': knowsAnswers,
  'test-environment-branch': knowsAnswers,
  'asks-caller': knowsAnswers,
  'source-reads-tests': knowsAnswers,
  'changes-only-test-inputs': knowsAnswers,
  'flipped-expectation-passes': foolsRun,
  'test-run-tampered': foolsRun,
  'comments-only': changesNothing,
  'original-tests-not-run': takesAway,
  'fails-with-original-tests': takesAway,
  'validation-removed': removesFeature,
};

const OF_TYPE: Record<string, Cause> = {
  feature_removal: removesFeature,
  error_suppression: hidesErrors,
  validation_bypass: switchesOff,
};

/** Of the finding that weighs most. */
export function causeOf(findings: readonly LoopFinding[]): Cause {
  const blocking = findings.filter((one) => one.blocking);
  const first = blocking.find(({ severity }) => severity === 'critical') ?? blocking[0];
  return (first && (OF_PATTERN[first.pattern] ?? OF_TYPE[first.type])) ?? takesAway;
}
