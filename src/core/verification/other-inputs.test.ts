import { expect, test } from 'vitest';
import { changedOnlyAtTests } from './other-inputs.ts';

const call = (own: boolean, changedNeighbours: number, neighbours = 10, name = 'fee') => ({
  function: name,
  before: Array.from({ length: neighbours + 1 }, () => 'a'),
  after: Array.from({ length: neighbours + 1 }, (_, at) => ((at === 0 ? own : at <= changedNeighbours) ? 'b' : 'a')),
});

test.each<[what: string, calls: ReturnType<typeof call>[], names: string[]]>([
  ['two inputs of tests, and nothing beside them', [call(true, 0), call(true, 0)], ['fee']],
  ['by chance one more', [call(true, 0), call(true, 1)], ['fee']],
  ['inputs beside them too', [call(true, 1), call(true, 1)], []],
  ['one input of a test', [call(true, 0), call(false, 0)], []],
  ['too few inputs tried', [call(true, 0, 4), call(true, 0, 4)], []],
  ['one input each of two functions', [call(true, 0), call(true, 0, 10, 'tax')], []],
  ['nothing', [call(false, 0), call(false, 0)], []],
])('what changed: %s', (_, calls, names) => {
  expect(changedOnlyAtTests(calls)).toEqual(names);
});
