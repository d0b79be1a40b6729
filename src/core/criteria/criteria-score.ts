import type { Verdict } from './verdict.ts';

/**
 * How far the criteria are met, 0..1: the share of criteria that hold, in which a failing one whose tests were counted
 * adds the share of tests that passed (never enough to look like a pass); a part of them says nothing. A criterion that could not be measured adds
 * nothing, and if none could be measured the score is unknown.
 */
export function criteriaScore(verdicts: readonly Verdict[]): number | null {
  if (!verdicts.some((verdict) => verdict.outcome !== 'unmeasured')) return null;
  const sum = verdicts.reduce((total, verdict) => total + worth(verdict), 0);
  return Math.round((sum / verdicts.length) * 10_000) / 10_000;
}

function worth(verdict: Verdict): number {
  if (verdict.outcome === 'pass') return 1;
  if (verdict.outcome === 'unmeasured' || verdict.partial || !verdict.tests) return 0;
  const ran = verdict.tests.passed + verdict.tests.failed;
  return ran === 0 ? 0 : 0.95 * (verdict.tests.passed / ran);
}
