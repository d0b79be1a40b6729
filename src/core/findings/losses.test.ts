import { describe, expect, test } from 'vitest';
import { aFinding, aVerdict, type Played, played } from '../../testing/builders.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { LoopFinding } from '../state/finding.ts';
import { blockersText, changeBlockers } from './blockers.ts';
import { lossesIn } from './losses.ts';
import { raisedIn } from './raised.ts';

const place = { path: 'a.test.js', line: 4 };
const fileGone = aFinding({
  id: 'file',
  pattern: 'test-file-deleted',
  type: 'test_deletion',
  before: place,
  after: null,
  why: '5 tests removed with the file: "one", "two" and 3 more.',
});
const oneGone = aFinding({ ...fileGone, id: 'one', pattern: 'test-deleted', why: 'The test "one" was removed.' });
const skipped = aFinding({ id: 'skip', before: place, after: place });
const original = aFinding({
  id: 'pristine-c1',
  pattern: 'fails-with-original-tests',
  type: 'validation_bypass',
  before: null,
  after: place,
});
const alert = (type: MetricAlert['type']): MetricAlert => ({ type, severity: 'critical', message: type, tests: [] });

const loopOf = (findings: LoopFinding[], lost: string[], ...alerts: MetricAlert['type'][]) => {
  const measured = { alerts: alerts.map(alert), lost: { tests: lost, count: lost.length } };
  const iteration: Played = { tree: 'b', verdicts: [aVerdict()], findings, measured };
  return played({ tree: 'a', verdicts: [aVerdict()] }, [iteration]);
};
const keys = (...args: Parameters<typeof loopOf>) =>
  lossesIn(raisedIn(loopOf(...args))).map(({ raised }) => raised.map(({ key }) => key.replace('lost-test:', '')));

describe('one loss is one event', () => {
  test.each<[string, Parameters<typeof loopOf>, string[][]]>([
    [
      'a test file that is gone: its tests, also those that are not named, and all counts',
      [
        [fileGone, original],
        ['a.test.js › one', 'a.test.js › four'],
        'test_deletion',
        'functionality_loss',
        'file_deletion',
      ],
      [
        [
          'finding:file',
          'a.test.js › one',
          'a.test.js › four',
          'finding:pristine-c1',
          'alert:1:test_deletion',
          'alert:1:functionality_loss',
          'alert:1:file_deletion',
        ],
      ],
    ],
    ['one test is no file', [[oneGone], [], 'file_deletion'], [['finding:one'], ['alert:1:file_deletion']]],
    [
      'a test goes to the finding that names it',
      [[fileGone, { ...oneGone, before: { path: 'b.test.js', line: 1 } }], ['b.test.js › one']],
      [['finding:file'], ['finding:one', 'b.test.js › one']],
    ],
    [
      'passing tests that are skipped now',
      [[skipped], [], 'functionality_loss'],
      [['finding:skip', 'alert:1:functionality_loss']],
    ],
    [
      'a test that breaks is its own',
      [[fileGone], [], 'working_test_failing'],
      [['finding:file'], ['alert:1:working_test_failing']],
    ],
    [
      'counts alone',
      [[], [], 'test_deletion', 'file_deletion'],
      [['alert:1:test_deletion'], ['alert:1:file_deletion']],
    ],
    [
      'original tests of another file',
      [[{ ...oneGone, before: { path: 'b.test.js', line: 1 } }, original], []],
      [['finding:one'], ['finding:pristine-c1']],
    ],
  ])('%s', (_, args, expected) => {
    expect(keys(...args)).toEqual(expected);
  });
});

test('a lost test has the place of the finding that names it', () => {
  const raised = raisedIn(loopOf([fileGone], ['a.test.js › four', 'b.test.js › five']));
  expect(raised.map((one) => one.place)).toEqual([place, place, null]);
});

test('words on what blocks name a loss once, an approval covers all of it', () => {
  const state = loopOf([fileGone], ['a.test.js › one', 'a.test.js › four', 'b.test.js › five']);
  const blockers = changeBlockers(state, state.iterations[1]!);
  expect(blockersText(blockers)).toBe(`${fileGone.why} (a.test.js:4), the test "b.test.js › five" is gone`);
  expect(blockers).toHaveLength(4);
});
