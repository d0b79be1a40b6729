import { namesOf, type Reach, testsByFile } from '../core/reach.ts';
import type { IterationState } from '../core/state.ts';
import type { TestStatus } from '../core/tests.ts';
import type { Ports } from './ports.ts';

const REACH_FILE = 'reach.json';

export async function keepReach(iteration: number, reach: Reach, ports: Ports): Promise<string> {
  return (await ports.files.write(iteration, REACH_FILE, JSON.stringify(reach))).relative;
}

/** What the tests of each file reached before and now; null where one of the two is not known. */
export async function reachOf(
  before: IterationState,
  after: IterationState,
  tests: ReadonlyMap<string, TestStatus> | null | undefined,
  ports: Ports,
): Promise<{ before: Reach; after: Reach } | null> {
  const reached = await readReach(before, ports);
  const reaches = reached && (await readReach(after, ports));
  return reached && reaches && { before: withoutFailing(reached, tests), after: reaches };
}

async function readReach({ n, reachFile }: IterationState, ports: Ports): Promise<Reach | null> {
  const text = reachFile && (await ports.files.read(n, REACH_FILE, Number.POSITIVE_INFINITY));
  return text ? (JSON.parse(text) as Reach) : null;
}

/** A test that fails now ended where it failed: what it no longer reaches says nothing. */
function withoutFailing(reach: Reach, tests: ReadonlyMap<string, TestStatus> | null | undefined): Reach {
  const failing = testsByFile([...(tests ?? [])].flatMap(([id, status]) => (status === 'failed' ? [id] : [])));
  return Object.fromEntries(Object.entries(reach).filter(([file]) => !namesOf(file).some((name) => failing.has(name))));
}
