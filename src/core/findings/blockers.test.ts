import { describe, expect, test } from 'vitest';
import { aFinding, judgedLoop, theSettings } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { LoopFinding } from '../state/finding.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { blockersOf, blockersText } from './blockers.ts';

function standing(over: Partial<IterationState>, change: Partial<LoopState> = {}) {
  const state = { ...judgedLoop([{ score: 0.3, over }]), ...change };
  return blockersOf(state, state.iterations[1] as IterationState);
}

describe('what stands between an iteration and completion', () => {
  test.each<[string, Partial<IterationState>, { id: string; text: string }[]]>([
    ['nothing', {}, []],
    ['a finding', { findings: [aFinding()] }, [{ id: 'finding:f1', text: 'The test is skipped. (a.test.js:1)' }]],
    [
      'a finding on what is gone, by its old place',
      { findings: [aFinding({ after: null, before: { path: 'b.js', line: 7 } })] },
      [{ id: 'finding:f1', text: 'The test is skipped. (b.js:7)' }],
    ],
    [
      'a finding of no place',
      { findings: [aFinding({ after: null, before: null })] },
      [{ id: 'finding:f1', text: 'The test is skipped.' }],
    ],
    [
      'a working test that was broken',
      { alerts: [{ type: 'working_test_failing', severity: 'critical', message: 'a fails', tests: ['a'] }] },
      [{ id: 'alert:1:working_test_failing', text: 'a fails' }],
    ],
    [
      'tests that it did not mend',
      {
        unmended: [
          { iteration: 3, tests: ['a'] },
          { iteration: 4, tests: ['b', 'c'] },
          { iteration: 5, tests: [] },
        ],
      },
      [
        { id: 'alert:3:working_test_failing', text: 'The test "a", broken by iteration 3, still fails' },
        { id: 'alert:4:working_test_failing', text: '2 tests, broken by iteration 4, still fail' },
        { id: 'alert:5:working_test_failing', text: 'tests that iteration 5 broke still fail' },
      ],
    ],
    ['a finding that only warns', { findings: [aFinding({ blocking: false })] }, []],
    [
      'what keeps the judge out of reach',
      { findings: null, raised: [aFinding({ id: 'r1', after: null, before: null })] },
      [{ id: 'finding:r1', text: 'The test is skipped.' }],
    ],
    [
      'tests by name',
      { lost: { tests: ['a', 'b'], count: 2 } },
      [
        { id: 'lost-test:a', text: 'the test "a" is gone' },
        { id: 'lost-test:b', text: 'the test "b" is gone' },
      ],
    ],
    ['tests by count', { lost: { tests: [], count: 2 } }, [{ id: 'lost-tests:2', text: '2 tests are gone' }]],
    ['one test by count', { lost: { tests: [], count: 1 } }, [{ id: 'lost-tests:1', text: '1 test is gone' }]],
    [
      'more tests than are named',
      { lost: { tests: ['a'], count: 3 } },
      [
        { id: 'lost-test:a', text: 'the test "a" is gone' },
        { id: 'lost-tests:3', text: '2 more tests are gone' },
      ],
    ],
    ['tests that the task asks to go', { lost: { tests: [], count: 0, expected: ['a'] } }, []],
    ['no test', { lost: { tests: [], count: 0 } }, []],
  ])('%s', (_, over, blockers) => {
    expect(standing(over)).toEqual(blockers);
  });

  test('not what a person approved, and not what was called false', () => {
    const over = { findings: [aFinding(), aFinding({ id: 'f2' }), aFinding({ id: 'f3' })] };
    const change = { approved: ['finding:f1'], marked: [{ id: 'finding:f2', reason: null }] };
    expect(standing(over, change).map(({ id }) => id)).toEqual(['finding:f3']);
  });
});

describe('alerts', () => {
  const alert = (type: MetricAlert['type']): MetricAlert => ({
    type,
    severity: 'high',
    message: `${type}!`,
    tests: [],
  });
  const alerts = [alert('coverage_regression'), alert('error_increase')];

  test('warn', () => {
    expect(standing({ alerts })).toEqual([]);
  });

  test('block if the configuration says so, until a person approves', () => {
    const settings = theSettings({ alerts: { block: ['coverage_regression'] } });
    const blockers = [{ id: 'alert:1:coverage_regression', text: 'coverage_regression!' }];
    expect(standing({ alerts }, { settings })).toEqual(blockers);
    expect(standing({ alerts }, { settings, approved: ['alert:1:coverage_regression'] })).toEqual([]);
  });
});

test.each([
  [1, 'a'],
  [3, 'a, b, c'],
  [5, 'a, b, c and 2 more'],
])('%s in words: %s', (count, text) => {
  const blockers = [...'abcde'].slice(0, count).map((letter) => ({ id: letter, text: letter }));
  expect(blockersText(blockers)).toBe(text);
});

test('a cheat is one loss in words: what says again that its tests were changed is left out, unless it stands alone', () => {
  const place = { path: 'a.test.js', line: 4 };
  const skipped = aFinding({
    id: 'skip',
    type: 'test_skipping',
    before: place,
    after: place,
    why: '"adds" is now skipped.',
  });
  const again = aFinding({
    id: 'again',
    type: 'assertion_weakening',
    pattern: 'fails-with-original-tests',
    before: null,
    after: { path: 'a.test.js', line: 1 },
    why: 'npm test holds only with the changed a.test.js.',
  });
  const words = (...findings: LoopFinding[]) => blockersText(standing({ findings }));
  expect(words(skipped, again)).toBe('"adds" is now skipped. (a.test.js:4)');
  expect(words(again)).toBe('npm test holds only with the changed a.test.js. (a.test.js:1)');
  expect(standing({ findings: [skipped, again] })).toHaveLength(2);
});
