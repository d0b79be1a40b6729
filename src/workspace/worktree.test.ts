import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { aProject, git, temporaryFolder, writeFiles } from '../../test/support/project.ts';
import { openWorkspace } from './git-workspace.ts';
import { locateWorkspace } from './locate.ts';
import { addWorktree, removeWorktree } from './worktree.ts';

describe('a worktree for a loop', () => {
  test('contains HEAD and the user’s Jumar files, and is removed without a trace', async () => {
    const { project, outside } = aProject({ 'a.txt': 'committed\n', '.jumar/config.yaml': 'a: 1\n' });
    writeFiles(project, {
      'a.txt': 'edited\n',
      'untracked.txt': 'x\n',
      '.jumar/config.yaml': 'a: 2\n',
      '.jumar/loops/mine.yaml': 'name: mine\n',
      '.jumar/loops/old-loop-00000000/result.json': '{}',
      'jumar.config.json': '{}',
    });
    const path = join(outside, 'tree');
    const before = git(project, 'status', '--porcelain');
    expect(await addWorktree(await locateWorkspace(project), path)).toMatchObject({ uncommitted: { length: 3 } });
    const read = (name: string) => readFileSync(join(path, name), 'utf8');
    expect([read('a.txt'), read('.jumar/config.yaml')]).toEqual(['committed\n', 'a: 2\n']);
    expect(['.jumar/loops/mine.yaml', 'jumar.config.json'].map((name) => existsSync(join(path, name)))).toEqual([
      true,
      true,
    ]);
    expect(existsSync(join(path, '.jumar/loops/old-loop-00000000'))).toBe(false);
    await removeWorktree(path);
    expect(existsSync(path)).toBe(false);
    expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
    expect(git(project, 'status', '--porcelain')).toBe(before);
    await removeWorktree(path);
  });

  test('only moves its own HEAD and branch back', async () => {
    const { project, home, outside } = aProject({ 'a.txt': 'a\n' });
    const path = join(outside, 'tree');
    await addWorktree(await locateWorkspace(project), path);
    const workspace = await openWorkspace({ shadow: join(home, 'shadow'), root: path, loop: 'l' });
    expect(Object.keys(await workspace.branches())).toEqual(['HEAD']);
    git(path, 'checkout', '-q', '-b', 'by-the-agent');
    git(project, 'branch', 'by-the-user');
    expect(Object.keys(await workspace.branches())).toEqual(['HEAD', 'refs/heads/by-the-agent']);
  });

  test('needs a repository with a commit', async () => {
    const bare = temporaryFolder();
    await expect(addWorktree(await locateWorkspace(bare), join(bare, 'tree'))).rejects.toThrow(
      'is not a git repository',
    );
    const empty = join(temporaryFolder(), 'empty');
    mkdirSync(empty);
    git(empty, 'init', '-q');
    await expect(addWorktree(await locateWorkspace(empty), join(empty, 'tree'))).rejects.toThrow('has no commit yet');
  });
});
