import { expect, test } from 'vitest';
import { mayBeNew, newTests } from './new-tests.ts';

const names = (statuses: Record<string, string>) => new Map(Object.entries(statuses));
const BEFORE = names({ 'a.test.js › old': 'passed', 'a.test.js › wrong': 'failed' });

test.each<[string, Record<string, string>, { tests: Record<string, string> | null; failed: boolean }, string[]]>([
  [
    'passes and fails',
    { 'a.test.js › old': 'passed', 'b.test.js › x': 'passed', 'b.test.js › y': 'passed' },
    { tests: { 'b.test.js › x': 'passed', 'b.test.js › y': 'failed' }, failed: true },
    ['b.test.js › x passes', 'b.test.js › y fails'],
  ],
  [
    'fails with its file',
    { 'b.test.js › x': 'passed', 'c.test.js › y': 'passed' },
    { tests: { 'a.test.js › old': 'passed' }, failed: true },
    ['b.test.js › x crashes', 'c.test.js › y unknown'],
  ],
  [
    'is nowhere in a run that holds',
    { 'b.test.js › x': 'passed' },
    { tests: { 'a.test.js › old': 'passed' }, failed: false },
    ['b.test.js › x unknown'],
  ],
  [
    'of a package that does not compile',
    { 'example.org/x/p › TestA': 'passed' },
    { tests: null, failed: true },
    ['example.org/x/p › TestA crashes'],
  ],
  [
    'that failed before and is edited to pass',
    { 'a.test.js › wrong': 'passed' },
    { tests: { 'a.test.js › wrong': 'passed' }, failed: false },
    ['a.test.js › wrong passes'],
  ],
  [
    'that failed before and passes by the change is not new',
    { 'a.test.js › wrong': 'passed' },
    { tests: { 'a.test.js › wrong': 'failed' }, failed: true },
    [],
  ],
  [
    'that was renamed is not new',
    { 'a.test.js › wrong': 'failed', 'a.test.js › older': 'passed' },
    { tests: { 'a.test.js › older': 'passed' }, failed: false },
    [],
  ],
])('a test that %s', (_, after, run, results) => {
  const found = newTests({ before: BEFORE, after: names(after) }, { ...run, tests: run.tests && names(run.tests) }, [
    'test/b.test.js',
    'p/a_test.go',
  ]);
  expect(found.map(({ test, result }) => `${test} ${result}`)).toEqual(results);
});

test('nothing may be new if all that passes passed before', () => {
  expect(mayBeNew(BEFORE, names({ 'a.test.js › old': 'passed', x: 'failed' }))).toBe(false);
  expect(mayBeNew(BEFORE, names({ x: 'passed' }))).toBe(true);
  expect(mayBeNew(null, names({ x: 'passed' }))).toBe(true);
});
