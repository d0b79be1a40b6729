import type { IterationChecks } from '../state/verification-state.ts';

type NewTests = Pick<NonNullable<IterationChecks['newTests']>, 'added' | 'passing' | 'unshown' | 'problem'>;

/** How many of the new tests pass without the change; null if there is no new test. */
export function newTestsText({ added, passing, unshown, problem }: NewTests): string | null {
  if (problem !== undefined) return `new tests not run without the change: ${problem}`;
  if (added === 0) return null;
  const tests = `new ${added === 1 ? 'test' : 'tests'}`;
  const needed = added - unshown.reduce((sum, { count }) => sum + count, 0);
  const rest = unshown.map(({ reason, count }) => `${count} not shown: ${reason}`);
  return [
    passing.count === 0
      ? `${needed} of ${added} ${tests} ${needed === 1 ? 'needs' : 'need'} the change`
      : `${passing.count} of ${added} ${tests} ${passing.count === 1 ? 'passes without the change, and so shows' : 'pass without the change, and so show'} nothing of it`,
    ...rest,
  ].join('; ');
}
