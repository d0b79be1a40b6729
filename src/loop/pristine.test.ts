import { describe, expect, test } from 'vitest';
import { type Metrics, unmeasured } from '../core/metrics/metrics.ts';
import type { TestRun } from '../core/metrics/tests.ts';
import type { EventOf, LoopEvent } from '../core/state/events.ts';
import type { IterationState, LoopState } from '../core/state/state.ts';
import type { Room } from '../ports/room.ts';
import type { PristineFile } from '../ports/safeguards.ts';
import { aVerdict, type Judged, judgedLoop, theSettings } from '../testing/builders.ts';
import { fakeWorld } from '../testing/fake-world.ts';
import { checkPristine } from './pristine.ts';

const file = (path: string, over: Partial<PristineFile> = {}): PristineFile => ({
  path,
  content: Buffer.from('original'),
  mode: 0o644,
  isNew: false,
  setsUp: true,
  isPlaceholder: false,
  ...over,
});

/** What the judge says, by what is overlaid or removed. */
interface Scene {
  files: PristineFile[];
  newTests?: string[];
  holds?(overlaid: readonly string[]): boolean;
  number?(overlaid: readonly string[]): number | null;
  /** How many of ten tests pass. */
  passing?(overlaid: readonly string[]): number | null;
}

const ten = (passed: number) => ({ total: 10, passed, failed: 10 - passed, skipped: 0 });

async function checked(state: LoopState, scene: Scene) {
  const { files, newTests = [], holds = () => true, number = () => null, passing = () => null } = scene;
  const { ports, snapshots } = fakeWorld({ start: 'x', agent: (_, tree) => tree, check: () => [] });
  for (const { snapshot } of state.iterations) snapshots.set(snapshot?.commit ?? '', 'x');
  let overlaid: string[] = [];
  const runs: string[][] = [];
  const safeguards = {
    ...ports.safeguards,
    pristine: async () => ({ files, moved: [], newTests, fingerprint: 'f' }),
  };
  const room: Room = {
    async judge(_commit, work, visit) {
      overlaid = (visit?.files ?? []).map(({ path }) => path);
      try {
        return await work({ root: '/workspace', cwd: '/workspace' });
      } finally {
        overlaid = [];
      }
    },
  };
  const checker = {
    async verify() {
      runs.push(overlaid);
      const passed = passing(overlaid);
      const tests = passed === null ? null : { ...aRun, counts: ten(passed) };
      return {
        verdicts: [aVerdict({ outcome: holds(overlaid) ? 'pass' : 'fail', tests: tests?.counts ?? null })],
        tests,
      };
    },
  };
  const meter = {
    async measure(): Promise<Metrics> {
      runs.push(overlaid);
      const objective = number(overlaid);
      return { ...unmeasured, custom: objective === null ? {} : { objective } };
    },
  };
  const events: LoopEvent[] = [];
  const step = { type: 'check-pristine' as const, iteration: 1, baseline: 0 };
  const all = checkPristine(step, state, { ...ports, safeguards, room, checker, meter }, new AbortController().signal);
  for await (const event of all) events.push(event);
  expect(overlaid).toEqual([]);
  return { event: events.at(-1) as EventOf<'pristine-checked'>, runs, started: events.length > 1 };
}

const aRun: Omit<TestRun, 'counts'> = {
  runner: 'vitest',
  tests: null,
  complete: true,
  collected: null,
  collectionErrors: [],
  notes: [],
};

const last = (over: Partial<Judged> = {}): Judged => ({ score: null, verified: true, ...over });
const satisfy = judgedLoop([last({ over: { decision: null } })]);

describe('criteria that run a command', () => {
  test('are not run if nothing that judges was changed', async () => {
    const { event, started } = await checked(satisfy, { files: [] });
    expect([event.findings, event.files.count, started]).toEqual([[], 0, false]);
  });

  test('are run with the originals', async () => {
    const { event, runs } = await checked(satisfy, {
      files: [file('a.test.js', { setsUp: false })],
      holds: (overlaid) => overlaid.length === 0,
    });
    expect(runs).toEqual([['a.test.js']]);
    expect(event.findings).toMatchObject([{ id: 'pristine-c1-f', blocking: true }]);
  });

  test('may fail without what is new if only new tests need it', async () => {
    const files = [file('conftest.py', { content: null, isNew: true })];
    const { event, runs } = await checked(satisfy, {
      files,
      newTests: ['test_new.py'],
      holds: (overlaid) => overlaid.includes('test_new.py'),
    });
    expect(runs).toEqual([['conftest.py', 'test_new.py']]);
    expect(event).toMatchObject({ findings: [], added: ['conftest.py'], verdicts: [{ outcome: 'pass' }] });
  });

  test('are run without new tests, which may share a process with the old ones', async () => {
    const { event, runs } = await checked(satisfy, {
      files: [],
      newTests: ['test_new.py'],
      holds: (overlaid) => !overlaid.includes('test_new.py'),
      passing: (overlaid) => (overlaid.includes('test_new.py') ? 9 : 10),
    });
    expect(runs).toEqual([['test_new.py'], []]);
    expect(event.findings).toMatchObject([{ id: 'pristine-c1-f', blocking: true }]);
  });

  test('may need new tests if no old test does', async () => {
    const { event } = await checked(satisfy, {
      files: [],
      newTests: ['test_new.py'],
      holds: (overlaid) => !overlaid.includes('test_new.py'),
      passing: () => 10,
    });
    expect(event).toMatchObject({ findings: [], verdicts: [{ outcome: 'pass' }] });
  });

  test('but not if the old ones do', async () => {
    const files = [file('conftest.py', { content: null, isNew: true })];
    const { event } = await checked(satisfy, {
      files,
      newTests: ['test_new.py'],
      holds: (overlaid) => overlaid.length === 0,
    });
    expect(event.findings).toHaveLength(1);
  });
});

