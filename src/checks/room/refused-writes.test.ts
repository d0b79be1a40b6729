import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Verdict } from '../../core/criteria/verdict.ts';
import { aVerdict, testsVerdict } from '../../testing/builders.ts';
import { withoutRefusedWrite } from './refused-writes.ts';

const base = mkdtempSync(join(tmpdir(), 'jumar-test-'));
afterAll(() => rmSync(base, { recursive: true }));
const [home, workspace, room] = [join(base, 'home'), join(base, 'w'), join(base, 'room')];
for (const folder of [join(home, 'data'), workspace, room]) mkdirSync(folder, { recursive: true });
const failing = aVerdict({ outcome: 'fail', exitCode: 1, reason: 'exit 1' });
const refused = (path: string) => `Error: EROFS: read-only file system, mkdir '${path}'`;
const judge = (verdict: Verdict, output: string) =>
  withoutRefusedWrite(verdict, output, { workspace, room }, { HOME: home });
const failure = (message: string) => ({ name: 'a', message, location: null });

test.each([
  ['the home folder', join(home, '.wrap-1'), `${home}, your home folder`],
  ['a folder in it', join(home, 'data/new/file'), join(home, 'data')],
])('a check that may not write to %s measured nothing', (_, path, folder) => {
  expect(judge(failing, refused(path))).toMatchObject({
    outcome: 'unmeasured',
    unmeasured: 'not-started',
    reason: `exit 1, because the room lets no check write to ${folder}`,
  });
});

const tests = testsVerdict(1, 2);

test.each<[string, Verdict, string]>([
  ['passed', aVerdict({ outcome: 'pass' }), refused(join(home, 'x'))],
  ['is about its own files', failing, refused(join(workspace, 'x'))],
  ['tries to change the system', failing, refused('/usr/x')],
  ['says nothing of it', failing, `${home}/x: no such file`],
  ['has a test that fails for another reason', { ...tests, failures: [failure('1 != 2')] }, refused(join(home, 'x'))],
])('a check that %s stays as it is', (_, verdict, output) => {
  expect(judge(verdict, output)).toBe(verdict);
});

test('tests that fail only as they cannot write measured nothing', () => {
  const path = join(home, 'x');
  expect(judge({ ...tests, failures: [failure(refused(path))] }, refused(path)).outcome).toBe('unmeasured');
});
