import { describe, expect, test } from 'vitest';
import { aFinding, aVerdict, judgedLoop } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import { unmeasured } from '../metrics/metrics.ts';
import type { LoopEvent } from '../state/events.ts';
import type { IterationState, LoopState } from '../state/state.ts';

const loop = (over: Partial<IterationState> = {}, change: Partial<LoopState> = {}): LoopState => ({
  ...judgedLoop([{ score: 0.3, over }]),
  workspaceTree: 'tree:1',
  ...change,
});
const recorded = (state: LoopState, event: LoopEvent) =>
  evolve(state, { seq: state.lastSeq + 1, at: state.lastAt + 1000, event });
const paths = (...names: string[]) => ({ paths: names, count: names.length });

describe('a set-up', () => {
  const finished = (ok: boolean, iteration = 1): LoopEvent => ({
    type: 'setup-finished',
    iteration,
    locks: 'L',
    ok,
    reason: 'exit 1',
    durationMs: 1,
    excerpt: '',
    outputFile: 'o',
  });
  const start = (iteration: number) => ({ start: { iteration, commit: 'c', tree: 't' } });

  test('that begins leaves nothing known', () => {
    const state = loop({}, { setup: { locks: 'K', ok: true, reason: '' } });
    expect(recorded(state, { type: 'setup-started', iteration: 1 })).toMatchObject({
      setup: null,
      workspaceTree: null,
    });
  });

  test('that ended holds for its lock files', () => {
    const state = recorded(loop({ decision: null }), finished(true));
    expect(state).toMatchObject({
      setup: { locks: 'L', ok: true, reason: 'exit 1' },
      workspaceTree: null,
      reverify: null,
    });
    expect(state.iterations[1]?.setupFailed).toBeNull();
  });

  test('that failed is recorded in the current iteration only', () => {
    expect(recorded(loop({ decision: null }), finished(false)).iterations[1]?.setupFailed).toBe(
      'the setup command failed: exit 1',
    );
    expect(recorded(loop(), finished(false)).iterations[1]?.setupFailed).toBeNull();
    expect(recorded(loop(), finished(false, 7)).setup).toMatchObject({ ok: false });
  });

  test('for the tree that the next iteration starts from makes its record doubtful', () => {
    expect(recorded(loop({}, start(1)), finished(true)).reverify).toBe(1);
    expect(recorded(loop({}, start(0)), finished(true)).reverify).toBeNull();
    expect(recorded(loop({ decision: null }, start(1)), finished(true)).reverify).toBeNull();
    expect(recorded(loop({}, { ...start(0), reverify: 0 }), finished(true)).reverify).toBe(0);
  });
});

describe('verdicts', () => {
  const passing = aVerdict({ outcome: 'pass' });
  const hidden = aVerdict({ criterion: 'h1', outcome: 'pass' });

  test('of hidden checks are added, and the fingerprint of their files is remembered from the first time', () => {
    const event: LoopEvent = { type: 'hidden-checked', iteration: 1, verdicts: [hidden], fingerprint: 'F' };
    const state = recorded(loop(), event);
    expect(state).toMatchObject({ hiddenFingerprint: 'F', workspaceTree: null });
    expect(state.iterations[1]).toMatchObject({
      hiddenChecked: true,
      verdicts: [{ criterion: 'c1' }, { criterion: 'h1' }],
    });
    expect(recorded(state, { ...event, fingerprint: 'G' }).hiddenFingerprint).toBe('F');
  });

  test('of a tree that was verified again replace the record if they differ', () => {
    const event = (agrees: boolean): LoopEvent => ({
      type: 'tree-reverified',
      iteration: 1,
      verdicts: [passing],
      agrees,
    });
    const doubtful = loop({}, { reverify: 1 });
    expect(recorded(doubtful, event(false)).iterations[1]?.verdicts).toEqual([passing]);
    expect(recorded(doubtful, event(true)).iterations[1]?.verdicts?.[0]?.outcome).toBe('fail');
    expect(recorded(doubtful, event(true))).toMatchObject({ reverify: null, workspaceTree: null });
  });

  test('of repetitions take the place of the first, and say what is flaky', () => {
    const event: LoopEvent = {
      type: 'checks-repeated',
      iteration: 1,
      times: 2,
      verdicts: [passing],
      flaky: ['t'],
      durationMs: 5,
    };
    const state = recorded(loop(), event);
    expect(state.workspaceTree).toBeNull();
    expect(state.iterations[1]).toMatchObject({
      verdicts: [passing],
      flaky: ['t'],
      repeated: { times: 2, verdicts: [passing], flaky: ['t'], durationMs: 5 },
    });
  });
});

