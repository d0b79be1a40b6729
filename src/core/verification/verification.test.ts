import { describe, expect, test } from 'vitest';
import { aVerdict, type Played, played, theSettings } from '../../testing/builders.ts';
import { evolve } from '../evolve.ts';
import { nextStep } from '../next-step.ts';
import type { Decision } from '../state/decision.ts';
import type { LoopState } from '../state/state.ts';
import { compareRuns } from './flaky.ts';
import { movedBack } from './moved-back.ts';
import { dueSetup } from './setup.ts';
import { readHookDecision, stricter } from './stricter.ts';

const fails: Played = { tree: 'a', verdicts: [aVerdict()] };
const holds: Played = { tree: 'b', verdicts: [aVerdict({ outcome: 'pass' })] };
/** As if the workspace held the tree that was verified. */
const restored = (state: LoopState): LoopState => ({
  ...state,
  workspaceTree: state.iterations.at(-1)?.snapshot?.tree ?? null,
});
const step = (state: LoopState) => nextStep(restored(state));

describe('what is asked of a tree whose criteria ran once', () => {
  test('with the original tests, if all hold', () => {
    expect(step(played(fails, [holds]))).toEqual({ type: 'check-pristine', iteration: 1, baseline: 0 });
    expect(step(played(fails, [holds], theSettings({ verify: { pristine: false } })))?.type).toBe('guard');
    expect(step(played(fails, [{ ...fails, tree: 'c' }]))?.type).toBe('guard');
    const slow = { ...fails, verdicts: fails.verdicts.map((one) => ({ ...one, durationMs: 31 * 60_000 })) };
    expect(step(played(holds, [slow]))?.type).toBe('guard');
    expect(step(played(holds, [slow], theSettings({ verify: { maxMinutes: 60 } })))?.type).toBe('repeat-checks');
    expect(step(played(holds))?.type).toBe('judge');
  });

  test('again and again, if all hold and confirmation is asked for', () => {
    const settings = theSettings({ verify: { confirm: 3 } });
    expect(step(played(holds, [], settings))).toEqual({
      type: 'repeat-checks',
      iteration: 0,
      criteria: ['c1'],
      times: 3,
    });
    expect(step(played(fails, [], settings))?.type).toBe('judge');
  });

  test('once more, if it held before and fails now', () => {
    const slipped = played(holds, [fails]);
    expect(step(slipped)).toEqual({ type: 'repeat-checks', iteration: 1, criteria: ['c1'], times: 1 });
    expect(step(played(holds, [fails], theSettings({ verify: { rerun: false } })))?.type).toBe('guard');
    expect(step(played(fails, [{ ...fails, tree: 'c' }]))?.type).toBe('guard');
  });

  test('the hidden checks first', () => {
    const settings = theSettings({ verify: { hidden: { edge: 'sh x' } } });
    expect(step(played(fails, [], settings))).toEqual({ type: 'check-hidden', iteration: 0 });
  });

  test('on the tree as it was snapshotted', () => {
    expect(nextStep(played(fails, [holds]))).toMatchObject({ type: 'restore', to: { iteration: 1 } });
  });
});

describe('a repetition', () => {
  const run = (outcome: 'pass' | 'fail' | 'unmeasured', tests?: Record<string, 'passed' | 'failed'>) => ({
    verdicts: [aVerdict({ outcome })],
    tests: tests ? new Map(Object.entries(tests)) : null,
  });
  const name = () => 'npm test';

  test.each([
    ['pass', 'pass', []],
    ['fail', 'fail', []],
    ['pass', 'fail', ['npm test']],
    ['pass', 'unmeasured', ['npm test']],
    ['fail', 'pass', ['npm test']],
  ] as const)('%s, then %s: flaky %j', (first, second, flaky) => {
    const result = compareRuns(run(first), [run('pass'), run(second)].slice(first === 'fail' ? 1 : 0), name);
    expect(result.flaky).toEqual(flaky);
    for (const verdict of result.verdicts) expect(verdict).toMatchObject({ outcome: 'fail', flaky: true });
  });

  test('names the tests that flipped', () => {
    const result = compareRuns(
      run('fail', { a: 'failed', b: 'failed', c: 'passed' }),
      [run('fail', { a: 'passed', b: 'failed', c: 'passed' })],
      name,
    );
    expect(result).toEqual({ verdicts: [], flaky: ['a'] });
  });

  test('takes the alarm back for tests that are flaky, and only for those', () => {
    const alert = {
      type: 'working_test_failing',
      severity: 'critical',
      message: '2 tests …',
      tests: ['a', 'b'],
    } as const;
    const measured = { alerts: [{ ...alert, tests: [...alert.tests] }], lost: null };
    const state = played(holds, [{ ...fails, measured }]);
    const repeatedOn = (flaky: string[]) =>
      evolve(state, {
        seq: 99,
        at: 2_000_000,
        event: { type: 'checks-repeated', iteration: 1, times: 1, verdicts: [], flaky, durationMs: 1 },
      }).iterations[1];
    expect(repeatedOn(['a', 'b'])?.alerts).toEqual([]);
    expect(repeatedOn(['a'])?.alerts).toMatchObject([
      { tests: ['b'], message: 'The test "b" passed before and now fails' },
    ]);
    expect(repeatedOn([])?.alerts).toHaveLength(1);
    expect(repeatedOn(['a'])?.flaky).toEqual(['a']);
  });
});

