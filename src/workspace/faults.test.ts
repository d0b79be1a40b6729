import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { makeAside } from './aside.ts';
import { commitChanges } from './commit-changes.ts';

let given: Scratch;
afterEach(() => given.remove());

const shadowGit = (...args: string[]) =>
  execFileSync('git', ['--git-dir', given.shadow, ...args], { stdio: 'pipe' })
    .toString()
    .trim();

/** What a power cut leaves: the times and the size that the index knows, and other content. */
function zeroed(path: string): void {
  shadowGit('config', 'core.trustctime', 'false');
  shadowGit('config', 'core.checkStat', 'minimal');
  const { size, atime, mtime } = lstatSync(join(given.root, path));
  writeFileSync(join(given.root, path), Buffer.alloc(size));
  utimesSync(join(given.root, path), atime, mtime);
}

describe('the index of the shadow repository', () => {
  for (const [what, mark] of [
    [
      'the machine was started again',
      (boot: string) => `${boot.replace(/^./, (one) => (one === '0' ? '1' : '0'))} clean`,
    ],
    ['the process that used it last was killed', (boot: string) => `${boot} 1`],
  ] as const) {
    test(`is not believed if ${what}`, async () => {
      given = scratch();
      given.put('a.txt', 'precious\n');
      utimesSync(join(given.root, 'a.txt'), 1_000_000, 1_000_000);
      const zero = await (await given.open()).snapshot('loop-1/0', null);
      zeroed('a.txt');
      expect((await (await given.open()).snapshot('loop-1/1', zero.commit)).tree, 'the index is believed').toBe(
        zero.tree,
      );
      const file = join(given.shadow, 'index-user');
      writeFileSync(file, mark(readFileSync(file, 'utf8').split(' ')[0] as string));
      const next = await given.open();
      expect((await next.snapshot('loop-1/2', zero.commit)).tree).not.toBe(zero.tree);
      expect(await next.restore(zero.commit)).toMatchObject({ extraneous: 1 });
      expect(given.read('a.txt')).toBe('precious\n');
    });
  }

  test('is made again if it names content that a full disk did not take', async () => {
    given = scratch();
    given.put('.gitignore', 'kept\n');
    given.put('kept', 'ignored and tracked\n');
    given.git('add', '-f', 'kept');
    given.put('a.txt', 'content that gets lost\n');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    const blob = shadowGit('rev-parse', `${zero.commit}:a.txt`);
    rmSync(join(given.shadow, 'objects', blob.slice(0, 2), blob.slice(2)));
    given.put('b.txt');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(await workspace.paths(one.commit)).toEqual(['.gitignore', 'a.txt', 'b.txt', 'kept']);
    rmSync(join(given.root, 'a.txt'));
    await workspace.restore(one.commit);
    expect(given.read('a.txt')).toBe('content that gets lost\n');
  });
});

test('nothing is written through a link in .jumar/aside', () => {
  given = scratch();
  const precious = join(given.folder, 'precious');
  writeFileSync(precious, 'mine\n');
  given.put('.jumar/aside/other');
  symlinkSync(precious, join(given.root, '.jumar/aside/.gitignore'));
  makeAside(given.root);
  expect(readFileSync(precious, 'utf8')).toBe('mine\n');
  expect(given.read('.jumar/aside/.gitignore')).toBe('*\n');
  expect(lstatSync(join(given.root, '.jumar/aside/.gitignore')).isFile()).toBe(true);
});

test.runIf(process.geteuid?.() === 0)('what could not be read at the baseline is never deleted', async () => {
  given = scratch();
  given.put('a.txt');
  given.put('private.key', 'secret\n', 0o000);
  given.put('closed/inside', 'mine\n');
  chmodSync(join(given.root, 'closed'), 0o000);
  const nobody = 65534;
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, given.folder]);
  process.seteuid?.(nobody);
  try {
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    for (const path of ['private.key', 'closed']) chmodSync(join(given.root, path), 0o755);
    given.put('made.txt');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(await workspace.paths(one.commit)).toEqual(['a.txt', 'made.txt']);
    await workspace.restore(zero.commit);
  } finally {
    process.seteuid?.(0);
  }
  expect([given.read('private.key'), given.read('closed/inside')]).toEqual(['secret\n', 'mine\n']);
  expect(existsSync(join(given.root, 'made.txt'))).toBe(false);
});

test('a file named like a pattern is only itself', async () => {
  given = scratch();
  for (const path of ['[id].tsx', 'i.tsx']) given.put(path, 'one\n');
  given.git('add', '-A');
  given.git('commit', '-qm', 'start');
  const workspace = await given.open();
  const zero = await workspace.snapshot('loop-1/0', null);
  for (const path of ['[id].tsx', 'i.tsx']) given.put(path, 'two\n');
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  expect(await workspace.diffText(zero.commit, one.commit, { stat: true, paths: ['[id].tsx'] })).not.toContain(
    ' i.tsx',
  );
  given.git('add', 'i.tsx');
  const entries = (await workspace.entries(zero.commit, one.commit)).filter(({ path }) => path === '[id].tsx');
  await commitToMain({ entries, workspace });
  expect(given.git('status', '--porcelain')).toBe('M  i.tsx\n');
});

test('a deletion is committed in a repository with SHA-256', async () => {
  given = scratch('git', '--object-format=sha256');
  for (const path of ['a.txt', 'gone.txt']) given.put(path);
  given.git('add', '-A');
  given.git('commit', '-qm', 'start');
  const workspace = await given.open();
  const zero = await workspace.snapshot('loop-1/0', null);
  rmSync(join(given.root, 'gone.txt'));
  const one = await workspace.snapshot('loop-1/1', zero.commit);
  await commitToMain({ entries: await workspace.entries(zero.commit, one.commit), workspace });
  expect(given.git('show', '--name-status', '--format=')).toBe('D\tgone.txt\n');
});

async function commitToMain({
  entries,
  workspace,
}: {
  entries: Parameters<typeof commitChanges>[0]['changes']['entries'];
  workspace: Awaited<ReturnType<Scratch['open']>>;
}) {
  const started = given.git('rev-parse', 'HEAD').trim();
  const identity = {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  const changes = { entries, started, read: workspace.blob };
  await commitChanges({ root: given.root, changes, message: () => 'made\n', branch: null, identity });
}
