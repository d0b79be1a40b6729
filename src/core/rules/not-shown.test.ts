import { describe, expect, test } from 'vitest';
import { type Played, played, testsVerdict, theSettings } from '../../testing/builders.ts';
import { needsNoMore } from '../gates/open-question.ts';
import { judge } from '../judge.ts';
import type { LoopState } from '../state/state.ts';

const run = (tree: string, passed = 10, over: Partial<Played> = {}): Played => ({
  tree,
  verdicts: [testsVerdict(passed, 10)],
  ...over,
});
const found = (state: LoopState, over: Partial<LoopState> = {}): LoopState => ({
  ...state,
  criteriaFrom: 'found',
  ...over,
});
const judged = (state: LoopState) => judge(state, state.iterations.length - 1);

describe('checks that nobody named and that hold before any work', () => {
  test.each<[string, LoopState, string, string | null]>([
    ['the agent runs', found(played(run('a'))), 'not-shown', null],
    ['work that they hold for ends the loop', found(played(run('a'), [run('b')])), 'not-shown', 'not-shown'],
    ['no work does not', found(played(run('a'), [run('a')])), 'minimum-iterations', null],
    ['work that breaks them does not', found(played(run('a'), [run('b', 9)])), 'minimum-iterations', null],
    [
      'after a resume the agent runs again',
      found(played(run('a'), [run('b')]), { rulesSince: 1 }),
      'minimum-iterations',
      null,
    ],
    ['named ones end the loop at once', played(run('a')), 'criteria-hold', 'completed'],
    ['ones that failed before show something', found(played(run('a', 9), [run('b')])), 'criteria-hold', 'completed'],
  ])('%s', (_, state, rule, ending) => {
    expect(judged(state).decision).toMatchObject({ rule, ending });
  });

  test.each([
    [null, /before any work too$/],
    [0, /too, and no new test needs the change$/],
    [1, /too; 1 new test of the agent needs the change: review it$/],
    [2, /too; 2 new tests of the agent need the change: review them$/],
  ])("the end says what the agent's own tests show: %s need the change", (failing, reason) => {
    const state = found(played(run('a'), [run('b')]));
    const newTests =
      failing === null
        ? null
        : { added: 2, passing: { tests: [], count: 0 }, failing, crashed: 0, unshown: [], holds: false, durationMs: 1 };
    const iterations = state.iterations.map((one) => (one.n === 1 ? { ...one, newTests } : one));
    expect(judged({ ...state, iterations }).decision).toMatchObject({
      ending: 'not-shown',
      reason: expect.stringMatching(reason),
    });
  });

  test('a goal of its own shows what the checks do not', () => {
    const state = found(played(run('a'), [], theSettings({ goal: { mode: 'refine' } })));
    expect(judged(state).decision.rule).not.toBe('not-shown');
  });

  test('the work is kept, although the tree from before scores as much', () => {
    expect(judged(found(played(run('a'), [run('b')]))).best).toBe(1);
    expect(judged(found(played(run('a'), [run('b'), run('c')]))).best).toBe(2);
    expect(judged(found(played(run('a'), [run('b', 9)]))).best).toBe(0);
  });

  test('a resumed loop needs an agent', () => {
    expect(needsNoMore(found(played(run('a'), [run('b')])))).toBe(false);
    expect(needsNoMore(played(run('a', 9), [run('b')]))).toBe(true);
  });
});
