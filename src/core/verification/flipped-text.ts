import type { IterationChecks } from '../state/verification-state.ts';

type Flipped = Pick<NonNullable<IterationChecks['flipped']>, 'turned' | 'shown' | 'unshown' | 'problem'>;

/** How many of the tests that newly pass were seen to fail when they must; null if none newly passes. */
export function flippedText({ turned, shown, unshown, problem }: Flipped): string | null {
  if (turned === 0) return null;
  const what = `newly passing ${turned === 1 ? 'test' : 'tests'}`;
  if (problem !== undefined) return `${turned} ${what} not tried with other expected values: ${problem}`;
  const rest = unshown.map(({ reason, count }) => `${count} not shown: ${reason}`);
  return [`${shown} of ${turned} ${what} ${shown === 1 ? 'fails' : 'fail'} with other expected values`, ...rest].join(
    '; ',
  );
}

/** How many of the calls in these tests were made with other inputs, too; null if none was. */
export function otherInputsText({ calls = 0 }: { calls?: number | undefined }): string | null {
  return calls > 0 ? `${calls} of their calls ${calls === 1 ? 'was' : 'were'} tried with other inputs, too` : null;
}
