import { describe, expect, test } from 'vitest';
import { aFinding, aRecovery, aVerdict, type Judged, judgedLoop } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { Decision, Trigger } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { diagnose } from './diagnose.ts';

const calling = (recovery: Trigger): Decision => ({
  action: 'continue',
  rule: 'told',
  reason: 'told',
  confidence: 1,
  ending: null,
  recovery,
});

function found(
  trigger: Trigger,
  over: Partial<IterationState> = {},
  before: Judged[] = [],
  change: Partial<LoopState> = {},
) {
  const state = judgedLoop([...before, { score: 0.3, over: { decision: calling(trigger), ...over } }]);
  return diagnose({ ...state, ...change }, before.length + 1);
}

const touched = (files: number, ...paths: string[]): Partial<IterationState> => ({
  snapshot: {
    commit: 'commit:x',
    tree: 'tree:x',
    head: null,
    changes: { files, insertions: 1, deletions: 1, paths },
    notes: [],
  },
});
const failed = (excerpt: string) => ({ verdicts: [aVerdict({ excerpt })] });
const alert = (tests: string[], severity: MetricAlert['severity'] = 'critical'): MetricAlert => ({
  type: 'working_test_failing',
  severity,
  message: 'tests fail',
  tests,
});
const quality = (breakdown: Record<string, number | null>, criteria: number | null = null) => ({
  quality: { confidence: 0.8, dimensions: null, analytics: null, criteria, breakdown },
});

describe('the evidence', () => {
  test('of a loss: what is gone, and what was changed', () => {
    expect(
      found('regression', { ...touched(1, 'a.js'), findings: [aFinding()], lost: { tests: ['t'], count: 1 } }),
    ).toEqual({
      type: 'recovery-diagnosed',
      iteration: 1,
      attempt: 1,
      trigger: 'regression',
      kind: 'lost-tests',
      rootCause: 'The test is skipped. (a.test.js:1), the test "t" is gone',
      confidence: 0.9,
      evidence: ['The test is skipped. (a.test.js:1)', 'the test "t" is gone', 'iteration 1 changed a.js'],
    });
  });

  test('of broken tests: their names, the change and the error', () => {
    const over = { ...touched(1, 'a.js'), ...failed('TypeError: x'), alerts: [alert([], 'high'), alert(['t', 'u'])] };
    expect(found('regression', over)).toMatchObject({
      kind: 'broke-tests',
      rootCause: 'tests fail, after a change of a.js',
      evidence: [
        'passed before and fails now: t',
        'passed before and fails now: u',
        'iteration 1 changed a.js',
        'error: c1: TypeError: x',
      ],
    });
  });

  test('of flaky tests: which they are', () => {
    expect(found('regression', { ...touched(1, 'a.js'), flaky: ['t', 'u'] })).toMatchObject({
      kind: 'flaky',
      rootCause: 't, u passed and failed on the same tree',
      evidence: ['flaky: t', 'flaky: u', 'iteration 1 changed a.js'],
    });
  });

  test('of what cannot be measured: the change and the error', () => {
    expect(
      found('regression', { score: null, ...touched(2, 'a.js', 'b.js'), ...failed('SyntaxError: y') }),
    ).toMatchObject({
      kind: 'unmeasurable',
      rootCause: 'nothing could be measured after a change of a.js, b.js',
      evidence: ['iteration 1 changed a.js, b.js', 'error: c1: SyntaxError: y'],
    });
  });

  test('of a fall: the parts of the score that fell, and no others', () => {
    const best: Judged = {
      score: 0.8,
      over: quality({ validation: 90, completeness: 50, readability: null, efficiency: 70 }),
    };
    const over = {
      ...touched(1, 'a.js'),
      ...quality({ validation: 60, completeness: 50, readability: 10, efficiency: null }),
    };
    expect(found('regression', over, [best], { best: 1 })).toMatchObject({
      kind: 'worse',
      rootCause: 'validation 90 → 60 fell',
      confidence: 0.6,
      evidence: ['score 0.8 → 0.3', 'validation 90 → 60', 'iteration 2 changed a.js'],
    });
  });

  test('of a fall that only the criteria show', () => {
    const best: Judged = { score: 0.8, over: quality({ validation: 60 }, 0.8) };
    const fall = (before: Judged, criteria: number | null) =>
      found('regression', quality({ validation: 60 }, criteria), [before], { best: 1 });
    expect(fall(best, 0.3)).toMatchObject({ rootCause: 'criteria met 0.8 → 0.3 fell', confidence: 0.6 });
    const unexplained = { rootCause: 'the score fell and no part of it says why', confidence: 0.4 };
    expect(fall(best, 0.8)).toMatchObject(unexplained);
    expect(fall(best, null)).toMatchObject(unexplained);
    expect(fall({ score: 0.8, over: quality({}, null) }, 0.3)).toMatchObject(unexplained);
  });

  test('of the same error: since when, and the last three changes', () => {
    const same = (n: number): Judged => ({ score: 0.3, over: { ...failed('TypeError: x'), ...touched(1, `${n}.js`) } });
    const other: Judged = { score: 0.3, over: failed('RangeError: y') };
    expect(
      found('stuck', { ...failed('TypeError: x'), ...touched(1, '5.js') }, [other, same(2), same(3), same(4)]),
    ).toMatchObject({
      kind: 'same-error',
      rootCause: 'the same error since iteration 2, despite changes',
      evidence: [
        'error: c1: TypeError: x',
        'iteration 3 changed 3.js',
        'iteration 4 changed 4.js',
        'iteration 5 changed 5.js',
      ],
    });
  });

  test('of going round: whose files came back', () => {
    const before: Judged[] = [{ score: 0.3, tree: 'tree:x' }, { score: 0.3 }];
    expect(found('cycling', { ...touched(1, 'a.js'), ...failed('Error: z') }, before)).toMatchObject({
      kind: 'going-round',
      rootCause: 'the files of iteration 1 came back',
      confidence: 0.8,
      evidence: ['iteration 3 changed a.js', 'error: c1: Error: z'],
    });
    expect(found('cycling').rootCause).toBe('an earlier state came back');
  });

  test('of the same files again: the latest that had them', () => {
    const before: Judged[] = [
      { score: 0.3, tree: 'tree:x' },
      { score: 0.3, tree: 'tree:x' },
    ];
    expect(found('stalled', { ...touched(1, 'a.js'), ...failed('Error: z') }, before)).toMatchObject({
      kind: 'same-tree',
      rootCause: 'the agent produced the same files as iteration 2',
      evidence: ['iteration 3 changed a.js', 'error: c1: Error: z'],
    });
  });

  test('the baseline does not count as an iteration whose files came back', () => {
    const over = {
      ...touched(0),
      snapshot: { ...(touched(0).snapshot as NonNullable<IterationState['snapshot']>), tree: 'start' },
    };
    expect(found('stalled', over).kind).toBe('standing-still');
  });

  test('of a standstill: the last scores', () => {
    const before: Judged[] = [{ score: 0.1 }, { score: null }, { score: 0.2 }];
    expect(found('stalled', failed('Error: z'), before)).toMatchObject({
      kind: 'standing-still',
      rootCause: 'changes were made and no metric moved',
      evidence: [
        'iteration 2: score unknown',
        'iteration 3: score 0.2',
        'iteration 4: score 0.3',
        'error: c1: Error: z',
      ],
    });
  });

  test.each<[string, Partial<IterationState>, string]>([
    ['nothing', touched(0), 'no file'],
    ['files that are not named', touched(7), '7 files'],
    ['five files', touched(5, 'a', 'b', 'c', 'd', 'e'), 'a, b, c, d, e'],
    ['more than five', touched(8, 'a', 'b', 'c', 'd', 'e', 'f'), 'a, b, c, d, e and 3 more'],
    ['what was not snapshotted', { snapshot: null }, 'no file'],
  ])('names what was changed: %s', (_, over, files) => {
    expect(found('cycling', over).evidence[0]).toBe(`iteration 1 changed ${files}`);
  });

  test('is kept short', () => {
    const names = Array.from({ length: 12 }, (_, n) => `t${n}`);
    expect(found('regression', { alerts: [alert(names)] }).evidence).toHaveLength(9);
    expect(found('regression', { flaky: names }).evidence).toHaveLength(9);
    expect(found('regression', { lost: { tests: names, count: 12 } }).evidence).toHaveLength(9);
    expect(found('cycling', failed(`Error: ${'x'.repeat(300)}`)).evidence[1]).toHaveLength('error: '.length + 200);
  });
});

