import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../../test/support/project.ts';
import { type GitWorkspace, openWorkspace } from './git-workspace.ts';

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
  return { root, put, workspace, saved: join(base, 'saved'), status: () => git(root, 'status', '--porcelain') };
}

test('an index that git only read is unchanged', async () => {
  const { root, put, workspace, saved } = await repository();
  expect(await workspace.saveIndex(saved)).toBe(true);
  put('a.txt', 'a\n');
  git(root, 'update-index', '--refresh');
  git(root, 'status');
  expect(await indexMoves(workspace, saved)).toEqual([]);
});

test('what an agent staged without a commit is put back, unless somebody staged more since', async () => {
  const { root, put, workspace, saved, status } = await repository();
  await workspace.saveIndex(saved);
  put('a.txt', 'b\n');
  git(root, 'add', 'a.txt');
  const moved = await indexMoves(workspace, saved);
  expect(moved).toMatchObject([{ name: 'index' }]);
  put('mine.txt', '');
  git(root, 'add', 'mine.txt');
  expect(await workspace.moveBack(moved, saved)).toEqual(['the index stays as it is: it was changed again since']);
  git(root, 'rm', '-q', '--cached', 'mine.txt');
  expect(await workspace.moveBack(moved, saved)).toEqual([]);
  expect(status()).toBe(' M a.txt\n?? mine.txt\n');
});

test('if there was no index, it is removed again', async () => {
  const { root, workspace, saved, status } = await repository(true);
  expect(await workspace.saveIndex(saved)).toBe(false);
  git(root, 'add', 'a.txt');
  const moved = await indexMoves(workspace, saved);
  expect(moved).toMatchObject([{ name: 'index', from: null }]);
  await workspace.moveBack(moved, saved);
  expect(status()).toBe('?? a.txt\n');
});

test('a new stash is removed, and all earlier ones are restored', async () => {
  const { root, put, workspace, saved } = await repository();
  const stash = (name: string) => {
    put('a.txt', name);
    git(root, 'stash', 'push', '-q', '-m', name);
  };
  const moveFrom = async (before: Record<string, string>) => {
    const now = await workspace.branches();
    const name = 'refs/stash';
    return workspace.moveBack([{ name, from: before[name] ?? null, to: now[name] ?? null }], saved);
  };
  const none = await workspace.branches();
  await workspace.saveIndex(saved);
  stash('of the agent');
  expect(await moveFrom(none)).toEqual([]);
  expect(git(root, 'stash', 'list')).toBe('');

  stash('older');
  stash('newer');
  const list = git(root, 'stash', 'list');
  const two = await workspace.branches();
  await workspace.saveIndex(saved);
  for (const harm of [['drop', '-q', 'stash@{1}'], ['clear']]) {
    git(root, 'stash', ...harm);
    expect(await moveFrom(two)).toEqual([]);
    expect(git(root, 'stash', 'list')).toBe(list);
  }
});

async function indexMoves(workspace: GitWorkspace, savedIndex: string) {
  return (await workspace.agentMoves(await workspace.branches(), { savedIndex, until: Date.now() })).moved;
}
