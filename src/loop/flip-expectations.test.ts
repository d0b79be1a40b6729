import { expect, test } from 'vitest';
import { type Metrics, unmeasured } from '../core/metrics/metrics.ts';
import { countsOf, type TestStatus } from '../core/metrics/tests.ts';
import { nextStep } from '../core/next-step.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import type { LoopState } from '../core/state/state.ts';
import type { EditKind, Ports, Room, TestEditor } from '../ports/index.ts';
import { aVerdict, judgedLoop, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { flipExpectations } from './flip-expectations.ts';

/** What a run says of the tests that were edited, by where it is and how they were edited. */
interface Scene {
  before?: Record<string, TestStatus>;
  after?: Record<string, TestStatus> | null;
  run(edited: { commit: string; how: EditKind; tests: readonly string[] }): Record<string, TestStatus>;
  minutes?: number;
  room?: LoopState['room'];
}

const BEFORE = { old: 'passed', fixed: 'failed' } as const;
const AFTER = { old: 'passed', fixed: 'passed' } as const;
const counts = { total: 2, passed: 2, failed: 0, skipped: 0 };
const metrics: Metrics = { ...unmeasured, tests: counts };

function loopOf(minutes = 0): LoopState {
  const verdicts = [aVerdict({ outcome: 'pass', tests: counts, durationMs: minutes * 60_000 })];
  const over = { decision: null, verdicts, metrics, testsFile: 'tests.json' };
  const state = judgedLoop([{ score: null, verified: true, over }]);
  const iterations = state.iterations.map((one) => ({ ...one, testsFile: 'tests.json' }));
  return { ...state, iterations };
}

async function flipped({ before = BEFORE, after = AFTER, run, minutes = 0, room: kind }: Scene) {
  const loop = loopOf(minutes);
  const state = kind ? { ...loop, room: kind } : loop;
  const { ports, snapshots } = fakeWorld({ start: 'x', agent: (_, tree) => tree, check: () => [] });
  for (const { snapshot } of state.iterations) snapshots.set(snapshot?.commit ?? '', 'x');
  await ports.files.writeData(0, 'tests.json', before);
  await ports.files.writeData(1, 'tests.json', after);
  const runs: string[] = [];
  let edited: { commit: string; how: EditKind; tests: readonly string[] } | null = null;
  const tests: TestEditor = {
    async edit({ commit, how, tests: ids }) {
      edited = { commit, how, tests: ids };
      const edits = ids.map((id) => ({
        tests: [id],
        pattern: `^${id}$`,
        path: 'a.test.js',
        line: 3,
        how,
        before: '5',
        after: '6',
        values: ['other'],
      }));
      return { files: [{ path: 'a.test.js', text: how }], edits, unedited: [] };
    },
    empty: async () => ({ files: [], functions: 0 }),
    constants: async () => [],
    cut: async () => ({ files: [], uncut: [], groups: {} }),
    putBack: async () => ({ files: [], found: [], lost: [] }),
  };
  const room: Room = {
    judge: (_, work, visit) => {
      expect(visit).toMatchObject({ files: [{ path: 'a.test.js' }], isSecret: true });
      return work({ root: '/workspace', cwd: '/workspace' });
    },
  };
  const checker: Ports['checker'] = {
    async verify({ remembered }) {
      expect(remembered).toBeUndefined();
      const { commit, how, tests: ids } = edited as NonNullable<typeof edited>;
      runs.push(`${how} ${commit === state.iterations[0]?.snapshot?.commit ? 'baseline' : 'iteration'}`);
      const cases = Object.entries(run({ commit, how, tests: ids })).map(([id, status]) => ({
        ...{ id, status, file: null, suite: [], name: id },
        ...{ durationMs: null, message: null, retries: 0 },
      }));
      const total = countsOf(cases);
      const result = { runner: 'x', tests: cases, counts: total, complete: true, collected: null };
      const verdict = aVerdict({ outcome: total.failed > 0 ? 'fail' : 'pass', tests: total });
      return { verdicts: [verdict], tests: { ...result, collectionErrors: [], notes: [] } };
    },
  };
  const events: LoopEvent[] = [];
  const step = { type: 'flip-expectations' as const, iteration: 1, baseline: 0 };
  const prober: Ports['prober'] = {
    async record() {
      runs.push('probe');
      return { files: [], paths: [], commands: {}, literals: [], untried: [] };
    },
    replay: () => Promise.reject(new Error('nothing was recorded')),
  };
  const all = flipExpectations(step, state, { ...ports, tests, prober, room, checker }, new AbortController().signal);
  for await (const event of all) events.push(event);
  return { event: events.at(-1) as EventOf<'expectations-flipped'>, runs };
}

const failing = ({ tests }: { tests: readonly string[] }): Record<string, TestStatus> =>
  Object.fromEntries(tests.map((id) => [id, 'failed']));
const atBaseline = ({ tests }: { tests: readonly string[] }) => tests.includes('old');

test('a test that fails with another expected value is shown, in one run', async () => {
  const { event, runs } = await flipped({ run: failing });
  expect(event).toMatchObject({ turned: 1, shown: 1, flipped: 1, unshown: [], findings: [] });
  expect(runs).toEqual(['flip iteration']);
});

test.each([
  { what: 'the comparison', canary: 'failed' as const, words: /with another expected value too/ },
  { what: 'the runner', canary: 'passed' as const, words: /even with a statement that must fail/ },
])('if it passes, the canary tells that $what is fooled', async ({ canary, words }) => {
  const { event, runs } = await flipped({
    run: (edited) => (atBaseline(edited) ? failing(edited) : { fixed: edited.how === 'canary' ? canary : 'passed' }),
  });
  expect(runs).toEqual(['flip iteration', 'flip baseline', 'canary iteration']);
  expect(event).toMatchObject({
    shown: 0,
    findings: [
      {
        id: expect.stringMatching(/^flipped-/),
        pattern: 'flipped-expectation-passes',
        severity: 'critical',
        blocking: true,
        after: { path: 'a.test.js', line: 3 },
        excerptBefore: '5',
        excerptAfter: '6',
        why: expect.stringMatching(words),
      },
    ],
  });
});

test('if edited tests pass at the baseline too, nothing follows from it', async () => {
  const { event } = await flipped({ run: ({ tests }) => Object.fromEntries(tests.map((id) => [id, 'passed'])) });
  expect(event).toMatchObject({
    shown: 0,
    unshown: [{ reason: 'edited tests pass at the baseline too', count: 1, tests: ['fixed'] }],
    findings: [],
  });
});

test.each<[string, Partial<Scene>, string | undefined]>([
  ['there are no names', { after: null }, undefined],
  ['nothing turned', { before: AFTER }, undefined],
  ['the tests take too long', { minutes: 6 }, 'the tests take 6.0 minutes, more than evidence.maxMinutes (5)'],
])('nothing runs if %s', async (_, scene, problem) => {
  const { event, runs } = await flipped({ run: failing, ...scene });
  expect(runs).toEqual([]);
  expect(event).toMatchObject({ shown: 0, findings: [] });
  expect(event.problem).toBe(problem);
});

test('it comes after the pristine run, once, and can be switched off', () => {
  const state = loopOf();
  const iterations = state.iterations.map((one) => ({
    ...one,
    pristine: { files: { paths: [], count: 0 }, verdicts: [], findings: [], durationMs: 0 },
  }));
  const next = (over: Partial<LoopState>) =>
    nextStep({ ...state, iterations, room: { ...state.room, kind: 'copy' }, ...over })?.type;
  expect(next({ iterations: state.iterations })).toBe('check-pristine');
  expect(next({})).toBe('flip-expectations');
  expect(next({ settings: theSettings({ evidence: { flip: false, newTests: false } }) })).toBe('judge');
});

test.each([
  ['room', ['flip iteration', 'probe']],
  ['copy', ['flip iteration', 'probe']],
  ['in place', ['flip iteration']],
] as const)('other inputs are tried in a %s, never in place', async (kind, runs) => {
  const run = () => ({ old: 'passed', fixed: 'failed' }) as const;
  expect((await flipped({ run, room: { kind, why: null } })).runs).toEqual(runs);
});
