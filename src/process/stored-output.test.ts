import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/support/project.ts';
import { assertStored } from './stored-output.ts';
import { supervise } from './supervise.ts';

const spec = {
  env: { PATH: process.env.PATH ?? '' },
  loop: 'test-loop',
  stdin: null,
  timeoutMs: 60_000,
  silenceMs: null,
};

test.each([
  ['ENOSPC', 'no space left'],
  ['EDQUOT', 'disk quota exceeded'],
])('%s: the result of a command whose output has no room is not believed', (code, reason) => {
  const folder = temporaryFolder();
  const write = () => {
    throw Object.assign(new Error(code), { code });
  };
  expect(() => assertStored(join(folder, 'output'), write)).toThrow(reason);
});

test('another error of the probe says nothing about the output, and nothing is left behind', () => {
  const folder = temporaryFolder();
  assertStored(join(folder, 'output'));
  assertStored(join(folder, 'gone', 'output'));
  expect(readdirSync(folder)).toEqual([]);
});

/** A file system of 64 KiB; null where this user cannot mount one. */
function aTinyDisk(): string | null {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

test('a check that fails because the disk is full is no failed check', async (context) => {
  const disk = aTinyDisk();
  if (disk === null) return context.skip('this user cannot mount a file system');
  const request = { ...spec, cwd: disk, streams: 'merged' as const, outputFile: join(disk, 'output') };
  const signal = new AbortController().signal;
  const talkative = supervise({ ...request, run: 'talkative', command: 'head -c 200000 /dev/zero || exit 1' }, signal);
  await expect(talkative).rejects.toMatchObject({ code: 'disk-full', hint: expect.stringContaining('jumar resume') });
  const quiet = await supervise({ ...request, run: 'quiet', command: 'echo fine; exit 3' }, signal);
  expect(quiet).toMatchObject({ ended: 'exited', exitCode: 3 });
});
