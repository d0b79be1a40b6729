import type { StillBroken } from '../metrics/broken-tests.ts';
import type { NamedTests } from '../metrics/lost-tests.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { IterationState, LoopState } from '../state/state.ts';

const MOST = 20;

/**
 * An alert compares with the iteration before, and is silent once the broken tree has been built on. What the parent
 * broke, or had not fixed itself, is therefore looked for again: by name, else by the count of passing tests from
 * before it was broken. If neither is known, it counts as still broken.
 */
export function findStillBroken(
  state: LoopState,
  parent: IterationState,
  after: NamedTests | null,
  current: Metrics,
): StillBroken[] {
  const own = parent.alerts.filter(({ type }) => type === 'working_test_failing');
  const before = [...parent.unmended, ...own.map(({ tests }) => ({ iteration: parent.n, tests }))];
  return before.flatMap((one) => stillBroken(state, one, after, current)).slice(-MOST);
}

function stillBroken(state: LoopState, one: StillBroken, after: NamedTests | null, current: Metrics): StillBroken[] {
  if (after && one.tests.length > 0) {
    // A removed test is reported as lost; a renamed one passes or fails under its new name.
    const tests = one.tests.filter((test) => after.has(test) && after.get(test) !== 'passed');
    return tests.length > 0 ? [{ ...one, tests }] : [];
  }
  const working = state.iterations[state.iterations[one.iteration]?.parent ?? -1]?.metrics?.tests?.passed;
  const passed = current.tests?.passed;
  return working !== undefined && passed !== undefined && passed >= working ? [] : [one];
}
