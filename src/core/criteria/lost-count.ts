import type { Verdict } from './verdict.ts';

/**
 * A check that counted passing tests at the baseline and now passes without counting any has not shown that they ran: a
 * program that ends itself, or a stand-in for the runner, looks like this. Runners that report their passing tests when some
 * fail also report them when none does.
 */
export function withoutLostCount(verdict: Verdict, baseline: Verdict | undefined): Verdict {
  const before = baseline?.tests;
  if (verdict.outcome !== 'pass' || verdict.tests || !before || before.passed === 0) return verdict;
  const counted = before.total === 1 ? 'the 1 test' : `any of the ${before.total} tests`;
  const reason = `${verdict.reason}, but it does not show that ${counted} of the baseline ran`;
  return { ...verdict, outcome: 'unmeasured', unmeasured: 'incomplete', reason };
}
