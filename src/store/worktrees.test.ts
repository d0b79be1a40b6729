import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureProject } from './layout.ts';
import { withWorktrees, worktreesFolder } from './worktrees.ts';

let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'jumar-worktrees-')));
});
afterEach(() => rm(folder, { recursive: true }));

test('a worktree that is gone still belongs to its project, and to no other', async () => {
  const home = join(folder, 'home');
  const [app, other] = await Promise.all(
    ['app', 'other'].map(async (name) => {
      await mkdir(join(folder, name));
      return ensureProject(home, join(folder, name));
    }),
  );
  if (!app || !other) throw new Error('no project');
  const paths = ['b', 'a'].map((name) => join(worktreesFolder(home, app), name));
  for (const path of paths) {
    await mkdir(path, { recursive: true });
    await ensureProject(home, path);
  }
  await rm(paths[0] as string, { recursive: true });
  expect((await withWorktrees(home, app)).map(({ root }) => root)).toEqual([app.root, paths[1], paths[0]]);
  expect(await withWorktrees(home, other)).toEqual([other]);
});
