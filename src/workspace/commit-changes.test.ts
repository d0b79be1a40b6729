import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aProject, git, writeFiles } from '../../test/support/project.ts';
import { assertFits, commitChanges } from './commit-changes.ts';
import { openWorkspace } from './git-workspace.ts';

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@localhost',
};
const TEN = Array.from({ length: 10 }, (_, n) => `line ${n}\n`).join('');
const edited = (text: string, line: number) => text.replace(`line ${line}\n`, `changed ${line}\n`);

/** The uncommitted edits before the loop, the loop's changes, and the commit options. */
async function committed(before: (root: string) => void, loop: (root: string) => void, start = {}) {
  const { project: root, home } = aProject({ 'a.txt': TEN, 'gone.txt': 'gone\n', ...start });
  before(root);
  const workspace = await openWorkspace({ shadow: join(home, 'shadow'), root, loop: 'l' });
  const first = await workspace.snapshot('l/0', null);
  loop(root);
  const second = await workspace.snapshot('l/1', first.commit);
  const started = git(root, 'rev-parse', 'HEAD').trim();
  const entries = await workspace.entries(first.commit, second.commit);
  const changes = { entries, started, read: workspace.blob };
  const status = git(root, 'status', '--porcelain');
  const commit = async (branch: string | null = 'made') => (await commitWith(branch)).commit;
  const commitWith = (branch: string | null) =>
    commitChanges({ root, changes, message: (tree) => `of ${tree}\n`, branch, identity });
  return { root, home, changes, status, commit, commitWith };
}

