import { namesOf, type Reach, testsByFile } from '../core/metrics/reach.ts';
import type { TestStatus } from '../core/metrics/tests.ts';
import type { IterationState } from '../core/state/state.ts';
import type { Ports } from '../ports/index.ts';

const REACH_FILE = 'reach.json';

export async function keepReach(iteration: number, reach: Reach, ports: Ports): Promise<string> {
  return (await ports.files.writeData(iteration, REACH_FILE, packed(reach))).relative;
}

/** What the tests of each file reached before and now; null if either is unknown. */
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
  const data = reachFile ? await ports.files.readData(n, REACH_FILE) : null;
  return data ? unpacked(data as Packed) : null;
}

/** Names and ranges once, for many test files reach the same: test file → pairs of a source's number and its ranges'. */
interface Packed {
  sources: string[];
  ranges: string[];
  tests: Record<string, [source: number, ranges: number][]>;
}

function packed(reach: Reach): Packed {
  const [sources, ranges] = [numbered(), numbered()];
  const tests = Object.entries(reach).map(([test, own]) => [
    test,
    Object.entries(own).map(([source, lines]) => [sources.of(source), ranges.of(lines)]),
  ]);
  return { tests: Object.fromEntries(tests), sources: sources.all(), ranges: ranges.all() };
}

function unpacked({ sources, ranges, tests }: Packed): Reach {
  return Object.fromEntries(
    Object.entries(tests).map(([test, own]) => [
      test,
      Object.fromEntries(own.map(([source, lines]) => [sources[source] ?? '', ranges[lines] ?? ''])),
    ]),
  );
}

function numbered() {
  const numbers = new Map<string, number>();
  return {
    of(text: string): number {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
    all: () => [...numbers.keys()],
  };
}

/** A test that fails now ended where it failed: what it no longer reaches says nothing. */
function withoutFailing(reach: Reach, tests: ReadonlyMap<string, TestStatus> | null | undefined): Reach {
  const failing = testsByFile([...(tests ?? [])].flatMap(([id, status]) => (status === 'failed' ? [id] : [])));
  return Object.fromEntries(Object.entries(reach).filter(([file]) => !namesOf(file).some((name) => failing.has(name))));
}
