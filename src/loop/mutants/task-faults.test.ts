import { expect, test } from 'vitest';
import type { NamedTests } from '../../core/metrics/lost-tests.ts';
import { type Metrics, unmeasured } from '../../core/metrics/metrics.ts';
import type { LoopState } from '../../core/state/state.ts';
import type { Ports } from '../../ports/index.ts';
import { aVerdict, judgedLoop } from '../../testing/builders.ts';
import { fakeWorld } from '../../testing/fake-world.ts';
import { tryTaskFaults } from './task-faults.ts';

const counts = { total: 1, passed: 1, failed: 0, skipped: 0 };
const metrics: Metrics = { ...unmeasured, tests: counts };

interface Scene {
  /** Per function the values that it returns; the text of a constant is `name=value`, of an empty function `name=`. */
  constants?: Record<string, string[]>;
  small?: string[];
  /** The texts that no test notices. */
  passing?: string[];
  functions?: number;
  taskMutants?: number;
  unsupported?: string[];
  /** By how much each run of the tests moves the clock on. */
  runMs?: number;
}

async function tried(scene: Scene) {
  const { constants = {}, small = [], passing = [], functions = 2, taskMutants = 8, unsupported = [] } = scene;
  const verdicts = [aVerdict({ outcome: 'pass', tests: counts, durationMs: 1000 })];
  const judged = judgedLoop([{ score: null, verified: true, over: { decision: null, verdicts, metrics } }]);
  const state: LoopState = {
    ...judged,
    settings: { ...judged.settings, evidence: { ...judged.settings.evidence, taskMutants } },
  };
  const { ports, snapshots } = fakeWorld({ start: 'x', agent: (_, tree) => tree, check: () => [] });
  for (const { snapshot } of state.iterations) snapshots.set(snapshot?.commit ?? '', 'x');
  const runs: string[] = [];
  let [clock, text] = [0, ''];
  const own = {
    ...ports,
    now: () => clock,
    mutator: {
      mutate: async ({ most }: { most: number }) => ({
        mutants: small
          .slice(0, most)
          .map((one, line) => ({ path: 'a.js', line, operator: 'x', before: '', after: '', text: one })),
        possible: small.length,
        unsupported: unsupported.map((reason) => ({ reason, paths: ['a.go'] })),
      }),
      narrow: async () => null,
    },
    tests: {
      constants: async () =>
        Object.entries(constants).flatMap(([name, values]) =>
          values.map((value) => ({ path: 'a.js', line: 1, name, value, text: `${name}=${value}`, empty: `${name}=` })),
        ),
    },
    room: {
      async judge(_: string, work: (place: object) => unknown, visit?: { files?: { content: Buffer | null }[] }) {
        text = visit?.files?.[0]?.content?.toString().trim() ?? '';
        return work({ root: '/workspace', cwd: '/workspace' });
      },
    },
    checker: {
      async verify() {
        if (text !== '') runs.push(text);
        clock += scene.runMs ?? 10;
        const status = text === '' || passing.includes(text) ? 'passed' : 'failed';
        const tests = { runner: 'node:test', counts, tests: [{ id: 'x', status }] };
        return { verdicts: [aVerdict({ outcome: status === 'passed' ? 'pass' : 'fail' })], tests };
      },
    },
  } as unknown as Ports;
  const change = { before: 'b', after: 'a', except: [], shown: ['x'], all: new Map([['x', 'passed']]) as NamedTests };
  const experiment = {
    iteration: 1,
    criteria: state.criteria,
    state,
    ports: own,
    signal: new AbortController().signal,
  };
  return { runs, faults: await tryTaskFaults({ ...change, functions }, experiment) };
}

test('a function is distinguished from constants if tests notice each of them', async () => {
  const { faults, runs } = await tried({ constants: { f: ['1', '2'], g: ['1'] }, small: ['s', 't'], passing: ['t'] });
  expect(faults).toMatchObject({
    constants: { functions: 2, distinguished: 2, passing: [], unwatched: [] },
    counts: { killed: 1, survived: 1, possible: 2 },
    survivors: [{ path: 'a.js', line: 1 }],
  });
  expect(runs).toEqual(['f=1', 'g=1', 'f=2', 's', 't']);
});

test('a constant counts against tests only if they need the function', async () => {
  const { faults } = await tried({ constants: { f: ['1', '2'], g: ['1'], h: ['1'] }, passing: ['f=2', 'g=1', 'g='] });
  expect(faults?.constants).toEqual({
    functions: 3,
    distinguished: 1,
    passing: [{ path: 'a.js', line: 1, name: 'f', value: '2' }],
    unwatched: [{ path: 'a.js', line: 1, name: 'g' }],
  });
});

test('the only function of a change is known to be needed', async () => {
  const { faults, runs } = await tried({ constants: { f: ['1'] }, passing: ['f=1'], functions: 1 });
  expect(faults?.constants.passing).toHaveLength(1);
  expect(runs).not.toContain('f=');
});

test('the number of faults and the time are bounded', async () => {
  const values = Array.from({ length: 30 }, (_, index) => `${index}`);
  const many = await tried({ constants: { f: values }, small: values.map((one) => `s${one}`) });
  expect(many.runs).toHaveLength(12 + 8);
  const slow = await tried({ constants: { f: values }, runMs: 2 * 60_000 });
  expect(slow.runs).toHaveLength(2);
  expect((await tried({ constants: { f: ['1'] }, taskMutants: 0 })).faults).toBeNull();
});

test('languages without mutants are not measured', async () => {
  const { faults } = await tried({ unsupported: ['mutants are not supported in Go'] });
  expect(faults).toMatchObject({ problem: 'mutants are not supported in Go', runs: 0 });
});