describe('criteria that take longer than a second run may', () => {
  const long = judgedLoop([
    last({ over: { decision: null, verdicts: [aVerdict({ outcome: 'pass', durationMs: 31 * 60_000 })] } }),
  ]);
  const files = [file('a.test.js', { setsUp: false })];

  test('are not run again; what judges was changed, so nothing is shown', async () => {
    const { event, runs, started } = await checked(long, { files });
    expect([runs, started]).toEqual([[], false]);
    expect(event.problem).toBe('the criteria take 31.0 minutes, more than verify.maxMinutes (15)');
    expect(event.findings).toMatchObject([
      { id: 'pristine-time-f', pattern: 'original-tests-not-run', blocking: true },
    ]);
  });

  test('are run if a person raises the limit', async () => {
    const { event, runs } = await checked(
      { ...long, settings: theSettings({ verify: { maxMinutes: 60 } }) },
      { files },
    );
    expect([runs.length, event.problem, event.findings]).toEqual([1, undefined, []]);
  });

  test('hold nothing up if the task asks for the change', async () => {
    const { event } = await checked({ ...long, task: 'the expectation in a.test.js is wrong' }, { files });
    expect(event.findings).toMatchObject([{ blocking: false, expectedByTask: true }]);
  });

  test('beside new tests show the old ones by their names only', async () => {
    const { event } = await checked(long, { files: [], newTests: ['b.test.js'] });
    expect(event.findings).toMatchObject([{ id: 'pristine-time-f', blocking: true }]);
    expect(event.findings[0]?.why).toContain('their runner gives no names');
  });
});

describe('the number of the objective', () => {
  const settings = theSettings({ goal: { mode: 'minimize', command: 'npm run size' } });
  const measured = (objective: number) => ({ metrics: { ...unmeasured, custom: { objective } } });
  const loop = (now: number): LoopState => {
    const state = judgedLoop([last({ over: { decision: null, ...measured(now) } })], settings);
    const [zero, ...rest] = state.iterations;
    const verdicts = [aVerdict({ outcome: 'pass' })];
    return { ...state, iterations: [{ ...zero!, verdicts, ...measured(100) }, ...rest] };
  };
  const files = [file('package.json'), file('a.test.js', { setsUp: false })];

  test('by the original judge is the one that counts', async () => {
    const { event, runs } = await checked(loop(1), { files, number: () => 90 });
    expect(event).toMatchObject({ objective: 90, findings: [] });
    expect(runs.at(-1)).toEqual(['package.json']);
  });

  test.each([[100], [120], [null]])('that is no better by it (%s) is a finding', async (by) => {
    const { event } = await checked(loop(1), { files, number: () => by });
    expect(event).not.toHaveProperty('objective');
    expect(event.findings).toMatchObject([{ id: 'pristine-objective-f', blocking: true }]);
  });

  test('is not asked for again if only tests were changed', async () => {
    const { event } = await checked(loop(1), { files: files.slice(1), number: () => 120 });
    expect(event).toMatchObject({ findings: [] });
  });
});

describe('tests of a criterion that does not hold', () => {
  const counted = (passed: number): Partial<IterationState> => ({
    metrics: { ...unmeasured, tests: ten(passed) },
    verdicts: [aVerdict({ tests: ten(passed) })],
  });
  const loop = (before: Partial<IterationState> = counted(1)): LoopState => {
    const state = judgedLoop([{ score: null, over: { ...counted(5), decision: null } }]);
    const [zero, ...rest] = state.iterations;
    return { ...state, iterations: [{ ...zero!, score: 0.1, ...before }, ...rest] };
  };
  const files = [file('package.json')];
  const holds = () => false;

  test('are not counted again if nothing that judges was changed', async () => {
    const { event, runs } = await checked(loop(), { files: [], holds });
    expect([event.findings, runs]).toEqual([[], []]);
  });

  test('count as by the original judge', async () => {
    const { event } = await checked(loop(), { files, holds, passing: () => 6 });
    expect(event).toMatchObject({ tests: ten(6), findings: [] });
  });

  test.each([[4], [1], [null]])('of which fewer pass by it (%s) are a finding', async (passed) => {
    const { event } = await checked(loop(), { files, holds, passing: () => passed });
    expect(event).not.toHaveProperty('tests');
    expect(event.findings).toMatchObject([{ id: 'pristine-tests-f', blocking: true }]);
  });

  test('are reported, and do not block, if the baseline had none', async () => {
    const { event } = await checked(loop({ metrics: unmeasured }), { files, holds });
    expect(event.findings).toMatchObject([{ id: 'pristine-tests-f', blocking: false }]);
  });

  test('may be fewer if only new ones need what was changed', async () => {
    const scene = { files, holds, newTests: ['new.test.js'] };
    const passing = (overlaid: readonly string[]) => (overlaid.includes('new.test.js') ? 5 : null);
    const { event, runs } = await checked(loop(), { ...scene, passing });
    expect(event).toMatchObject({ tests: ten(5), findings: [] });
    expect(runs).toHaveLength(1);
  });

  test('count beside the new ones, too', async () => {
    const passing = (overlaid: readonly string[]) => (overlaid.includes('new.test.js') ? 4 : 5);
    const { event, runs } = await checked(loop(), { files: [], holds, newTests: ['new.test.js'], passing });
    expect(event).toMatchObject({ findings: [expect.objectContaining({ id: 'pristine-tests-f' })] });
    expect(runs).toEqual([['new.test.js'], []]);
  });
});
