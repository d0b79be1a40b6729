import type { LoopState } from '../state/state.ts';

/** `try`: in a second run, to learn what it costs. */
export type CoverageMode = 'collect' | 'try' | 'none';

/**
 * Whether the test runners are asked for coverage. With `cheap` the baseline shows whether it is; what it decided holds for the
 * whole loop, because figures are comparable only if they are collected in the same way.
 */
export function coverageMode({ settings, iterations }: LoopState, iteration: number): CoverageMode {
  const { coverage } = settings.metrics;
  if (coverage === 'auto') return 'collect';
  if (coverage !== 'cheap') return 'none';
  if (iteration === 0) return 'try';
  return iterations[0]?.metrics?.coverage?.collecting ? 'collect' : 'none';
}
