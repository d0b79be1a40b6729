import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explained } from './errors.ts';
import { GitError, git, startGit } from './git.ts';

const cwd = tmpdir();

describe('git', () => {
  test('runs in a clean environment: nothing inherited, no hooks, no configuration but the repository’s', async () => {
    process.env.GIT_DIR = '/nowhere';
    process.env.GIT_INDEX_FILE = '/nowhere/index';
    try {
      const { stdout } = await git(['-c', 'alias.environment=!env', 'environment'], {
        cwd,
        env: { JUMAR_LOOP: 'loop-1' },
      });
      const lines = stdout.toString().split('\n');
      expect(lines).toContain('GIT_CONFIG_GLOBAL=/dev/null');
      expect(lines).toContain('GIT_AUTHOR_NAME=jumar');
      expect(lines).toContain('LC_ALL=C');
      expect(lines).toContain('JUMAR_LOOP=loop-1');
      expect(stdout.toString()).not.toContain('/nowhere');
    } finally {
      delete process.env.GIT_DIR;
      delete process.env.GIT_INDEX_FILE;
    }
  });

  test('takes and gives bytes', async () => {
    const bytes = Buffer.from([0, 1, 2, 0xff, 0xfe, 10]);
    const { stdout } = await git(['-c', 'alias.echo=!cat', 'echo'], { cwd, input: bytes });
    expect(stdout).toEqual(bytes);
  });

  test('ends before it has read its input, and is judged by its exit code', async () => {
    const input = Buffer.alloc(4_000_000, 'x');
    expect((await git(['-c', 'alias.no=!exit 3', 'no'], { cwd, input, accept: [3] })).code).toBe(3);
  });

  const failing = (script: string) => git(['-c', `alias.x=!${script}`, 'x'], { cwd });

  test('fails with the arguments, the code and what it said', async () => {
    const error = await failing('echo some reason >&2; exit 7').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GitError);
    expect(error).toMatchObject({
      kind: 'failed',
      code: 7,
      stderr: 'some reason\n',
      args: expect.arrayContaining(['x']),
    });
    expect(String(error)).toContain('some reason');
  });

  test('says what the user must hear', async () => {
    const told = (work: () => Promise<unknown>) =>
      explained('taking snapshot a/1', work).catch((reason: unknown) => reason);
    expect(await told(() => failing('echo "fatal: write error: No space left on device" >&2; exit 128'))).toMatchObject(
      {
        name: 'WorkspaceError',
        code: 'disk-full',
        message: 'No space left while taking snapshot a/1. Free some disk space and resume.',
      },
    );
    expect(await told(() => git(['version'], { cwd, env: { PATH: '/nowhere' } }))).toMatchObject({
      code: 'git-missing',
    });
    expect(await told(() => git(['version'], { cwd: join(cwd, 'no/such/folder') }))).toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('no such folder'),
    });
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    expect(await told(() => Promise.reject(full))).toMatchObject({ code: 'disk-full', cause: full });
  });

  test('is ended by its signal', async () => {
    const controller = new AbortController();
    const options = { cwd, signal: controller.signal };
    const child = startGit(['cat-file', '--batch'], options);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.once('error', () => {});
    const running = git(['cat-file', '--batch'], options).catch((reason: unknown) => reason);
    controller.abort();
    expect(await running).toMatchObject({ kind: expect.stringMatching(/cancelled|failed/) });
    await closed;
    expect(child.killed).toBe(true);
  });
});
