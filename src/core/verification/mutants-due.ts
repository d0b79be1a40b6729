import type { Criterion } from '../criteria/criterion.ts';
import type { Verdict } from '../criteria/verdict.ts';
import type { IterationState, LoopState } from '../state/state.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

/** It is judged by an experiment that follows the other checks. */
export const isOnMutants = (criterion: Criterion): criterion is MetricCriterion & { metric: 'mutants' } =>
  criterion.kind === 'metric' && criterion.metric === 'mutants';

/** The iteration without criteria that wait for mutants to be tested: whether it would complete is asked of the others. */
export function withoutPending(state: LoopState, current: IterationState): IterationState {
  const pending = new Set(state.criteria.filter(isOnMutants).map(({ id }) => id));
  if (current.mutants || pending.size === 0) return current;
  return { ...current, verdicts: (current.verdicts ?? []).filter(({ criterion }) => !pending.has(criterion)) };
}

/** What a criterion on mutants says before they are tested. Tests that are too slow for it end the loop before it begins. */
export function pendingVerdict({ id }: Criterion, iteration: number, slow: string | null): Verdict {
  const common = { criterion: id, exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  if (iteration === 0 && slow !== null)
    return { ...common, outcome: 'unmeasured', unmeasured: 'no-metric', reason: `mutants cannot be tested: ${slow}` };
  const reason = iteration === 0 ? 'no line is changed yet' : 'mutants are tested when all else holds';
  return { ...common, outcome: 'unmeasured', unmeasured: 'incomplete', reason };
}

/** Why tests that take this long are not run again and again; null if they are. */
export function tooSlow({ settings }: LoopState, durationMs: number): string | null {
  const minutes = durationMs / 60_000;
  const { maxMinutes } = settings.evidence;
  if (minutes <= maxMinutes) return null;
  return `the tests take ${minutes.toFixed(1)} minutes, more than evidence.maxMinutes (${maxMinutes})`;
}
