import { describe, expect, test } from 'vitest';
import { type Played, played, testsVerdict, theSettings } from '../../testing/builders.ts';
import { needsNoMore } from '../gates/open-question.ts';
import { judge } from '../judge.ts';
import type { Settings } from '../state/settings.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { crossCheck } from '../verification/cross-checks.ts';

type TaskTests = NonNullable<IterationState['taskTests']>;

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
const testFirst = (value: Settings['evidence']['testFirst'], over: Parameters<typeof theSettings>[0] = {}) =>
  theSettings({ ...over, evidence: { testFirst: value } });
const off = testFirst('off');
const judged = (state: LoopState) => judge(state, state.iterations.length - 1);
const reason = 'it passes without the change';
const nothing: TaskTests = { shown: { tests: [], count: 0 }, unshown: [], emptied: 0, durationMs: 0 };
const shown: TaskTests = { ...nothing, shown: { tests: ['a'], count: 1 } };
const unshown: TaskTests = { ...nothing, unshown: [{ reason, count: 1, tests: ['a'] }] };
const cannot: TaskTests = { ...nothing, cannot: 'no criterion runs the tests' };
/** What tests show of each iteration after the baseline. */
const tried = (state: LoopState, ...results: (TaskTests | null)[]): LoopState => ({
  ...state,
  iterations: state.iterations.map((one) => (one.n === 0 ? one : { ...one, taskTests: results[one.n - 1] ?? null })),
});
const two = (one: TaskTests, other: TaskTests | null, tree = 'c', more?: Partial<Played>) =>
  tried(found(played(run('a'), [run('b'), run(tree, 10, more)])), one, other);

describe('checks that nobody named and that hold before any work, with no tests asked for', () => {
  test.each<[string, LoopState, string, string | null]>([
    ['the agent runs', found(played(run('a'), [], off)), 'not-shown', null],
    ['work that they hold for ends the loop', found(played(run('a'), [run('b')], off)), 'not-shown', 'not-shown'],
    ['no work does not', found(played(run('a'), [run('a')], off)), 'minimum-iterations', null],
    ['work that breaks them does not', found(played(run('a'), [run('b', 9)], off)), 'minimum-iterations', null],
    [
      'after a resume the agent runs again',
      found(played(run('a'), [run('b')], off), { rulesSince: 1 }),
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
    const state = found(played(run('a'), [run('b')], off));
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
    expect(judged(found(played(run('a'), [run('b')], off))).best).toBe(1);
    expect(judged(found(played(run('a'), [run('b'), run('c')], off))).best).toBe(2);
    expect(judged(found(played(run('a'), [run('b', 9)], off))).best).toBe(0);
  });

  test('a resumed loop needs an agent', () => {
    expect(needsNoMore(found(played(run('a'), [run('b')])))).toBe(false);
    expect(needsNoMore(played(run('a', 9), [run('b')]))).toBe(true);
  });
});

describe('tests of the task show it', () => {
  test.each<[string, LoopState, string, string | null]>([
    ['they complete the loop', tried(found(played(run('a'), [run('b')])), shown), 'criteria-hold', 'completed'],
    ['without one the loop goes on', tried(found(played(run('a'), [run('b')])), nothing), 'minimum-iterations', null],
    [
      'so it does with one that shows nothing',
      tried(found(played(run('a'), [run('b')])), unshown),
      'minimum-iterations',
      null,
    ],
    [
      'where no test can, the first work ends it',
      tried(found(played(run('a'), [run('b')])), cannot),
      'not-shown',
      'not-shown',
    ],
    ['an agent that adds nothing more ends it', two(nothing, null, 'b'), 'not-shown', 'not-shown'],
    ['one that could not run does not', two(nothing, null, 'b', { agent: { outcome: 'failed' } }), 'continue', null],
    ['the limit ends it as not shown', limited(two(nothing, unshown)), 'iteration-limit', 'not-shown'],
    [
      'a limit with checks that fail is a limit',
      limited(tried(found(played(run('a', 9), [run('b', 9), run('c', 9)])), null, null)),
      'iteration-limit',
      'iteration-limit',
    ],
    ['asked for, named checks are not enough', played(run('a'), [], testFirst('always')), 'not-shown', null],
    [
      'nor are checks that failed before',
      tried(played(run('a', 9), [run('b')], testFirst('always')), nothing),
      'minimum-iterations',
      null,
    ],
    [
      'both together are',
      tried(played(run('a', 9), [run('b')], testFirst('always')), shown),
      'criteria-hold',
      'completed',
    ],
  ])('%s', (_, state, rule, ending) => {
    expect(judged(state).decision).toMatchObject({ rule, ending });
  });

  test('the reason says what is missing, and whose tests they are', () => {
    expect(judged(limited(two(nothing, unshown))).decision.reason).toContain(
      'task not shown to be done: no new test shows it: "a": it passes without the change',
    );
    expect(judged(tried(found(played(run('a'), [run('b')])), shown)).decision.reason).toContain(
      "a test of the agent's own shows the task",
    );
  });

  test('work that is shown is kept before later work that is not, and the last of work that is not', () => {
    expect(judged(two(nothing, unshown)).best).toBe(2);
    expect(judged(two(shown, unshown)).best).toBe(1);
  });

  test('they are tried if the checks hold and something changed', () => {
    const due = (state: LoopState) =>
      crossCheck(state, withExperiments(state.iterations.at(-1) as IterationState))?.type;
    expect(due(found(played(run('a'), [run('b')])))).toBe('check-task-tests');
    expect(due(found(played(run('a'), [run('b', 9)])))).toBe('repeat-checks');
    expect(due(found(played(run('a'), [run('a')])))).toBeUndefined();
    expect(due(played(run('a', 9), [run('b')]))).toBeUndefined();
  });
});

function limited(state: LoopState): LoopState {
  return { ...state, settings: { ...state.settings, limits: { ...state.settings.limits, maxIterations: 2 } } };
}

/** The experiments before were made. */
function withExperiments(one: IterationState): IterationState {
  const flipped = {
    turned: 0,
    shown: 0,
    crashed: 0,
    flipped: 0,
    canaries: 0,
    unshown: [],
    findings: [],
    durationMs: 0,
  };
  const none = { added: 0, passing: { tests: [], count: 0 }, failing: 0, crashed: 0, unshown: [], holds: false };
  return { ...one, pristine: {} as IterationState['pristine'], flipped, newTests: { ...none, durationMs: 0 } };
}
