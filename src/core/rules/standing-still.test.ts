import { describe, expect, test } from 'vitest';
import { aRecovery, aVerdict, evidenceOf, type Judged, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { unmeasured } from '../metrics/metrics.ts';
import type { LoopState, Recovery } from '../state/state.ts';
import { cycling } from './cycling.ts';
import { sameTree } from './same-tree.ts';
import { stalled } from './stalled.ts';
import { stuck } from './stuck.ts';

const trees = (...names: string[]): Judged[] => names.map((tree) => ({ score: 0.3, tree }));
const recovered = (state: LoopState, ...recoveries: Recovery[]): LoopState => ({ ...state, recoveries });

describe('the same tree', () => {
  test.each([
    { what: 'three times in a row', loop: trees('a', 'b', 'b', 'b'), fires: true },
    { what: 'twice in a row', loop: trees('a', 'b', 'b'), fires: false },
    { what: 'three times with another in between', loop: trees('b', 'b', 'a', 'b'), fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(sameTree.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(fires);
  });

  test('calls for a recovery first, and ends the loop as stalled after one', () => {
    const loop = judgedLoop(trees('b', 'b', 'b', 'b'));
    expect(sameTree.judge(evidenceOf(loop))).toMatchObject({ action: 'continue', recovery: 'stalled' });
    const again = sameTree.judge(evidenceOf(recovered(loop, aRecovery({ iteration: 3 }))));
    expect(again).toMatchObject({ action: 'stop', ending: 'stalled' });
    expect(again?.reason).toContain('also after a recovery');
  });

  test('a recovery that helped restarts the count', () => {
    const loop = recovered(judgedLoop(trees('a', 'b', 'b', 'b')), aRecovery({ iteration: 1, outcome: 'success' }));
    expect(sameTree.judge(evidenceOf(loop))).toMatchObject({ recovery: 'stalled' });
  });

  test('without recoveries it ends at once', () => {
    const loop = judgedLoop(trees('b', 'b', 'b'), theSettings({ recovery: { enabled: false } }));
    expect(sameTree.judge(evidenceOf(loop))).toMatchObject({ action: 'stop', ending: 'stalled' });
  });

  test('says how often', () => {
    const ruling = sameTree.judge(evidenceOf(judgedLoop(trees('b', 'b', 'b'))));
    expect(ruling?.reason).toBe('the same tree 3 times in a row and the criteria do not hold');
  });
});

describe('cycling', () => {
  test.each([
    { what: 'one return', loop: trees('a', 'b', 'a'), fires: true },
    { what: 'the second return of the same tree', loop: trees('a', 'b', 'a', 'b', 'a'), fires: true },
    { what: 'a return from beyond the window', loop: trees('a', 'b', 'c', 'd', 'e', 'f', 'a'), fires: false },
    { what: 'one return after iteration 10', loop: trees(...'cdefghijkl', 'a', 'b', 'a'), fires: true },
    { what: 'new trees after iteration 10', loop: trees(...'cdefghijklmn'), fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(cycling.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(fires);
  });

  const goesRound = aRecovery({ iteration: 3, trigger: 'cycling' });
  const withoutRecovery = theSettings({ recovery: { enabled: false } });
  const passing = (passed: number) => (one: Judged) => ({ ...one, over: { metrics: withTests(passed) } });

  test.each<[string, LoopState, object | null]>([
    ['the first return', judgedLoop(trees('a', 'b', 'a')), { action: 'continue', recovery: 'cycling' }],
    ['while no test passes, the first return is only reported', judgedLoop(trees('a', 'b', 'a').map(passing(0))), null],
    ['there the second', judgedLoop(trees(...'ababa').map(passing(0))), { action: 'continue', recovery: 'cycling' }],
    ['the other tree, after a recovery', recovered(judgedLoop(trees(...'abab')), goesRound), null],
    ['the same tree, after it', recovered(judgedLoop(trees(...'ababa')), goesRound), { ending: 'cycling' }],
    [
      'after one that helped',
      recovered(judgedLoop(trees(...'ababa')), { ...goesRound, outcome: 'success' }),
      { action: 'continue', recovery: 'cycling' },
    ],
    ['without recoveries, the first', judgedLoop(trees('a', 'b', 'a'), withoutRecovery), null],
    ['without recoveries, the second', judgedLoop(trees(...'ababa'), withoutRecovery), { ending: 'cycling' }],
    ['after iteration 10', judgedLoop(trees(...'cdefghij', 'a', 'b', 'a')), { action: 'stop', ending: 'cycling' }],
  ])('calls for a recovery before it ends the loop: %s', (_, state, ruling) => {
    const ruled = cycling.judge(evidenceOf(state));
    if (ruling === null) expect(ruled).toBeNull();
    else expect(ruled).toMatchObject(ruling);
  });

  test('a tree that scores higher than all before it is not a return', () => {
    const loop = trees('a', 'b', 'a', 'b').concat([{ score: 0.9, tree: 'a' }]);
    expect(cycling.judge(evidenceOf(judgedLoop(loop)))).toBeNull();
  });

  const counted = (passed: number, tree: string): Judged => ({
    score: 0.3,
    tree,
    over: { metrics: withTests(passed) },
  });

  test('what is measured comes back after iteration 10, with different trees', () => {
    const early = [4, 5, 4].map((passed, index) => counted(passed, `t${index}`));
    expect(cycling.judge(evidenceOf(judgedLoop(early)))).toBeNull();
    const late = [1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 4].map((passed, index) => counted(passed, `t${index}`));
    expect(cycling.judge(evidenceOf(judgedLoop(late)))).toMatchObject({ action: 'stop', ending: 'cycling' });
  });

  test.each<[string, Judged[], string]>([
    ['early', trees('a', 'b', 'b', 'a'), 'the tree of iteration 1 has come back once (#1 → #2 → #1)'],
    ['again', trees('a', 'b', 'c', 'a', 'c', 'a'), 'the tree of iteration 1 has come back 2 times (#1 → #3 → #1)'],
    ['late', trees(...'cdefghijkl', 'b', 'l'), 'the tree of iteration 10 has come back once (#10 → #11 → #10)'],
    [
      'by what is measured',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 4, 5, 4].map((passed, index) => counted(passed, `t${index}`)),
      'tests, pass rate, coverage and errors are those of iteration 4 again, after iteration 10 (#4 → #5 → #4)',
    ],
  ])('says what came back: %s', (_, loop, reason) => {
    expect(cycling.judge(evidenceOf(judgedLoop(loop)))?.reason).toBe(reason);
  });

  test.each<[string, Judged[], boolean]>([
    ['at the far end of the window', trees(...'cdefgh', 'a', 'b', 'c', 'd', 'e', 'a'), true],
    ['just beyond it', trees(...'cdefg', 'a', 'b', 'c', 'd', 'e', 'f', 'a'), false],
    [
      'an agent that changed nothing does not come back',
      [...trees('a', 'b', 'a', 'b'), { score: 0.3, tree: 'a', parent: 3 }],
      false,
    ],
    [
      'a score as high as the highest before is no record',
      [...trees('a', 'b', 'a', 'b'), { score: 0.3, tree: 'a' }],
      true,
    ],
    ['a score that is not known is no record', [...trees('a', 'b', 'a', 'b'), { score: null, tree: 'a' }], true],
    ['standing at a tree is no return of it', trees('a', 'b', 'b'), false],
  ])('%s: %s', (_, loop, fires) => {
    expect(cycling.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(fires);
  });

  test('the measure of a loop without counted tests does not come back', () => {
    const blind = Array.from({ length: 12 }, (_, n) => ({
      score: 0.3,
      over: { metrics: { ...unmeasured, files: n % 2 } },
    }));
    expect(cycling.judge(evidenceOf(judgedLoop(blind)))).toBeNull();
  });

  test('what is measured stays the same: that is not a return', () => {
    const still = Array.from({ length: 12 }, (_, index) => counted(4, `t${index}`));
    expect(cycling.judge(evidenceOf(judgedLoop(still)))).toBeNull();
  });
});

describe('stuck on the same error', () => {
  const met = (line: string, score = 0.3): Judged => ({
    score,
    over: { verdicts: [aVerdict({ excerpt: line })] },
  });
  const error = (n: number) => `AssertionError: expected 5 to be 6 at /tmp/x${n}/sum.js:${n}:3 (took ${n} ms)`;

  test.each([
    { what: 'three times, but for line numbers and times', loop: [1, 2, 3].map((n) => met(error(n))), fires: true },
    { what: 'twice', loop: [1, 2].map((n) => met(error(n))), fires: false },
    {
      what: 'another error last',
      loop: [met(error(1)), met(error(2)), met('TypeError: x is undefined')],
      fires: false,
    },
    {
      what: 'the same error while more tests pass',
      loop: [met(error(1), 0.3), met(error(2), 0.4), met(error(3), 0.5)],
      fires: false,
    },
    { what: 'no output at all', loop: [met(''), met(''), met('')], fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(stuck.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(fires);
  });

  test('the same reflection counts like the same error', () => {
    const thought = (line: string, signature: string): Judged => {
      const { score, over } = met(line);
      return {
        score,
        over: { ...over, reflected: { ...reflected, reflection: { ...reflected.reflection, signature } } },
      };
    };
    const errors = ['TypeError: a', 'RangeError: b', 'SyntaxError: c'];
    const judged = (signature: (index: number) => string) =>
      stuck.judge(evidenceOf(judgedLoop(errors.map((line, index) => thought(line, signature(index))))));
    expect(judged(() => 'same')).toMatchObject({ recovery: 'stuck' });
    expect(judged(String)).toBeNull();
  });

  test('calls for a recovery, then for a person', () => {
    const loop = judgedLoop([1, 2, 3, 4, 5, 6].map((n) => met(error(n))));
    expect(stuck.judge(evidenceOf(loop))).toMatchObject({ action: 'continue', recovery: 'stuck' });
    const tried = aRecovery({ trigger: 'stuck', kind: 'same-error' });
    expect(stuck.judge(evidenceOf(recovered(loop, { ...tried, iteration: 3 })))).toMatchObject({
      action: 'escalate',
      ending: 'escalated',
    });
    expect(stuck.judge(evidenceOf(recovered(loop, { ...tried, iteration: 4 })))).toBeNull();
  });

  test('names the error, and that a recovery did not help', () => {
    const loop = judgedLoop([1, 2, 3, 4, 5, 6].map((n) => met(error(n))));
    const says = 'the same error 3 times in a row (c1: AssertionError: expected 5 to be 6 at sum.js (took #))';
    expect(stuck.judge(evidenceOf(loop))?.reason).toBe(says);
    const tried = aRecovery({ trigger: 'stuck', iteration: 3 });
    expect(stuck.judge(evidenceOf(recovered(loop, tried)))?.reason).toBe(`${says}, also after a recovery`);
  });

  test('a long error is cut, and of several the first is named', () => {
    const long = judgedLoop([1, 2, 3].map(() => met(`Error: ${'x'.repeat(300)}`)));
    expect(stuck.judge(evidenceOf(long))?.reason).toHaveLength('the same error 3 times in a row ()'.length + 160);
    const verdicts = [aVerdict({ excerpt: 'Error: one' }), aVerdict({ criterion: 'c2', excerpt: 'Error: two' })];
    const two = judgedLoop([1, 2, 3].map(() => ({ score: 0.3, over: { verdicts } })));
    expect(stuck.judge(evidenceOf(two))?.reason).toContain('(c1: Error: one)');
  });

  test.each<[string, Judged[], Recovery[], boolean]>([
    ['a gain at any time since the first of them', [met(error(1), 0.2), met(error(2)), met(error(3))], [], false],
    ['a loss', [met(error(1), 0.4), met(error(2)), met(error(3))], [], true],
    ['scores that are not known', [1, 2, 3].map((n) => ({ ...met(error(n)), score: null })), [], true],
    [
      'one that changed nothing among them',
      [met(error(1)), { ...met(error(2)), tree: 'tree:1' }, met(error(3))],
      [],
      false,
    ],
    ['a recovery for another reason', [1, 2, 3].map((n) => met(error(n))), [aRecovery({ iteration: 2 })], true],
  ])('%s: %s', (_, loop, recoveries, fires) => {
    expect(stuck.judge(evidenceOf(recovered(judgedLoop(loop), ...recoveries))) !== null).toBe(fires);
  });

  test('without recoveries a person is asked at once', () => {
    const settings = theSettings({ recovery: { enabled: false } });
    const ruling = stuck.judge(
      evidenceOf(
        judgedLoop(
          [1, 2, 3].map((n) => met(error(n))),
          settings,
        ),
      ),
    );
    expect(ruling).toMatchObject({ action: 'escalate', ending: 'escalated' });
    expect(ruling?.reason).toBe(
      'the same error 3 times in a row (c1: AssertionError: expected 5 to be 6 at sum.js (took #))',
    );
  });
});

describe('stalled', () => {
  const still = (tests: number, classification: 'stalled' | 'plateau' = 'stalled'): Judged => ({
    score: 0.3,
    over: { classification, metrics: withTests(3, tests) },
  });

  test.each([
    { what: 'three still iterations of ten tests', loop: [still(10), still(10), still(10)], fires: true },
    { what: 'nine tests are too coarse a measure', loop: [still(9), still(9), still(9)], fires: false },
    { what: 'a plateau is no standstill', loop: [still(10), still(10), still(10, 'plateau')], fires: false },
    { what: 'two are too few', loop: [still(10), still(10)], fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(stalled.judge(evidenceOf(judgedLoop(loop, undefined, 0.3))) !== null).toBe(fires);
  });

  test('lint and type errors are steps of the measure like tests', () => {
    const lint = { errors: 4, warnings: 0, tools: ['biome'] };
    const types = { errors: 3, tools: ['tsc'] };
    const loop = (lintErrors: number): Judged[] =>
      [1, 2, 3].map(() => ({
        score: 0.3,
        over: {
          classification: 'stalled',
          metrics: { ...withTests(3, 3), lint: { ...lint, errors: lintErrors }, types },
        },
      }));
    expect(stalled.judge(evidenceOf(judgedLoop(loop(4), undefined, 0.3)))).not.toBeNull();
    expect(stalled.judge(evidenceOf(judgedLoop(loop(3), undefined, 0.3)))).toBeNull();
  });

  test('says so, calls for a recovery, and without recoveries ends the loop', () => {
    const loop = [still(10), still(10), still(10)];
    const reason = 'no metric improved in 3 iterations and the criteria do not hold';
    expect(stalled.judge(evidenceOf(judgedLoop(loop, undefined, 0.3)))).toEqual({
      action: 'continue',
      reason,
      confidence: 0.7,
      recovery: 'stalled',
    });
    const settings = theSettings({ recovery: { enabled: false } });
    expect(stalled.judge(evidenceOf(judgedLoop(loop, settings, 0.3)))).toMatchObject({
      action: 'stop',
      ending: 'stalled',
      reason,
    });
  });

  test('a recovery for another reason does not make it the end', () => {
    const loop = judgedLoop(
      [1, 2, 3, 4].map(() => still(10)),
      undefined,
      0.3,
    );
    const state = recovered(loop, aRecovery({ iteration: 1, trigger: 'stuck' }));
    expect(stalled.judge(evidenceOf(state))).toMatchObject({ recovery: 'stalled' });
  });

  test('nothing measured, nothing to stand still', () => {
    const blind: Judged = { score: 0.3, over: { classification: 'stalled', metrics: null } };
    expect(stalled.judge(evidenceOf(judgedLoop([blind, blind, blind], undefined, 0.3)))).toBeNull();
  });

  test('a best that was reached within them is a gain', () => {
    const loop = [still(10), still(10), still(10)];
    expect(stalled.judge(evidenceOf(judgedLoop(loop, undefined, 0.2)))).toBeNull();
  });

  test('it is measured against the highest score before them, within the last three only', () => {
    const scored = (...scores: number[]): Judged[] => scores.map((score) => ({ ...still(10), score }));
    const judged = (...scores: number[]) => stalled.judge(evidenceOf(judgedLoop(scored(...scores), undefined, 0.3)));
    expect(judged(0.5, 0.2, 0.3, 0.4, 0.4)).not.toBeNull();
    expect(judged(0.5, 0.2, 0.6, 0.4, 0.4)).toBeNull();
    expect(judged(0.5, 0.2, 0.3, 0.4, 0.6)).toBeNull();
    expect(judged(0.6, 0.3, 0.3, 0.3)).not.toBeNull();
  });

  test('errors alone are steps, too', () => {
    const metrics = { ...unmeasured, lint: { errors: 12, warnings: 0, tools: ['biome'] } };
    const loop: Judged[] = [1, 2, 3].map(() => ({ score: 0.3, over: { classification: 'stalled', metrics } }));
    expect(stalled.judge(evidenceOf(judgedLoop(loop, undefined, 0.3)))).not.toBeNull();
  });

  test('after a recovery it takes three more, and then it is the end', () => {
    const loop = judgedLoop(
      [1, 2, 3, 4, 5, 6].map(() => still(10)),
      undefined,
      0.3,
    );
    expect(stalled.judge(evidenceOf(recovered(loop, aRecovery({ iteration: 4 }))))).toBeNull();
    expect(stalled.judge(evidenceOf(recovered(loop, aRecovery({ iteration: 3 }))))).toMatchObject({
      ending: 'stalled',
    });
  });
});

function withTests(passed: number, total = 10): Metrics {
  return { ...unmeasured, tests: { total, passed, failed: total - passed, skipped: 0 } };
}

const reflected = {
  reflection: {
    kind: 'assertion' as const,
    whatFailed: 'a test',
    why: 'unknown',
    whatToTry: 'something else',
    failing: [],
    fixed: [],
    broken: [],
    files: [],
    repeats: [],
    signature: '',
    source: 'rules' as const,
  },
  summary: { text: '', source: 'rules' as const },
  problem: null,
  spent: null,
  durationMs: 0,
};
