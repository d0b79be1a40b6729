import { testsMoved } from '../../core/analytics/overview.ts';
import { isPart, testsOf } from '../../core/criteria/counted-tests.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { testsMovedText } from './format.ts';

/** `44/46`, marked if the run was incomplete; null if no tests were counted. */
export function testsText(verdicts: readonly Verdict[] | null): string | null {
  const tests = testsOf(verdicts);
  if (!tests || tests.total === 0) return null;
  return `${tests.passed}/${tests.total}${isPart(verdicts) ? ' (incomplete run)' : ''}`;
}

/** `tests 41→44/46`: passed before, passed now, total; `no tests counted` if a run counted none. */
export function testsLine(iteration: IterationState, state: LoopState): string | null {
  return testsMovedText(testsMoved(iteration, state));
}
