import { expect, test } from 'vitest';
import { makeTargets } from './make-targets.ts';

test.each<[string, string[]]>([
  ['make', []],
  ['make check', ['sub/check']],
  ['make -j 4 -s lint test CC=gcc', ['sub/lint', 'sub/test']],
  ['make -C .. check', ['check']],
  ['make -f other.mk check', ['sub/check']],
  ['cd deep && gmake check', ['sub/deep/check']],
  ['npm test', []],
])('%s', (command, expected) => {
  expect(makeTargets([{ command, cwd: '/p/sub' }], '/p')).toEqual(expected);
});
