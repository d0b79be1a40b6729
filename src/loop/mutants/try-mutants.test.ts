import { expect, test } from 'vitest';
import type { TestStatus } from '../../core/metrics/tests.ts';
import type { MutantRun } from '../../core/verification/mutant-result.ts';
import type { Mutant, NarrowedTests } from '../../ports/mutator.ts';
import type { OverlayFile } from '../../ports/safeguards.ts';
import { type Trials, tryMutants } from './try-mutants.ts';

const MUTANTS: Mutant[] = ['kill', 'live', 'hang', 'crash', 'refuse'].map((text, index) => ({
  path: 'a.js',
  line: index + 1,
  operator: 'literal',
  before: '1',
  after: '2',
  text,
}));
const NARROW: NarrowedTests = { commands: new Map([['npm test', 'npm test -- a.test.js']]), files: ['a.test.js'] };

const held = (tests: Record<string, TestStatus>, durationMs: number): MutantRun => ({
  tests: new Map(Object.entries(tests)),
  outcome: Object.values(tests).includes('failed') ? 'failed' : 'held',
  timedOut: false,
  durationMs,
});

/** Two test files; the second one alone notices `live`. Each run takes as long as it says, by a clock of its own. */
function scene(over: Partial<Trials> = {}, { costs = { a: 10, all: 100 } } = {}) {
  let clock = 0;
  const runs: string[] = [];
  const trials: Trials = {
    mutants: MUTANTS,
    async run(files, tests, timeoutMs) {
      const text = files[0]?.content?.toString() ?? 'control';
      const ms = tests ? costs.a : costs.all;
      runs.push(`${tests ? 'a' : 'all'}: ${text.trim()}`);
      clock += ms;
      if (text === 'hang') return { tests: null, outcome: 'unmeasured', timedOut: timeoutMs !== null, durationMs: ms };
      const a: Record<string, TestStatus> =
        text === 'crash' || text === ')(\n' ? {} : { 'a.test.js › x': text === 'kill' ? 'failed' : 'passed' };
      const b: Record<string, TestStatus> = { 'b.test.js › y': text === 'live' ? 'failed' : 'passed' };
      const run = held(tests ? a : { ...a, ...b }, ms);
      return /^(?:crash|refuse|\)\()/.test(text) ? { ...run, outcome: 'failed' } : run;
    },
    narrow: async () => null,
    whole: null,
    maxMs: 10_000,
    now: () => clock,
    ...over,
  };
  return { runs, tried: () => tryMutants(trials) };
}

test('each mutant is tried with all tests; what cannot be loaded is compared with a broken file', async () => {
  const { runs, tried } = scene();
  expect(await tried()).toMatchObject({
    counts: { killed: 2, survived: 0, timedOut: 1, invalid: 2, untried: 0 },
    survivors: [],
    testRunMs: 100,
  });
  expect(runs).toEqual(['all: control', 'all: kill', 'all: live', 'all: hang', 'all: crash', 'all: )(', 'all: refuse']);
});

test('a mutant that cannot run for ever gets all the time that is left, so that a busy machine does not hide what it shows', async () => {
  const limits: (number | null)[] = [];
  const slow = async (files: readonly OverlayFile[], _: unknown, timeoutMs: number | null) => {
    if (files.length > 0) limits.push(timeoutMs);
    return held({ 'a.test.js › x': 'passed' }, 100);
  };
  const { tried } = scene({ run: slow, mayHang: ({ text }) => text !== 'live' });
  await tried();
  expect(limits.slice(0, 2)).toEqual([100 * 4 + 3000, 10_000]);
});

test('the tests that reach the file run first, and all of them only on what these do not notice', async () => {
  const { runs, tried } = scene({ narrow: async () => NARROW });
  expect((await tried()).counts).toMatchObject({ killed: 2, survived: 0, invalid: 2, timedOut: 1 });
  expect(runs.filter((one) => one.startsWith('all'))).toEqual(['all: control', 'all: live']);
  expect(runs).toContain('a: kill');
});

test('a survivor of the tests that reach it stays one if there is no time for the others, and says so', async () => {
  const { tried } = scene({ narrow: async () => NARROW, maxMs: 230 });
  expect(await tried()).toMatchObject({ counts: { killed: 1, survived: 1 }, survivors: [{ line: 2, partly: true }] });
});

test.each<[string, NarrowedTests | null, { a: number; all: number }]>([
  ['are not faster', NARROW, { a: 90, all: 100 }],
  ['cannot be chosen', null, { a: 10, all: 100 }],
])('all tests run if those that reach the file %s', async (_, narrowed, costs) => {
  const { runs, tried } = scene({ narrow: async () => narrowed }, { costs });
  await tried();
  expect(runs.filter((one) => /kill|live/.test(one))).toEqual(['all: kill', 'all: live']);
});

test('a run of before is believed only once all tests have passed here too', async () => {
  const whole = held({ 'a.test.js › x': 'passed', 'b.test.js › y': 'passed' }, 100);
  const near = scene({ whole, narrow: async () => NARROW });
  expect((await near.tried()).counts).toMatchObject({ killed: 2, survived: 0 });
  expect(near.runs.slice(0, 2)).toEqual(['a: control', 'a: kill']);
  expect(near.runs.slice(-2)).toEqual(['all: control', 'all: live']);
  const run: Trials['run'] = async () => held({ x: 'failed' }, 1);
  expect(await scene({ whole, run }).tried()).toMatchObject({ problem: 'the tests do not pass without any mutant' });
});

test('all tests that end at the first failure are enough', async () => {
  const { runs, tried } = scene({ narrow: async () => ({ ...NARROW, files: [] }) });
  expect((await tried()).counts).toMatchObject({ killed: 1, survived: 1 });
  expect(runs.filter((one) => one.startsWith('all'))).toEqual(['all: control']);
});

test('when the time is over, the rest is not tried', async () => {
  const { runs, tried } = scene({ maxMs: 350 });
  expect((await tried()).counts).toMatchObject({ killed: 2, untried: 3 });
  expect(runs).toEqual(['all: control', 'all: kill', 'all: live']);
});

test.each<[string, MutantRun, string]>([
  ['tests fail', held({ x: 'failed' }, 1), 'the tests do not pass without any mutant'],
  ['tests have no names', { ...held({}, 1), tests: null }, 'the runner reports no names of tests'],
  ['no test passes', held({ x: 'skipped' }, 1), 'no test passes'],
  ['tests take too long', { ...held({}, 1), timedOut: true }, 'the tests take longer than evidence.maxMinutes'],
])('nothing is tried if %s without a mutant', async (_, whole, problem) => {
  const { runs, tried } = scene({ whole });
  expect(await tried()).toMatchObject({ problem, survivors: [], testRunMs: null });
  expect(runs).toEqual([]);
});

test('if no mutant is noticed and a file that cannot be loaded is not either, nothing loads it', async () => {
  const run: Trials['run'] = async () => held({ x: 'passed' }, 1);
  expect(await scene({ run }).tried()).toMatchObject({ counts: { survived: 5 }, isUnloaded: true });
  const loaded: Trials['run'] = async ([file]) => held({ x: file?.content?.includes(')(') ? 'failed' : 'passed' }, 1);
  expect((await scene({ run: loaded }).tried()).isUnloaded).toBeUndefined();
});
