import { expect, test } from 'vitest';
import { fromSeen, toSeen } from './seen-path.ts';

const folder = { root: '/state/room/tree', seenRoot: '/home/me/app' };

test.each([
  ['/state/room/tree', '/home/me/app'],
  ['/state/room/tree/src/a.ts', '/home/me/app/src/a.ts'],
  ['/usr/lib/node', '/usr/lib/node'],
])('%s is seen as %s, and back', (path, seen) => {
  expect(toSeen(folder, path)).toBe(seen);
  expect(fromSeen(folder, seen)).toBe(path);
});

test('a name that only begins alike is another folder', () => {
  expect(fromSeen(folder, '/home/me/app-two/a.ts')).toBe('/home/me/app-two/a.ts');
});

test('without another path, every path is what it is', () => {
  expect(toSeen({ root: '/a' }, '/a/b')).toBe('/a/b');
  expect(fromSeen({ root: '/a' }, '/a/b')).toBe('/a/b');
});
