import { expect, test } from 'vitest';
import { type Metrics, unmeasured } from '../core/metrics/metrics.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { Mutator, Ports } from '../ports/index.ts';
import { aVerdict, judgedLoop } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { testMutants } from './test-mutants.ts';

const counts = { total: 1, passed: 1, failed: 0, skipped: 0 };
const metrics: Metrics = { ...unmeasured, tests: counts };
const ON_MUTANTS = { id: 'm', text: 'mutants >= 80', kind: 'metric', metric: 'mutants', op: '>=', value: 80 } as const;

interface Scene {
  /** By the text of the mutant: whether its tests fail. */
  texts?: string[];
  isNoticed?(text: string): boolean;
  minutes?: number;
  names?: Record<string, string> | null;
  hasMutator?: boolean;
  isLoaded?: boolean;
  kind?: 'room' | 'copy';
}

async function tested(scene: Scene = {}) {
  const { texts = ['a', 'b'], isNoticed = () => true, minutes = 0.001, names = { x: 'passed' }, kind = 'room' } = scene;
  const verdicts = [aVerdict({ outcome: 'pass', tests: counts, durationMs: minutes * 60_000 })];
  const over = { decision: null, verdicts, metrics, testsFile: 'tests.json' };
  const judged = judgedLoop([{ score: null, verified: true, over }]);
  const state: LoopState = {
    ...judged,
    criteria: [...judged.criteria, ON_MUTANTS],
    room: { ...judged.room, kind } as never,
  };
  const { ports, snapshots } = fakeWorld({ start: 'x', agent: (_, tree) => tree, check: () => [] });
  for (const { snapshot } of state.iterations) snapshots.set(snapshot?.commit ?? '', 'x');
  if (names) await ports.files.writeData(1, 'tests.json', names);
  const place = { path: 'a.js', line: 1, operator: 'literal', before: '1', after: '2' };
  const mutator: Mutator = {
    mutate: async () => ({
      mutants: texts.map((text) => ({ ...place, text })),
      possible: texts.length + 3,
      unsupported: [{ reason: 'no Go', paths: ['a.go'] }],
    }),
    narrow: async () => null,
  };
  let broken = '';
  const own: Ports = {
    ...ports,
    ...(scene.hasMutator !== false && { mutator }),
    room: {
      async judge(_, work, visit) {
        broken = visit?.files?.[0]?.content?.toString() ?? '';
        return work({ root: '/workspace', cwd: '/workspace' });
      },
    },
    checker: {
      async verify() {
        const isUnloadable = broken === ')(\n' && scene.isLoaded !== false;
        const fails = isUnloadable || (broken !== '' && broken !== ')(\n' && isNoticed(broken));
        const one = { id: 'x', file: null, suite: [], name: 'x', durationMs: null, message: null, retries: 0 };
        const status = fails ? ('failed' as const) : ('passed' as const);
        const tests = { runner: 'node:test', counts, tests: [{ ...one, status }] };
        return { verdicts: [aVerdict({ outcome: fails ? 'fail' : 'pass' })], tests: tests as never };
      },
    },
  };
  const events: LoopEvent[] = [];
  const step = { type: 'test-mutants', iteration: 1, baseline: 0 } as const;
  for await (const event of testMutants(step, state, own, new AbortController().signal)) events.push(event);
  return events.at(-1) as EventOf<'mutants-tested'>;
}

test('the criterion is judged by the share of mutants that tests notice', async () => {
  expect(await tested({ isNoticed: (text) => text === 'a' })).toMatchObject({
    counts: { killed: 1, survived: 1, possible: 5 },
    survivors: [{ path: 'a.js', line: 1, before: '1', after: '2' }],
    unsupported: [{ reason: 'no Go', count: 1, paths: ['a.go'] }],
    runs: 3,
    verdicts: [{ criterion: 'm', outcome: 'fail', reason: 'mutants is 50, required >= 80' }],
  });
  expect((await tested()).verdicts).toMatchObject([{ outcome: 'pass' }]);
});

test.each<[string, Scene, string]>([
  ['there is no analyst', { hasMutator: false }, 'there is no analyst to make them'],
  ['the runner gives no names', { names: null }, 'the runner reports no names of tests'],
  ['the tests are slow', { minutes: 30 }, 'the tests take 30.0 minutes, more than evidence.maxMinutes (5)'],
  ['nothing can be mutated', { texts: [] }, 'no changed line can be mutated'],
  [
    'a copy is not what the tests load',
    { isNoticed: () => false, isLoaded: false, kind: 'copy' },
    'no test loads the changed files, or the tests load them from where the project is installed',
  ],
])('if %s, the result is unknown and the criterion unmeasured', async (_, scene, problem) => {
  const event = await tested(scene);
  expect(event).toMatchObject({ problem, counts: { killed: 0, survived: 0 }, survivors: [] });
  expect(event.verdicts).toMatchObject([
    { outcome: 'unmeasured', reason: `mutants could not be measured (mutants: ${problem})` },
  ]);
});

test('at the path of the workspace, a file that no test loads is watched by none', async () => {
  const event = await tested({ isNoticed: () => false, isLoaded: false });
  expect(event).toMatchObject({ counts: { killed: 0, survived: 2 }, verdicts: [{ outcome: 'fail' }] });
});
