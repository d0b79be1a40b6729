import { describe, expect, test } from 'vitest';
import { lostTests, type NamedTests } from './lost-tests.ts';

type Status = 'passed' | 'failed' | 'skipped';
const run = (tests: Record<string, Status>): NamedTests => new Map(Object.entries(tests));
const nothing = { vanished: [], broken: [], silenced: [] };

describe('a test of the earlier run', () => {
  test.each<
    [string, Record<string, Status>, Record<string, Status>, Partial<typeof nothing> | Record<string, string[]>]
  >([
    ['passes on', { a: 'passed' }, { a: 'passed' }, {}],
    ['is gone', { a: 'passed', b: 'passed' }, { b: 'passed' }, { vanished: ['a'] }],
    ['failed, and is gone', { a: 'failed' }, {}, { vanished: ['a'] }],
    ['breaks', { a: 'passed' }, { a: 'failed' }, { broken: ['a'] }],
    ['is skipped', { a: 'passed' }, { a: 'skipped' }, { silenced: ['a'] }],
    ['failed before and is skipped', { a: 'failed' }, { a: 'skipped' }, {}],
    ['fails on', { a: 'failed' }, { a: 'failed' }, {}],
    ['was skipped and fails', { a: 'skipped' }, { a: 'failed' }, {}],
    ['moved to another file', { 'x.js › sums': 'passed' }, { 'y.js › sums': 'passed' }, {}],
    ['moved, and fails there', { 'x.js › sums': 'passed' }, { 'y.js › sums': 'failed' }, { broken: ['x.js › sums'] }],
    ['was renamed in its place', { 'x.js > a': 'passed' }, { 'x.js > b': 'passed' }, {}],
    ['was renamed as pytest names it', { 'x.py::a': 'passed' }, { 'x.py::b': 'passed' }, {}],
    [
      'has one successor at most',
      { 'x.js › a': 'passed', 'x.js › b': 'passed' },
      { 'x.js › c': 'passed' },
      { vanished: ['x.js › b'] },
    ],
    [
      'keeps its title rather than its place',
      { 'x.js › a': 'passed', 'x.js › b': 'passed' },
      { 'x.js › c': 'passed', 'y.js › b': 'failed' },
      { broken: ['x.js › b'] },
    ],
    ['has no place, and another comes', { a: 'passed' }, { b: 'passed' }, { vanished: ['a'] }],
    [
      'is not taken over by one that was there before',
      { 'x.js › a': 'passed', 'x.js › b': 'passed' },
      { 'x.js › b': 'passed' },
      { vanished: ['x.js › a'] },
    ],
  ])('%s', (_, before, after, lost) => {
    expect(lostTests({ before: run(before), after: run(after) })).toEqual({ ...nothing, ...lost });
  });

  test('that the guard has seen renamed is followed, wherever it went', () => {
    const [before, after] = [run({ a: 'passed', 'x.js › b': 'passed' }), run({ z: 'failed', 'x.js › c': 'passed' })];
    expect(lostTests({ before, after, renamed: new Map([['a', 'z']]) })).toEqual({ ...nothing, broken: ['a'] });
  });

  test('a rename to what is not there is not believed', () => {
    const renamed = new Map([['a', 'gone']]);
    expect(lostTests({ before: run({ a: 'passed' }), after: run({ b: 'passed' }), renamed })).toEqual({
      ...nothing,
      vanished: ['a'],
    });
  });
});
