import { z } from 'zod';
import type { NamedTests } from './lost-tests.ts';
import type { Metrics } from './metrics.ts';
import type { IterationState, LoopState } from './state.ts';

/** Tests that an iteration broke; without names where only counts are known. */
export const unmendedSchema = z.object({ iteration: z.int(), tests: z.array(z.string()) });
export type Unmended = z.infer<typeof unmendedSchema>;

const MOST = 20;

/**
 * An alert compares with the iteration before, and is silent once the broken tree has been built upon. What the parent
 * broke, or had not mended itself, is therefore looked for again: by name, else by the count of passing tests from
 * before it was broken. Where neither is known, nothing says that it was mended.
 */
export function unmendedFrom(
  state: LoopState,
  parent: IterationState,
  after: NamedTests | null,
  current: Metrics,
): Unmended[] {
  const own = parent.alerts.filter(({ type }) => type === 'working_test_failing');
  const before = [...parent.unmended, ...own.map(({ tests }) => ({ iteration: parent.n, tests }))];
  return before.flatMap((one) => stillBroken(state, one, after, current)).slice(-MOST);
}

function stillBroken(state: LoopState, one: Unmended, after: NamedTests | null, current: Metrics): Unmended[] {
  if (after && one.tests.length > 0) {
    // One that is gone is told as lost, one that was renamed passes or fails under its new name.
    const tests = one.tests.filter((test) => after.has(test) && after.get(test) !== 'passed');
    return tests.length > 0 ? [{ ...one, tests }] : [];
  }
  const working = state.iterations[state.iterations[one.iteration]?.parent ?? -1]?.metrics?.tests?.passed;
  const passed = current.tests?.passed;
  return working !== undefined && passed !== undefined && passed >= working ? [] : [one];
}
