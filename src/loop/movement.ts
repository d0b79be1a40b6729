import { findStillBroken } from '../core/findings/still-broken.ts';
import { metricAlerts } from '../core/metrics/alerts.ts';
import { lostTests, type NamedTests } from '../core/metrics/lost-tests.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { TestRun, TestStatus } from '../core/metrics/tests.ts';
import { baselineFor } from '../core/state/baseline.ts';
import type { EventOf } from '../core/state/events.ts';
import type { IterationState, LoopState } from '../core/state/state.ts';
import { testsToRemove } from '../core/task/requested-removal.ts';
import type { Ports } from '../ports/index.ts';

const TESTS_FILE = 'tests.json';
const MAX_LOST = 100;

/** Names and statuses by themselves: what later iterations are compared with. */
export async function keepTests(iteration: number, { tests }: TestRun, ports: Ports): Promise<string | null> {
  if (!tests) return null;
  const statuses = Object.fromEntries(tests.map(({ id, status }) => [id, status]));
  return (await ports.files.writeData(iteration, TESTS_FILE, statuses)).relative;
}

/** Alerts compare with the tree the iteration started from; losses with the baseline. */
export async function movementOf(
  iteration: number,
  current: Metrics,
  run: TestRun | null,
  state: LoopState,
  ports: Ports,
): Promise<Pick<EventOf<'metrics-taken'>, 'alerts' | 'lost' | 'unmended'>> {
  const { parent: n, byHand } = state.iterations[iteration] ?? { parent: null, byHand: false };
  const parent = n === null || byHand ? undefined : state.iterations[n];
  if (!parent?.metrics) return { alerts: [], lost: null };
  const baseline = baselineFor(state, iteration) ?? parent;
  const after = run?.tests ? new Map(run.tests.map(({ id, status }) => [id, status])) : null;
  const before = after && (await readTests(parent, ports));
  const first = after && (baseline.n === parent.n ? before : await readTests(baseline, ports));
  return {
    alerts: metricAlerts({
      previous: parent.metrics,
      current,
      ...(before && after && { named: { before, after } }),
      thresholds: state.settings.alerts,
      testsToRemove: (tests) => testsToRemove(state.task, tests),
    }),
    lost: after && first ? lostByName(first, after, state.task) : lostByCount(baseline.metrics, current),
    unmended: findStillBroken(state, parent, after, current),
  };
}

function lostByName(before: NamedTests, after: NamedTests, task: string): EventOf<'metrics-taken'>['lost'] {
  const { vanished } = lostTests({ before, after });
  const expected = testsToRemove(task, vanished);
  const others = vanished.filter((test) => !expected.includes(test));
  return {
    tests: others.slice(0, MAX_LOST),
    count: others.length,
    ...(expected.length > 0 && { expected: expected.slice(0, MAX_LOST) }),
  };
}

function lostByCount(before: Metrics | null, after: Metrics): EventOf<'metrics-taken'>['lost'] {
  if (!before?.tests || !after.tests) return null;
  return { tests: [], count: Math.max(0, before.tests.total - after.tests.total) };
}

/** A skipped test was not executed, even if its report says otherwise. */
export function executedIn(tests: ReadonlyMap<string, TestStatus>): string[] {
  return [...tests].filter(([, status]) => status === 'passed' || status === 'failed').map(([id]) => id);
}

export async function readTests(
  { n, testsFile }: IterationState,
  ports: Ports,
): Promise<Map<string, TestStatus> | null> {
  const statuses = testsFile ? await ports.files.readData(n, TESTS_FILE) : null;
  return statuses ? new Map(Object.entries(statuses as Record<string, TestStatus>)) : null;
}
