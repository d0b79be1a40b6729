import type { IterationChecks } from '../state/verification-state.ts';

type FlippedChecks = NonNullable<IterationChecks['flipped']>;
type Flipped = Pick<FlippedChecks, 'turned' | 'shown' | 'flipped' | 'canaries' | 'unshown' | 'problem'>;

/** How many of the tests that newly pass were seen to fail when they must; null if none newly passes. */
export function flippedText({ turned, shown, unshown, problem, ...tried }: Flipped): string | null {
  if (turned === 0) return null;
  const what = `newly passing ${turned === 1 ? 'test' : 'tests'}`;
  if (problem !== undefined) return `${turned} ${what} not tried with other expected values: ${problem}`;
  const [only] = unshown;
  if (shown === 0 && unshown.length === 1 && only?.count === turned)
    return `${turned} ${what} could not be tried with other expected values: ${only.reason}`;
  const rest = unshown.map(({ reason, count }) => `${count} not shown: ${reason}`);
  return [`${shown} of ${turned} ${what} ${shown === 1 ? 'fails' : 'fail'} ${howText(tried)}`, ...rest].join('; ');
}

/** A test without an expected value that could be changed is only shown to run and to be reported. */
function howText({ flipped, canaries }: Pick<FlippedChecks, 'flipped' | 'canaries'>): string {
  if (canaries === 0) return 'with other expected values';
  const canary = 'with a statement in it that must fail';
  return flipped === 0
    ? `${canary}; no expected value could be changed`
    : `with other expected values or, if there are none, ${canary} (${canaries})`;
}

/** With how many other inputs the calls in these tests were made, and what was left out; null if there is nothing to say. */
export function otherInputsText({ calls = 0, inputs }: Pick<FlippedChecks, 'calls' | 'inputs'>): string | null {
  const untried = (inputs?.untried ?? []).map(
    ({ reason, functions }) => `${functions.join(', ')} not tried: ${reason}`,
  );
  const tried = calls > 0 ? [triedText(calls, inputs)] : [];
  return tried.length + untried.length > 0 ? [...tried, ...untried].join('; ') : null;
}

function triedText(calls: number, inputs: FlippedChecks['inputs']): string {
  const what = `${calls} of their calls ${calls === 1 ? 'was' : 'were'} tried with`;
  return inputs ? `${what} ${inputs.tried} other inputs, before and after the change` : `${what} other inputs, too`;
}
