import { expect, test } from 'vitest';
import { isLockFile, namesDependencies } from './lock-files.ts';

test.each([
  { path: 'package-lock.json', isLock: true, isNamed: true },
  { path: 'packages/web/pnpm-lock.yaml', isLock: true, isNamed: true },
  { path: 'bun.lockb', isLock: true, isNamed: true },
  { path: 'requirements-dev.txt', isLock: false, isNamed: true },
  { path: 'go.mod', isLock: false, isNamed: true },
  { path: 'package.json', isLock: false, isNamed: false },
  { path: 'yarn.lock/readme.md', isLock: false, isNamed: false },
])('$path', ({ path, isLock, isNamed }) => {
  expect([isLockFile(path), namesDependencies(path)]).toEqual([isLock, isNamed]);
});
