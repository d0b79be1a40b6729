import { expect, test } from 'vitest';
import { changedPaths } from './mutator.ts';

test('files with other content are changed, with what they were; one that only moved is not', () => {
  const then = { 'a.js': '1', 'b.js': '2', 'old/c.js': '3', 'old/d.js': '4' };
  const now = { 'a.js': '1', 'b.js': '9', 'new/c.js': '3', 'new/d.js': '8', 'e.js': '7' };
  expect(changedPaths(then, now)).toEqual([
    { path: 'b.js', blob: '9', earlier: '2' },
    { path: 'new/d.js', blob: '8', earlier: '4' },
    { path: 'e.js', blob: '7', earlier: null },
  ]);
});
