import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withContext } from '../workspace/errors.ts';
import { GitError, type GitOptions, git, startGit } from './git.ts';

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

  test('may exit before it has read its input: its exit code counts', async () => {
    const input = Buffer.alloc(4_000_000, 'x');
    expect((await git(['-c', 'alias.no=!exit 3', 'no'], { cwd, input, accept: [3] })).code).toBe(3);
  });

  const failing = (script: string) => git(['-c', `alias.x=!${script}`, 'x'], { cwd });

  test('fails with the arguments, the code and what it said', async () => {
    const error = await failing('echo some reason >&2; exit 7').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GitError);
    expect(error).toMatchObject({
      code: 'git-failed',
      exitCode: 7,
      stderr: 'some reason\n',
      args: expect.arrayContaining(['x']),
    });
    expect(String(error)).toContain('some reason');
  });

  test('reports what the user needs to know', async () => {
    const output = (work: () => Promise<unknown>) =>
      withContext('taking snapshot a/1', work).catch((reason: unknown) => reason);
    expect(
      await output(() => failing('echo "fatal: write error: No space left on device" >&2; exit 128')),
    ).toMatchObject({
      name: 'WorkspaceError',
      code: 'disk-full',
      message: 'No space left while taking snapshot a/1. Free some disk space and resume.',
    });
    expect(await output(() => git(['version'], { cwd, env: { PATH: '/nowhere' } }))).toMatchObject({
      code: 'git-missing',
    });
    expect(await output(() => git(['version'], { cwd: join(cwd, 'no/such/folder') }))).toMatchObject({
      code: 'git-failed',
      message: expect.stringContaining('no such folder'),
    });
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    expect(await output(() => Promise.reject(full))).toMatchObject({ code: 'disk-full', cause: full });
  });

  test('fails on too much output', async () => {
    const options = { cwd, maxBytes: 1000 };
    const yes = git(['-c', 'alias.yes=!yes', 'yes'], options).catch((reason: unknown) => reason);
    expect(await yes).toMatchObject({ code: 'git-failed', exitCode: null });
    expect((await git(['-c', 'alias.few=!echo few', 'few'], options)).stdout.toString()).toBe('few\n');
  });

  test('fetches, or uses the user’s settings, only on request', async () => {
    const output = async (options: Partial<GitOptions>) =>
      (await git(['-c', 'alias.environment=!env', 'environment'], { cwd, ...options })).stdout.toString();
    expect(await output({})).toMatch(/^GIT_ALLOW_PROTOCOL=none$/m);
    expect(await output({ mayFetch: true })).toMatch(/^GIT_ALLOW_PROTOCOL=file:git:http:https:ssh$/m);
    const own = await output({ asUser: true });
    expect(own).not.toMatch(/^GIT_(?:ALLOW_PROTOCOL|TERMINAL_PROMPT|AUTHOR_NAME|CONFIG_GLOBAL)=/m);
    expect(own).not.toContain('core.hooksPath');
  });

  test('is ended by its signal', async () => {
    const controller = new AbortController();
    const options = { cwd, signal: controller.signal };
    const child = startGit(['cat-file', '--batch'], options);
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.once('error', () => {});
    const running = git(['cat-file', '--batch'], options).catch((reason: unknown) => reason);
    controller.abort();
    expect(await running).toMatchObject({ code: expect.stringMatching(/cancelled|failed/) });
    await closed;
    expect(child.killed).toBe(true);
  });
});
