import type { Rule } from './rule.ts';

export const minimumIterations: Rule = {
  name: 'minimum-iterations',
  judge({ current, state }) {
    const { minIterations } = state.settings.rules;
    if (current.n >= minIterations) return null;
    return { action: 'continue', reason: failing(current.verdicts ?? []), confidence: 0.9 };
  },
};

/** What still stands in the way, in one line. */
export function failing(verdicts: readonly { outcome: string; reason: string; criterion: string }[]): string {
  const open = verdicts.filter((verdict) => verdict.outcome !== 'pass');
  const first = open[0];
  if (!first) return 'nothing has been verified';
  return open.length === 1 ? first.reason : `${open.length} criteria do not hold (${first.criterion}: ${first.reason})`;
}
