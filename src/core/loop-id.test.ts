import { expect, test } from 'vitest';
import { loopId } from './loop-id.ts';

test.each([
  ['Fix failing tests', 'fix-failing-tests-a1b2c3d4'],
  ['make npm test pass, whatever it takes, by tomorrow morning', 'make-npm-test-pass-whatever-it-a1b2c3d4'],
  ['Réparer l’accès', 'reparer-l-acces-a1b2c3d4'],
  ['a'.repeat(80), `${'a'.repeat(30)}-a1b2c3d4`],
  ['../../etc/passwd', 'etc-passwd-a1b2c3d4'],
  ['テストを直す', 'loop-a1b2c3d4'],
])('%s', (task, id) => {
  expect(loopId(task, 'a1b2c3d4')).toBe(id);
});
