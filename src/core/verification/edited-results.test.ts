import { expect, test } from 'vitest';
import { type EditedResult, type EditedRun, editedResults } from './edited-results.ts';
import { chooseSome, turnedTests } from './turned-tests.ts';

const names = (statuses: Record<string, string>) => new Map(Object.entries(statuses));
const original = names({ a: 'passed', 'sum[1-2]': 'passed', b: 'passed' });

test.each<[string, string, EditedRun, EditedResult]>([
  ['fails, as it must', 'a', { tests: names({ a: 'failed' }), outcome: 'failed' }, 'failed'],
  ['passes', 'a', { tests: names({ a: 'passed' }), outcome: 'held' }, 'passed'],
  ['passes, whatever else fails', 'a', { tests: names({ a: 'passed', b: 'failed' }), outcome: 'failed' }, 'passed'],
  [
    'fails under the name of its new row',
    'sum[1-2]',
    { tests: names({ 'sum[1-3]': 'failed' }), outcome: 'failed' },
    'failed',
  ],
  ['passes under such a name', 'sum[1-2]', { tests: names({ 'sum[1-3]': 'passed' }), outcome: 'held' }, 'passed'],
  ['is gone with its run', 'a', { tests: names({ b: 'passed' }), outcome: 'failed' }, 'crashed'],
  ['is gone, and the run holds', 'a', { tests: names({ b: 'passed' }), outcome: 'held' }, 'passed'],
  ['is not named, nor is any other, and the run fails', 'a', { tests: null, outcome: 'failed' }, 'crashed'],
  ['is skipped', 'a', { tests: names({ a: 'skipped' }), outcome: 'failed' }, 'unknown'],
  ['ran in what could not be measured', 'a', { tests: names({ a: 'passed' }), outcome: 'unmeasured' }, 'unknown'],
])('a test that had to fail %s', (_, id, run, result) => {
  const pattern = id === 'a' ? '^a$' : '^sum(?:\\[.*\\])?$';
  expect(editedResults([{ tests: [id], pattern }], run, original)).toMatchObject([{ test: id, result }]);
});

test('tests turned if they pass now and did not before', () => {
  const before = names({ kept: 'passed', fixed: 'failed', unskipped: 'skipped', broken: 'passed' });
  const after = names({ kept: 'passed', fixed: 'passed', unskipped: 'passed', broken: 'failed', added: 'passed' });
  expect(turnedTests(before, after)).toEqual(['fixed', 'unskipped', 'added']);
  expect(turnedTests(null, names({ a: 'passed' }))).toEqual(['a']);
});

test('a seed chooses some, in their order, and the same ones each time', () => {
  const all = Array.from({ length: 50 }, (_, n) => `test ${n}`);
  const some = chooseSome(all, 10, 'seed');
  expect(some).toHaveLength(10);
  expect(some).toEqual(all.filter((one) => some.includes(one)));
  expect(chooseSome(all, 10, 'seed')).toEqual(some);
  expect(chooseSome(all, 10, 'other')).not.toEqual(some);
  expect(chooseSome(all, 50, 'seed')).toEqual(all);
});
