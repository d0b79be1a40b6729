import type { IterationState } from '../state/state.ts';

/**
 * Whether tests that are gone by their names live on under others: every test of the baseline ran again with its original content,
 * and the guard, which compares by syntax, misses no test. Then names were only compared too literally.
 */
export function areLossesExplained({ pristine, findings }: IterationState): boolean {
  const originals = pristine?.originals;
  if (!originals?.byName || originals.ran < originals.of || findings === null) return false;
  if ((pristine?.findings.length ?? 0) > 0) return false;
  return !findings.some(({ type, expectedByTask }) => LOSSES.has(type) && !expectedByTask);
}

/** An iteration as if its lost tests were explained: before they can be, what it would be kept for has to be proved. */
export function withoutLosses(iteration: IterationState): IterationState {
  const { lost, alerts } = iteration;
  return {
    ...iteration,
    lost: lost && { ...lost, tests: [], count: 0 },
    alerts: alerts.filter(({ type }) => type !== 'test_deletion'),
  };
}

const LOSSES = new Set(['test_deletion', 'test_skipping']);