describe('the confidence', () => {
  const before: Judged[] = [{ score: 0.3 }, { score: 0.3 }];

  test.each([
    { what: 'the same cause twice before', kinds: ['standing-still', 'standing-still'] as const, confidence: 0.38 },
    { what: 'another cause before', kinds: ['worse'] as const, confidence: 0.6 },
  ])('after $what: $confidence', ({ kinds, confidence }) => {
    const recoveries = kinds.map((kind, index) => aRecovery({ kind, iteration: index + 1 }));
    expect(found('stalled', {}, before, { recoveries })).toMatchObject({ confidence, attempt: kinds.length + 1 });
  });

  test('is whole again after a recovery that helped, and after a person gave a fresh chance', () => {
    const recoveries = [aRecovery({ kind: 'standing-still', outcome: 'success' })];
    expect(found('stalled', {}, before, { recoveries })).toMatchObject({ confidence: 0.6, attempt: 1 });
    const earlier = [aRecovery({ kind: 'standing-still', iteration: 1 })];
    expect(found('stalled', {}, before, { recoveries: earlier, rulesSince: 1 })).toMatchObject({ attempt: 1 });
  });
});

test('an iteration that called for no recovery has none to diagnose', () => {
  expect(() => diagnose(judgedLoop([{ score: 0.3 }]), 1)).toThrow('iteration 1 called for no recovery');
  expect(() => diagnose(judgedLoop([]), 4)).toThrow('iteration 4 called for no recovery');
});
