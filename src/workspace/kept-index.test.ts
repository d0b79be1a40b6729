import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../../test/support/project.ts';
import { openWorkspace } from './index.ts';

async function repository(empty = false) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-index-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'project');
  git(base, 'init', '-q', root);
  const put = (path: string, text: string) => writeFileSync(join(root, path), text);
  put('a.txt', 'a\n');
  if (!empty) {
    git(root, 'add', '-A');
    git(root, 'commit', '-q', '-m', 'start');
  }
  const workspace = await openWorkspace({ shadow: join(base, 'shadow.git'), root, loop: 'l' });
  return { root, put, workspace, kept: join(base, 'kept'), status: () => git(root, 'status', '--porcelain') };
}

test('an index that git only looked at is the same', async () => {
  const { root, put, workspace, kept } = await repository();
  expect(await workspace.keepIndex(kept)).toBe(true);
  put('a.txt', 'a\n');
  git(root, 'update-index', '--refresh');
  git(root, 'status');
  expect(await workspace.indexSince(kept)).toEqual([]);
});

test('what an agent staged without a commit is put back, unless somebody staged more since', async () => {
  const { root, put, workspace, kept, status } = await repository();
  await workspace.keepIndex(kept);
  put('a.txt', 'b\n');
  git(root, 'add', 'a.txt');
  const moved = await workspace.indexSince(kept);
  expect(moved).toMatchObject([{ name: 'index' }]);
  put('mine.txt', '');
  git(root, 'add', 'mine.txt');
  expect(await workspace.moveBack(moved, kept)).toEqual(['the index stays as it is: it was changed again since']);
  git(root, 'rm', '-q', '--cached', 'mine.txt');
  expect(await workspace.moveBack(moved, kept)).toEqual([]);
  expect(status()).toBe(' M a.txt\n?? mine.txt\n');
});

test('where there was no index there is none again', async () => {
  const { root, workspace, kept, status } = await repository(true);
  expect(await workspace.keepIndex(kept)).toBe(false);
  git(root, 'add', 'a.txt');
  const moved = await workspace.indexSince(kept);
  expect(moved).toMatchObject([{ name: 'index', from: null }]);
  await workspace.moveBack(moved, kept);
  expect(status()).toBe('?? a.txt\n');
});

test('a stash where there was none goes, and all that were there come back', async () => {
  const { root, put, workspace, kept } = await repository();
  const stash = (name: string) => {
    put('a.txt', name);
    git(root, 'stash', 'push', '-q', '-m', name);
  };
  const moveFrom = async (before: Record<string, string>) => {
    const now = await workspace.branches();
    const name = 'refs/stash';
    return workspace.moveBack([{ name, from: before[name] ?? null, to: now[name] ?? null }], kept);
  };
  const none = await workspace.branches();
  await workspace.keepIndex(kept);
  stash('of the agent');
  expect(await moveFrom(none)).toEqual([]);
  expect(git(root, 'stash', 'list')).toBe('');

  stash('older');
  stash('newer');
  const list = git(root, 'stash', 'list');
  const two = await workspace.branches();
  await workspace.keepIndex(kept);
  for (const harm of [['drop', '-q', 'stash@{1}'], ['clear']]) {
    git(root, 'stash', ...harm);
    expect(await moveFrom(two)).toEqual([]);
    expect(git(root, 'stash', 'list')).toBe(list);
  }
});