describe('what is raised', () => {
  test('if protected files were changed, in the iteration that changed them', () => {
    const state = recorded(loop(), {
      type: 'changes-reverted',
      iteration: 1,
      commit: 'c',
      protected: paths('a.sh'),
      scope: paths(),
      findings: [aFinding()],
    });
    expect(state.iterations[1]).toMatchObject({
      reverted: { commit: 'c', protected: paths('a.sh') },
      raised: [{ id: 'f1' }],
    });
  });

  test('with the original tests is added to it', () => {
    const state = recorded(loop({ raised: [aFinding({ id: 'r1' })] }), {
      type: 'pristine-checked',
      iteration: 1,
      files: paths('a.test.js'),
      verdicts: [],
      findings: [aFinding({ id: 'p1' })],
      durationMs: 3,
    });
    expect(state.workspaceTree).toBeNull();
    expect(state.iterations[1]?.raised.map(({ id }) => id)).toEqual(['r1', 'p1']);
    expect(state.iterations[1]?.pristine).toMatchObject({ files: paths('a.test.js'), durationMs: 3 });
  });
});

describe('a run with the original judge', () => {
  const checked = (over: object): LoopEvent => ({
    type: 'pristine-checked',
    iteration: 1,
    files: paths(),
    verdicts: [],
    findings: [],
    durationMs: 1,
    ...over,
  });
  const metrics = { ...unmeasured, custom: { objective: 1, other: 3 } };

  test('that was none leaves the workspace as it is known', () => {
    expect(recorded(loop(), checked({})).workspaceTree).toBe('tree:1');
    expect(recorded(loop(), checked({ files: paths('package.json') })).workspaceTree).toBeNull();
  });

  test('has the number that counts', () => {
    const state = recorded(loop({ metrics }), checked({ objective: 5 }));
    expect(state.iterations[1]?.metrics?.custom).toEqual({ objective: 5, other: 3 });
    expect(recorded(loop({ metrics }), checked({})).iterations[1]?.metrics).toEqual(metrics);
  });
});

describe('alerts on broken tests', () => {
  const alert = (tests: string[], type: 'working_test_failing' | 'test_deletion' = 'working_test_failing') =>
    ({ type, severity: 'critical', message: 'm', tests }) as const;
  const repeated = (tests: string[], flaky: string[], type?: 'test_deletion') =>
    recorded(loop({ alerts: [{ ...alert(tests, type), tests }] }), {
      type: 'checks-repeated',
      iteration: 1,
      times: 1,
      verdicts: [],
      flaky,
      durationMs: 0,
    }).iterations[1]?.alerts.map(({ message, tests: left }) => [message, ...left]);

  test.each<[string, string[], string[], string[][]]>([
    ['are taken back where all are flaky', ['a', 'b'], ['a', 'b'], []],
    ['are told anew for the one that is left', ['a', 'b'], ['a'], [['The test "b" passed before and now fails', 'b']]],
    [
      'are told anew for those that are left',
      ['a', 'b', 'c'],
      ['a'],
      [['2 tests passed before and now fail', 'b', 'c']],
    ],
    ['stand where others are flaky', ['a'], ['x'], [['m', 'a']]],
    ['stand where nothing is flaky', ['a'], [], [['m', 'a']]],
  ])('%s', (_, tests, flaky, left) => {
    expect(repeated(tests, flaky)).toEqual(left);
  });

  test('and no other alerts', () => {
    expect(repeated(['a'], ['a'], 'test_deletion')).toEqual([['m', 'a']]);
  });
});

describe('what was done', () => {
  test('hooks are remembered, the last twenty', () => {
    const event: LoopEvent = {
      type: 'hook-finished',
      hook: 'preIteration',
      iteration: 4,
      ok: true,
      reason: '',
      durationMs: 1,
      outputFile: 'o',
    };
    const state = recorded(loop({}, { hooked: Array.from({ length: 20 }, (_, n) => `x:${n}`) }), event);
    expect(state.workspaceTree).toBeNull();
    expect(state.hooked).toHaveLength(20);
    expect([state.hooked[0], state.hooked.at(-1)]).toEqual(['x:1', 'preIteration:4']);
  });

  test('references that went back are not put back again', () => {
    const state = recorded(loop(), { type: 'refs-reset', iterations: [1], moved: [], notes: [] });
    expect(state.iterations.map(({ refsReset }) => refsReset)).toEqual([false, true]);
  });
});
