import { isPart, testsOf } from '../../core/criteria/counted-tests.ts';
import { type IterationState, type LoopState, lineTo } from '../../core/state/state.ts';

/** What people want to know first: how many tests fail, from the baseline to what is kept; then the quality. */
export interface Headline {
  /** From the baseline to the best iteration; steps without a change are left out. Empty if no tests were counted. */
  failing: readonly number[];
  /** How many tests there are now. */
  total: number | null;
  /** `0.90 → 0.99`; null if it is unknown. */
  quality: string | null;
  /** Nothing fails any more. */
  done: boolean;
}

/** Null before the first judgement, and if nothing is known. */
export function headlineOf(state: LoopState, arrow = '→'): Headline | null {
  const [first, best] = [state.iterations[0], state.iterations[state.best ?? -1]];
  if (!first || !best) return null;
  const counted = [first, ...lineTo(state, best.n).reverse()].flatMap((iteration) => failedIn(iteration) ?? []);
  const failing = counted.filter((count, index) => count !== counted[index - 1]);
  const total = testsOf(best.verdicts)?.total || undefined;
  const quality = qualityMoved(first, best, arrow);
  if (total === undefined && quality === null) return null;
  const isWhole = total !== undefined && counted.length > 0;
  return {
    failing: isWhole ? failing : [],
    total: isWhole ? total : null,
    quality,
    done: isWhole && failing.at(-1) === 0,
  };
}

const MAX_STEPS = 8;

/** `4 → 2 → 0 of 21`, the failing tests; the middle of a long way is left out. Null if no tests were counted. */
export function failingText({ failing, total }: Headline, arrow = '→'): string | null {
  if (total === null) return null;
  const steps = failing.map(String);
  const shown = steps.length > MAX_STEPS ? [...steps.slice(0, 3), '…', ...steps.slice(4 - MAX_STEPS)] : steps;
  return `${shown.join(` ${arrow} `)} of ${total}`;
}

/** Null if not all tests were counted: the missing ones may be those that fail. */
function failedIn({ verdicts }: IterationState): number | null {
  const tests = isPart(verdicts) ? null : testsOf(verdicts);
  return tests && tests.total > 0 ? tests.failed : null;
}

function qualityMoved(first: IterationState, best: IterationState, arrow: string): string | null {
  if (best.score === null) return null;
  const before = first.n === best.n || first.score === null ? '' : `${first.score.toFixed(2)} ${arrow} `;
  return `${before}${best.score.toFixed(2)}`;
}
