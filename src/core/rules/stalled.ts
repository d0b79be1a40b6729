import type { Metrics } from '../metrics/metrics.ts';
import { attemptsSinceSuccess } from '../recovery/attempts.ts';
import { stopAs } from './endings.ts';
import { unfinished } from './in-the-way.ts';
import type { Rule, RuleEvidence, Ruling } from './rule.ts';

/**
 * Nothing measured moves any more. It counts only if the measure is fine enough to show a small step (`stallSteps`
 * tests and errors): one failing test cannot show that the work comes closer, so there only the trees show
 * (same-tree.ts, cycling.ts). On recorded runs with one to six tests three still iterations came before 8 % of the solutions.
 */
export const stalled: Rule = {
  name: 'stalled',
  judge(evidence) {
    const { current, state, window } = evidence;
    if (current.classification !== 'stalled' || !current.metrics) return null;
    const { stallSteps, stallWindow } = state.settings.rules;
    if (steps(current.metrics) < stallSteps) return null;
    const since = Math.max(0, ...attemptsSinceSuccess(state).map(({ iteration }) => iteration));
    const recent = window.filter(({ n }) => n > since).slice(-stallWindow);
    if (recent.length < stallWindow || gained(evidence, recent[0]?.n ?? current.n)) return null;
    return stalledRuling(evidence, `no metric improved in ${stallWindow} iterations${unfinished(evidence)}`, 0.7);
  },
};

/** The first time a recovery; again after one, the end. */
export function stalledRuling(evidence: RuleEvidence, reason: string, confidence: number): Ruling {
  const { state } = evidence;
  const before = attemptsSinceSuccess(state).some(({ trigger }) => trigger === 'stalled');
  if (!before && state.settings.recovery.enabled) {
    return { action: 'continue', reason, confidence, recovery: 'stalled' };
  }
  return stopAs(evidence, 'stalled', before ? `${reason}, also after a recovery` : reason, confidence);
}

/** A better score than all iterations before these. */
function gained({ state, window }: RuleEvidence, from: number): boolean {
  const score = (n: number) => state.iterations[n]?.score ?? 0;
  const before = Math.max(...state.iterations.filter(({ n }) => n < from).map(({ n }) => score(n)));
  return window.some(({ n }) => n >= from && score(n) > before);
}

/** In how many steps the measure can move. */
function steps({ tests, lint, types }: Metrics): number {
  return (tests?.total ?? 0) + (lint?.errors ?? 0) + (types?.errors ?? 0);
}