describe('what a loop changed, as a commit', () => {
  test('leaves an uncommitted edit alone, and is complete without the snapshots', async () => {
    const { root, home, status, commit } = await committed(
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 4) }),
      (at) => {
        writeFiles(at, { 'a.txt': edited(edited(TEN, 4), 5), 'new/b.bin': '\0\x01' });
        rmSync(join(at, 'gone.txt'));
      },
    );
    const made = await commit();
    rmSync(home, { recursive: true });
    expect(git(root, 'show', `${made}:a.txt`)).toBe(edited(TEN, 5));
    expect(git(root, 'show', '--name-status', '--format=', made)).toBe('M\ta.txt\nD\tgone.txt\nA\tnew/b.bin\n');
    expect(git(root, 'fsck', '--full', '--strict', '--connectivity-only')).not.toContain('missing');
    expect(git(root, 'status', '--porcelain')).toBe(status);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe(edited(edited(TEN, 4), 5));
  });

  test('on the current branch, with the edit still uncommitted', async () => {
    const { root, commit } = await committed(
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 4) }),
      (at) => writeFiles(at, { 'a.txt': edited(edited(TEN, 4), 6) }),
    );
    await commit(null);
    expect(git(root, 'show', 'HEAD:a.txt')).toBe(edited(TEN, 6));
    expect(git(root, 'diff', '-U0', 'HEAD')).toContain('-line 4\n+changed 4\n');
    expect(git(root, 'diff', '--cached')).toBe('');
  });

  test('keeps staged changes of the same file staged, and others unstaged', async () => {
    const { root, commitWith } = await committed(
      (at) => {
        writeFiles(at, { 'a.txt': edited(TEN, 1) });
        git(at, 'add', 'a.txt');
        writeFiles(at, { 'a.txt': edited(edited(TEN, 1), 8) });
      },
      (at) => writeFiles(at, { 'a.txt': edited(edited(edited(TEN, 1), 8), 5) }),
    );
    expect(await commitWith(null)).toMatchObject({ unstaged: [] });
    expect(git(root, 'show', 'HEAD:a.txt')).toBe(edited(TEN, 5));
    expect(git(root, 'show', ':a.txt')).toBe(edited(edited(TEN, 5), 1));
    expect(git(root, 'diff', '-U0')).toContain('-line 8\n+changed 8\n');
  });

  test('names what cannot stay staged and leaves it in the working tree', async () => {
    const { root, commitWith } = await committed(
      (at) => {
        git(at, 'rm', '-q', '--cached', 'gone.txt');
      },
      (at) => writeFiles(at, { 'gone.txt': 'back\n' }),
    );
    expect(await commitWith(null)).toMatchObject({ unstaged: ['gone.txt'] });
    expect(git(root, 'diff', '--cached')).toBe('');
    expect(readFileSync(join(root, 'gone.txt'), 'utf8')).toBe('back\n');
  });

  test.each<[string, (root: string) => void, (root: string) => void, string]>([
    [
      'an edit of the same line',
      (at) => writeFiles(at, { 'a.txt': TEN.replace('line 4', 'mine') }),
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 4) }),
      'a.txt has other changes in the same lines',
    ],
    [
      'a file that was never committed',
      (at) => writeFiles(at, { 'mine.txt': 'mine\n' }),
      (at) => writeFiles(at, { 'mine.txt': 'mine, mended\n' }),
      'mine.txt is not committed on HEAD',
    ],
    [
      'an edited file that the loop deleted',
      (at) => writeFiles(at, { 'gone.txt': 'edited\n' }),
      (at) => rmSync(join(at, 'gone.txt')),
      'gone.txt differs on HEAD, and the loop deleted it',
    ],
  ])('is rejected if it cannot be separated from %s', async (_, before, loop, says) => {
    const { root, changes, commit } = await committed(before, loop);
    const objects = git(root, 'count-objects');
    await expect(assertFits(root, changes)).rejects.toThrow(says);
    expect(git(root, 'count-objects')).toBe(objects);
    await expect(commit()).rejects.toMatchObject({ code: 'does-not-fit', message: expect.stringContaining(says) });
    expect(git(root, 'branch', '--list', 'made')).toBe('');
  });

  test('keeps modes, links, and a file that became a folder', async () => {
    const { root, commit } = await committed(
      () => {},
      (at) => {
        chmodSync(join(at, 'a.txt'), 0o755);
        symlinkSync('a.txt', join(at, 'link'));
        rmSync(join(at, 'gone.txt'));
        writeFiles(at, { 'gone.txt/inside': 'x\n' });
      },
    );
    const rows = git(root, 'ls-tree', '-r', await commit())
      .trim()
      .split('\n');
    expect(rows.map((row) => row.replace(/ blob \S+\t/, ' '))).toEqual([
      '100755 a.txt',
      '100644 gone.txt/inside',
      '120000 link',
    ]);
  });

  test('goes through the filters of the repository', async () => {
    const { root, commit } = await committed(
      (at) => writeFiles(at, { 'a.txt': TEN.replaceAll('\n', '\r\n') }),
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 3).replaceAll('\n', '\r\n') }),
      { '.gitattributes': '*.txt text eol=crlf\n' },
    );
    expect(git(root, 'show', `${await commit()}:a.txt`)).toBe(edited(TEN, 3));
  });

  test('is rejected if HEAD already has it', async () => {
    const { root, commit } = await committed(
      () => {},
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 3) }),
    );
    git(root, 'commit', '-qam', 'by hand');
    await expect(commit()).rejects.toThrow('HEAD already contains these changes');
  });
});

describe('the author', () => {
  test.each<[string, Record<string, string>, string[], string]>([
    [
      'is the one that git is configured with',
      {},
      ['user.name=Ada', 'user.email=ada@localhost'],
      'Ada <ada@localhost>, Ada',
    ],
    ['is the one of the environment', identity, ['user.name=Ada', 'user.email=ada@localhost'], 'A <a@localhost>, A'],
    ['is Jumar if nobody is named', {}, [], 'jumar <jumar@localhost>, jumar'],
  ])('%s', async (_, from, settings, names) => {
    const { root, changes } = await committed(
      () => {},
      (at) => writeFiles(at, { 'a.txt': edited(TEN, 4) }),
    );
    for (const setting of settings) git(root, 'config', ...setting.split('='));
    const options = { root, changes, message: () => 'm\n', branch: 'made', identity: from };
    const { commit } = await withoutUserConfig(root, () => commitChanges(options));
    expect(git(root, 'log', '-1', '--format=%an <%ae>, %cn', commit).trim()).toBe(names);
  });
});

/** The person who runs these tests may have an identity. */
async function withoutUserConfig<T>(home: string, work: () => Promise<T>): Promise<T> {
  const before = { HOME: process.env.HOME, XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME };
  Object.assign(process.env, { HOME: home, XDG_CONFIG_HOME: home });
  try {
    return await work();
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
