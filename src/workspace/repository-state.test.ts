import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { git, temporaryFolder } from '../../test/support/project.ts';
import { repositoryState } from './repository-state.ts';

let root: string;
let gitDir: string;
beforeEach(() => {
  root = temporaryFolder();
  gitDir = join(root, '.git');
  git(root, 'init', '-q', '--template=');
  writeFileSync(join(root, 'a.txt'), 'one\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'start');
});
const state = () => repositoryState({ gitDir, commonDir: gitDir });

describe('the state of a repository', () => {
  test('stays the same while nobody moves a reference', () => {
    const before = state();
    writeFileSync(join(root, 'a.txt'), 'two\n');
    git(root, 'status');
    expect(before).not.toBe(null);
    expect(state()).toBe(before);
  });

  test.each([
    ['a commit', () => git(root, 'commit', '-q', '--allow-empty', '-m', 'more')],
    ['a new branch', () => git(root, 'branch', 'other')],
    ['another branch', () => git(root, 'symbolic-ref', 'HEAD', 'refs/heads/elsewhere')],
    ['a detached HEAD', () => git(root, 'checkout', '-q', '--detach')],
    ['a tag', () => git(root, 'tag', 'v1')],
    ['a stash', () => [writeFileSync(join(root, 'a.txt'), 'three\n'), git(root, 'stash', '-q')]],
    ['packed references', () => git(root, 'pack-refs', '--all')],
    ['a setting', () => git(root, 'config', 'core.bare', 'false')],
    ['objects that are gone', () => rmSync(join(gitDir, 'objects'), { recursive: true })],
  ])('is another one after %s', (_, move) => {
    const before = state();
    move();
    expect(state()).not.toBe(before);
  });

  test('is unknown for a repository that is gone', () => {
    rmSync(gitDir, { recursive: true });
    expect(state()).toBe(null);
  });

  test('of a linked working tree has its own HEAD', () => {
    git(root, 'worktree', 'add', '-q', '-b', 'linked', join(root, 'linked'));
    const linked = () => repositoryState({ gitDir: join(gitDir, 'worktrees/linked'), commonDir: gitDir });
    const before = linked();
    expect(before).not.toBe(state());
    appendFileSync(join(root, 'linked/a.txt'), 'more\n');
    git(join(root, 'linked'), 'commit', '-qam', 'linked');
    expect(linked()).not.toBe(before);
  });
});
