import { expect, test } from 'vitest';
import { judgeTaskTests, type TaskTest } from './task-tests.ts';

const aTest = ({ edited, ...over }: Partial<Omit<TaskTest, 'edited'>> & { edited?: object | null } = {}): TaskTest => ({
  test: 'a',
  withoutChange: 'fails',
  emptied: 'failed',
  ...over,
  edited: edited === null ? null : { result: 'failed', how: 'flip', values: ['other'], ...edited },
});

test.each<[string, TaskTest, string | null]>([
  ['fails without the change, with another value and with emptied functions', aTest(), null],
  ['cannot be loaded without the change, and fails with emptied functions', aTest({ withoutChange: 'crashes' }), null],
  ['compares no literal, and fails with emptied functions', aTest({ edited: { how: 'canary' } }), null],
  ['fails by itself and no function could be emptied', aTest({ emptied: 'unknown' }), null],
  ['passes without the change', aTest({ withoutChange: 'passes' }), 'it passes without the change'],
  ['did not run there', aTest({ withoutChange: 'unknown' }), 'it did not run without the change'],
  ['could not be edited', aTest({ edited: null }), 'it could not be tried with other expected values'],
  ['asserts nothing', aTest({ edited: { how: 'canary', values: [] } }), 'it asserts nothing that could fail'],
  ['passes with another value', aTest({ edited: { result: 'passed' } }), 'it still passes with other expected values'],
  [
    'ran without a result',
    aTest({ edited: { result: 'unknown' } }),
    'its run with other expected values could not be measured',
  ],
  [
    'needs only the names of the change',
    aTest({ emptied: 'passed' }),
    'it passes if the functions of the change do nothing',
  ],
  [
    'cannot be loaded without the change, and nothing could be emptied',
    aTest({ withoutChange: 'crashes', emptied: 'unknown' }),
    'without the change it cannot be loaded, which shows nothing of what the change does',
  ],
  [
    'compares no literal, and nothing could be emptied',
    aTest({ edited: { how: 'canary' }, emptied: 'unknown' }),
    'no value that it compares could be changed',
  ],
])('a test that %s', (_, one, reason) => {
  expect(judgeTaskTests([one])).toEqual(
    reason === null ? { shown: ['a'], unshown: [] } : { shown: [], unshown: [{ test: 'a', reason }] },
  );
});

test.each<[string, string[][], boolean]>([
  ['true alone', [['true']], false],
  ['true in every test', [['true'], ['true']], false],
  ['zero', [['0']], false],
  ['an empty text', [["''"]], false],
  ['an empty list', [['[ ]']], false],
  ['true and false', [['true'], ['false']], true],
  ['zero and another value', [['0', 'other']], true],
  ['one value with content', [['other']], true],
])('tests that compare with %s', (_, values, shown) => {
  const tests = values.map((one, index) => aTest({ test: `t${index}`, edited: { values: one } }));
  expect(judgeTaskTests(tests).shown).toHaveLength(shown ? tests.length : 0);
});