describe('set-up', () => {
  const settings = theSettings({ verify: { setup: 'npm ci' } });
  const at = (locks: string, setup: LoopState['setup']): LoopState => {
    const state = played(fails, [], settings);
    const [zero] = state.iterations;
    return {
      ...state,
      setup,
      iterations: [{ ...zero!, snapshot: { ...zero!.snapshot!, locks } }],
    };
  };
  const baseline = { iteration: 0, commit: 'commit-a', tree: 'a' };

  test.each<[string, string, LoopState['setup'], boolean]>([
    ['never run', 'x', null, true],
    ['run for these', 'x', { locks: 'x', ok: true, reason: '' }, false],
    ['run for others', 'x', { locks: 'y', ok: true, reason: '' }, true],
    ['failed for these', 'x', { locks: 'x', ok: false, reason: '' }, false],
    ['run where there are none', '', { locks: '', ok: true, reason: '' }, false],
  ])('%s', (_, locks, setup, due) => {
    expect(dueSetup(at(locks, setup), baseline) !== null).toBe(due);
  });

  test('comes before the first snapshot, and only if it is configured', () => {
    expect(dueSetup({ ...played(fails, [], settings), setup: null }, null)).toMatchObject({ locks: null });
    expect(dueSetup({ ...played(fails), setup: null }, null)).toBe(null);
  });
});

describe('references', () => {
  test('go back to before the first iteration that is given up', () => {
    const state = played(fails, [fails, fails, fails]);
    const moved = [
      [],
      [{ name: 'refs/heads/main', from: 'a', to: 'b' }],
      [
        { name: 'refs/heads/main', from: 'b', to: 'c' },
        { name: 'refs/tags/t', from: null, to: 't' },
      ],
      [{ name: 'refs/heads/main', from: 'c', to: 'd' }],
    ];
    const iterations = state.iterations.map((one, n) => ({ ...one, snapshot: { ...one.snapshot!, moved: moved[n]! } }));
    expect(movedBack({ ...state, iterations }, 1)).toEqual({
      type: 'reset-refs',
      iterations: [2, 3],
      moved: [
        { name: 'refs/heads/main', from: 'b', to: 'd' },
        { name: 'refs/tags/t', from: null, to: 't' },
      ],
      first: 2,
    });
    const local = [{ path: '.env', what: 'removed' as const, undoable: true }];
    const withFiles = iterations.map((one) =>
      one.n === 1 ? { ...one, snapshot: { ...one.snapshot!, moved: [], localChanges: local } } : one,
    );
    expect(movedBack({ ...state, iterations: withFiles }, 0)).toMatchObject({ iterations: [1, 2, 3], first: 2 });
    expect(movedBack({ ...state, iterations }, 3)).toBe(null);
    const reset = iterations.map((one) => ({ ...one, refsReset: true }));
    expect(movedBack({ ...state, iterations: reset }, 0)).toBe(null);
  });
});

describe('loop_decision', () => {
  const decision = (action: Decision['action']): Decision => ({
    action,
    rule: 'told',
    reason: 'told',
    confidence: 1,
    recovery: null,
    ending: action === 'complete' ? 'completed' : action === 'stop' ? 'stalled' : null,
  });
  const state = played(fails, [holds]);

  test.each<[Decision['action'], Decision['action'], Decision['action']]>([
    ['complete', 'continue', 'continue'],
    ['complete', 'rollback', 'rollback'],
    ['complete', 'escalate', 'escalate'],
    ['continue', 'complete', 'continue'],
    ['continue', 'rollback', 'rollback'],
    ['rollback', 'continue', 'rollback'],
    ['rollback', 'stop', 'stop'],
    ['stop', 'continue', 'stop'],
    ['stop', 'complete', 'stop'],
  ])('%s, requested %s, is %s', (given, requested, result) => {
    expect(stricter(decision(given), { action: requested, reason: '' }, state, 1, 0).action).toBe(result);
  });

  test('does not carry a loop past its limit', () => {
    const spent = { ...state, settings: theSettings({ limits: { maxIterations: 1 } }) };
    const limited = stricter(decision('complete'), { action: 'continue', reason: 'wait' }, spent, 1, 0);
    expect(limited).toMatchObject({
      action: 'stop',
      ending: 'iteration-limit',
      reason: expect.stringContaining('wait'),
    });
  });

  test.each([
    ['{"action":"stop","reason":"x"}', { action: 'stop', reason: 'x' }],
    ['thinking…\n{"action":"continue"}\n', { action: 'continue', reason: 'no reason given' }],
    ['{"action":"explode"}', null],
    ['null', null],
    ['', null],
  ])('reads %j', (output, requested) => {
    expect(readHookDecision(output)).toEqual(requested);
  });
});
