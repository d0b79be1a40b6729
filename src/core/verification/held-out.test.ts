import { describe, expect, test } from 'vitest';
import { aVerdict, type Played, played, theSettings } from '../../testing/builders.ts';
import type { EventOf } from '../state/events.ts';
import { type LoopState, seenRef, snapshotRef } from '../state/state.ts';
import { evolveHeldOut, HELD_OUT, heldOutText, mayLackTests, testsToReveal } from './held-out.ts';

const holds: Played = { tree: 'a', verdicts: [aVerdict({ outcome: 'pass' })], decision: 'continue' };
const fails: Played = { tree: 'a', verdicts: [aVerdict()], decision: 'continue' };
const held: EventOf<'tests-held-out'> = {
  ...{ type: 'tests-held-out', iteration: 0, asked: ['2'], seed: 's', tests: ['x', 'y'], unheld: [] },
  ...{ seen: { commit: 'cut', tree: 'cut-tree' }, durationMs: 1 },
};
const checked = (iteration: number, failing: string[]): EventOf<'held-out-checked'> => ({
  ...{ type: 'held-out-checked', iteration, of: 2, passed: 2 - failing.length, failing, durationMs: 1 },
  verdict: aVerdict({ criterion: HELD_OUT, outcome: failing.length > 0 ? 'fail' : 'pass' }),
});
const revealing = (iteration: number, tests: string[], why: 'failing' | 'found' = 'failing') =>
  ({ type: 'tests-revealed', iteration, tests, why }) as const;

/** A loop of these iterations, each with the held-out tests that fail in it; null if they were not run. */
function loopOf(iterations: [Played, string[] | null][], ...revealed: ReturnType<typeof revealing>[]): LoopState {
  const settings = theSettings({ evidence: { holdOut: ['2'], revealAfter: 2 } });
  const state = played({ ...fails, tree: 'start' }, [...iterations.map(([one]) => one), fails], settings);
  const all = iterations.flatMap(([, failing], index) => (failing ? [checked(index + 1, failing)] : []));
  return [held, ...all, ...revealed].reduce<LoopState>((before, event) => evolveHeldOut(before, event), state);
}
const toReveal = (state: LoopState, shows = 0) => testsToReveal(state, { ...snapshotRef(state, 1), shows });

describe('one held-out test is shown after two iterations in which nothing else failed', () => {
  test.each<[string, LoopState, string[]]>([
    ['after one', loopOf([[holds, ['x']]]), []],
    [
      'after two',
      loopOf([
        [holds, ['y']],
        [holds, ['x', 'y']],
      ]),
      ['x'],
    ],
    [
      'not if something else failed, too',
      loopOf([
        [fails, null],
        [holds, ['x']],
      ]),
      [],
    ],
    [
      'not if they passed between',
      loopOf([
        [holds, ['x']],
        [holds, []],
        [holds, ['x']],
      ]),
      [],
    ],
    [
      'not again at once',
      loopOf(
        [
          [holds, ['x']],
          [holds, ['x']],
          [holds, ['y']],
        ],
        revealing(2, ['x']),
      ),
      ['x'],
    ],
    [
      'the next one after two more',
      loopOf(
        [
          [holds, ['x']],
          [holds, ['x']],
          [holds, ['x', 'y']],
          [holds, ['x', 'y']],
        ],
        revealing(2, ['x']),
      ),
      ['x', 'y'],
    ],
    [
      'one that the agent found is not shown',
      loopOf(
        [
          [holds, ['x']],
          [holds, ['x']],
        ],
        revealing(1, ['x'], 'found'),
      ),
      [],
    ],
  ])('%s', (_, state, expected) => {
    expect(toReveal(state)).toEqual(expected);
  });

  test('a tree that has it needs nothing', () => {
    expect(
      toReveal(
        loopOf(
          [
            [holds, ['x']],
            [holds, ['x']],
          ],
          revealing(2, ['x']),
        ),
        1,
      ),
    ).toEqual([]);
  });
});

test('the baseline is verified again as the agent sees it', () => {
  const state = loopOf([]);
  expect(state.iterations[0]).toMatchObject({ verdicts: null });
  expect(seenRef(state, 0)).toMatchObject({ commit: 'cut', tree: 'cut-tree' });
  expect(state.criteria.map(({ id }) => id)).toContain(HELD_OUT);
});

test('nothing changes if no test can be held out', () => {
  const before = played(fails);
  const state = evolveHeldOut(before, {
    ...held,
    tests: [],
    seen: null,
    problem: 'the runner reports no names of tests',
  });
  expect(state).toEqual({ ...before, heldOut: state.heldOut });
  expect(heldOutText(state)).toBe('no test is held out: the runner reports no names of tests');
});

test('the workspace lacks them until it holds a whole tree, or they were put back', () => {
  const state = loopOf([[holds, ['x']]]);
  const whole = snapshotRef(state, 0).tree;
  expect(mayLackTests({ ...state, workspaceTree: null })).toBe(true);
  expect(mayLackTests({ ...state, workspaceTree: 'cut-tree' })).toBe(true);
  expect(mayLackTests({ ...state, workspaceTree: whole })).toBe(false);
  const back = { type: 'tests-put-back', tree: 'other', commit: 'c' } as const;
  expect(mayLackTests(evolveHeldOut({ ...state, workspaceTree: null }, back))).toBe(false);
  expect(mayLackTests(played(fails))).toBe(false);
});
