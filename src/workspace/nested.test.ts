import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch, userEnvironment } from '../../test/support/scratch-workspace.ts';
import type { GitWorkspace } from './git-workspace.ts';

let given: Scratch;
let workspace: GitWorkspace;
beforeEach(async () => {
  given = scratch();
  given.put('a');
  workspace = await given.open();
});
afterEach(() => given.remove());

describe('repositories within the workspace are plain folders to a snapshot', () => {
  for (const commits of [0, 1]) {
    test(`nested ones with ${commits} commits, and one in the other`, async () => {
      for (const nested of ['nested', 'nested/deep/inner']) {
        given.put(`${nested}/file`);
        given.git('init', '-q', nested);
        if (commits > 0) {
          given.git('-C', nested, 'add', 'file');
          given.git('-C', nested, 'commit', '-qm', 'inner');
        }
      }
      mkdirSync(join(given.root, 'barren'));
      given.git('init', '-q', 'barren');
      const zero = await workspace.snapshot('loop-1/0', null);
      const before = given.listing();
      expect((await workspace.snapshot('loop-1/1', zero.commit)).tree).toBe(zero.tree);
      given.put('nested/file', 'changed\n');
      given.put('nested/new');
      rmSync(join(given.root, 'nested/deep/inner/file'));
      const two = await workspace.snapshot('loop-1/2', zero.commit);
      expect((await workspace.changes(zero.commit, two.commit)).paths).toEqual([
        'nested/deep/inner/file',
        'nested/file',
        'nested/new',
      ]);
      await workspace.restore(zero.commit);
      expect(given.listing()).toEqual(before);
      for (const nested of ['nested', 'nested/deep/inner', 'barren']) {
        expect(existsSync(join(given.root, nested, '.git/HEAD'))).toBe(true);
      }
    });
  }

  test('submodules, with what is changed in them', async () => {
    const library = join(given.folder, 'library');
    mkdirSync(library);
    const inLibrary = (...args: string[]) =>
      execFileSync('git', args, { cwd: library, env: userEnvironment(given.folder) });
    inLibrary('init', '-q');
    writeFileSync(join(library, 'lib.ts'), 'library\n');
    inLibrary('add', '.');
    inLibrary('commit', '-qm', 'library');
    given.git('submodule', '--quiet', 'add', library, 'vendor/library');
    given.git('commit', '-qam', 'with a submodule');
    const zero = await workspace.snapshot('loop-1/0', null);
    expect((await workspace.fileAt(zero.commit, 'vendor/library/lib.ts'))?.toString()).toBe('library\n');
    expect(await workspace.fileAt(zero.commit, 'vendor/library/.git')).toBeNull();
    given.put('vendor/library/lib.ts', 'changed\n');
    await workspace.restore(zero.commit);
    expect(given.read('vendor/library/lib.ts')).toBe('library\n');
    expect(given.git('submodule', 'status')).toMatch(/^ /);
    // A submodule can itself be the workspace.
    const { locateWorkspace } = await import('./locate.ts');
    const inner = await locateWorkspace(join(given.root, 'vendor/library'));
    expect(inner.root).toBe(join(given.root, 'vendor/library'));
    expect(inner.git?.gitDir).toBe(join(given.root, '.git/modules/vendor/library'));
  });

  test('a restore removes one that the agent cloned, except its .git', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    given.put('cloned/file');
    given.git('init', '-q', 'cloned');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    await workspace.restore(zero.commit);
    expect(given.listing()).toHaveLength(1);
    expect(existsSync(join(given.root, 'cloned/.git/HEAD'))).toBe(true);
    await workspace.restore(one.commit);
    expect(given.read('cloned/file')).toBe('cloned/file\n');
  });

  test('one in the place of a file is moved aside', async () => {
    const zero = await workspace.snapshot('loop-1/0', null);
    rmSync(join(given.root, 'a'));
    given.put('a/file');
    given.git('init', '-q', 'a');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect((await workspace.changes(zero.commit, one.commit)).paths).toEqual(['a', 'a/file']);
    const restored = await workspace.restore(zero.commit);
    expect(given.read('a')).toBe('a\n');
    const aside = /moved to (\S+), .*: a\/\.git$/.exec(restored.notes.join('\n'))?.[1] ?? '';
    expect(readFileSync(join(given.root, aside, 'HEAD'), 'utf8')).toContain('ref:');
    expect((await workspace.restore(zero.commit)).extraneous).toBe(0);
  });
});
