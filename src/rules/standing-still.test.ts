import { describe, expect, test } from 'vitest';
import type { Metrics } from '../core/metrics.ts';
import { unmeasured } from '../core/metrics.ts';
import type { LoopState, Recovery } from '../core/state.ts';
import { aRecovery, aVerdict, evidenceOf, type Judged, judgedLoop, theSettings } from '../testing/builders.ts';
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

  test('a recovery that helped opens the count anew', () => {
    const loop = recovered(judgedLoop(trees('a', 'b', 'b', 'b')), aRecovery({ iteration: 1, outcome: 'success' }));
    expect(sameTree.judge(evidenceOf(loop))).toMatchObject({ recovery: 'stalled' });
  });

  test('without recoveries it ends at once', () => {
    const loop = judgedLoop(trees('b', 'b', 'b'), theSettings({ recovery: { enabled: false } }));
    expect(sameTree.judge(evidenceOf(loop))).toMatchObject({ action: 'stop', ending: 'stalled' });
  });
});

describe('cycling', () => {
  test.each([
    { what: 'one return', loop: trees('a', 'b', 'a'), fires: false },
    { what: 'two trees, one return each', loop: trees('a', 'b', 'a', 'b'), fires: false },
    { what: 'the second return of the same tree', loop: trees('a', 'b', 'a', 'b', 'a'), fires: true },
    { what: 'a return from beyond the window', loop: trees('a', 'b', 'c', 'd', 'e', 'f', 'a'), fires: false },
    { what: 'one return after iteration 10', loop: trees(...'cdefghijkl', 'a', 'b', 'a'), fires: true },
    { what: 'new trees after iteration 10', loop: trees(...'cdefghijklmn'), fires: false },
  ])('$what: $fires', ({ loop, fires }) => {
    expect(cycling.judge(evidenceOf(judgedLoop(loop))) !== null).toBe(fires);
  });

  test('a tree that scores higher than all before it is no return', () => {
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

  test('what is measured stays the same: that is no return', () => {
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

  test('a best that was reached within them is a gain', () => {
    const loop = [still(10), still(10), still(10)];
    expect(stalled.judge(evidenceOf(judgedLoop(loop, undefined, 0.2)))).toBeNull();
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
