import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type Scratch, scratch } from '../../test/support/scratch-workspace.ts';
import { treeListing } from '../testing/tree-listing.ts';
import { locateWorkspace } from './locate.ts';

let given: Scratch;
afterEach(() => given.remove());

/** Everything in the repository, file by file: not one byte may change. */
function repository(): string[] {
  const gitDir = join(given.root, '.git');
  const status = given.git('--no-optional-locks', 'status', '--porcelain=v2', '--branch');
  const hash = createHash('sha1')
    .update(readFileSync(join(gitDir, 'index')))
    .digest('hex');
  return [...treeListing(gitDir), hash, status, given.git('stash', 'list')];
}

describe('the user’s repository', () => {
  test('is left alone: index, HEAD, branches, stash, and no hook runs', async () => {
    given = scratch();
    given.put('tracked', 'committed\n');
    given.put('staged', 'old\n');
    given.git('add', '.');
    given.git('commit', '-qm', 'first');
    given.git('branch', 'other');
    given.put('tracked', 'stashed\n');
    given.git('stash');
    given.put('staged', 'staged\n');
    given.git('add', 'staged');
    given.put('staged', 'staged, then changed\n');
    given.put('untracked', 'untracked\n');
    const alarm = join(given.folder, 'hook-ran');
    const script = `#!/bin/sh\ntouch '${alarm}'\n`;
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit', 'post-checkout', 'post-commit']) {
      given.put(`.git/hooks/${hook}`, script, 0o755);
    }
    given.put('fsmonitor', script, 0o755);
    given.git('status');
    rmSync(alarm, { force: true });
    given.git('config', 'core.fsmonitor', join(given.root, 'fsmonitor'));
    const before = repository();
    rmSync(alarm, { force: true });

    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    await workspace.protectHistory('loop-1', 'start');
    given.put('tracked', 'changed\n');
    rmSync(join(given.root, 'untracked'));
    await workspace.snapshot('loop-1/1', zero.commit);
    await workspace.restore(zero.commit);

    expect(existsSync(alarm)).toBe(false);
    expect(given.read('untracked')).toBe('untracked\n');
    expect(given.read('staged')).toBe('staged, then changed\n');
    expect(repository()).toEqual(before);
    expect(zero.head).toEqual({ branch: 'main', commit: given.git('rev-parse', 'HEAD').trim() });
  });

  test('may have no commit yet', async () => {
    given = scratch();
    given.put('a');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.head).toEqual({ branch: 'main', commit: null });
    given.put('a', 'changed\n');
    given.git('add', '.');
    given.git('commit', '-qm', 'by the agent');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(one.head?.commit).toBe(given.git('rev-parse', 'HEAD').trim());
    await workspace.restore(zero.commit);
    expect(given.read('a')).toBe('a\n');
  });

  test('may be destroyed by the agent: snapshots still work', async () => {
    given = scratch();
    given.put('a');
    given.git('add', '.');
    given.git('commit', '-qm', 'first');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    rmSync(join(given.root, '.git'), { recursive: true });
    given.put('a', 'changed\n');
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    expect(one.head).toBeNull();
    expect(one.notes.join()).toContain('cannot be read');
    expect((await workspace.protectHistory('loop-1', 'one')).note).toContain('cannot be read');
    expect((await workspace.restore(zero.commit)).extraneous).toBe(1);
    const again = await given.open();
    expect((await again.restore(one.commit)).extraneous).toBe(1);
  });

  test('may be broken: a new process continues and says so', async () => {
    given = scratch();
    given.put('a');
    given.put('.git/config', '[core\n');
    const workspace = await given.open();
    expect((await workspace.snapshot('loop-1/0', null)).notes.join()).toContain('git cannot read');
    expect(await workspace.protectHistory('loop-1', 'start')).toMatchObject({ copied: false, note: expect.anything() });
  });

  test('is snapshotted whole from a subfolder, and a detached HEAD is reported', async () => {
    given = scratch();
    given.put('top');
    given.put('packages/a/file');
    given.git('add', '.');
    given.git('commit', '-qm', 'first');
    given.git('checkout', '-q', '--detach');
    const located = await locateWorkspace(join(given.root, 'packages/a'));
    expect(located).toMatchObject({ root: given.root, cwd: join(given.root, 'packages/a') });
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.head).toMatchObject({ branch: null, commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect((await workspace.fileAt(zero.commit, 'top'))?.toString()).toBe('top\n');
  });

  test('may be a linked worktree', async () => {
    given = scratch();
    given.put('a');
    given.git('add', '.');
    given.git('commit', '-qm', 'first');
    const worktree = join(given.folder, 'worktree');
    given.git('worktree', 'add', '-q', '-b', 'side', worktree);
    const linked = { ...given, root: worktree };
    const { openWorkspace } = await import('./git-workspace.ts');
    const workspace = await openWorkspace({ shadow: given.shadow, root: linked.root, loop: 'loop-1' });
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.head?.branch).toBe('side');
    writeFileSync(join(worktree, 'a'), 'changed\n');
    expect((await workspace.restore(zero.commit)).extraneous).toBe(1);
    expect(readFileSync(join(worktree, '.git'), 'utf8')).toContain('gitdir:');
    expect(given.read('a')).toBe('a\n');
  });

  test('may use SHA-256', async () => {
    given = scratch('git', '--object-format=sha256');
    given.put('a');
    given.git('add', '.');
    given.git('commit', '-qm', 'first');
    given.git('init', '-q', 'nested');
    given.put('nested/inside');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.tree).toMatch(/^[0-9a-f]{64}$/);
    expect((await workspace.fileAt(zero.commit, 'nested/inside'))?.toString()).toBe('nested/inside\n');
    expect((await workspace.protectHistory('loop-1', 'start')).copied).toBe(true);
    given.put('a', 'changed\n');
    expect((await workspace.restore(zero.commit)).extraneous).toBe(1);
  });

  test('may convert line endings and filter files: snapshots hold the bytes that are there', async () => {
    given = scratch();
    given.put(
      '.gitattributes',
      '*.bin filter=lfs diff=lfs merge=lfs -text\n*.txt text eol=crlf ident\n*.u working-tree-encoding=UTF-16\n* -diff\n',
    );
    given.git('config', 'filter.lfs.clean', 'echo pointer');
    given.git('config', 'filter.lfs.smudge', 'echo smudged');
    given.git('config', 'core.autocrlf', 'true');
    const bytes = Buffer.from('a\r\nb\nc\r\n$Id$\n$Id: 123 $\n');
    for (const name of ['x.bin', 'x.txt', 'x.u', 'x']) given.put(name, bytes);
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    for (const name of ['x.bin', 'x.txt', 'x.u', 'x']) {
      expect(await workspace.fileAt(zero.commit, name)).toEqual(bytes);
      given.put(name, 'changed\n');
    }
    const one = await workspace.snapshot('loop-1/1', zero.commit);
    // `* -diff` does not hide the lines from those who count.
    expect(await workspace.changes(zero.commit, one.commit)).toMatchObject({ insertions: 4, deletions: 20 });
    await workspace.restore(zero.commit);
    for (const name of ['x.bin', 'x.txt', 'x.u', 'x']) expect(readFileSync(join(given.root, name))).toEqual(bytes);
  });

  test('may not exist, and may be created later', async () => {
    given = scratch('plain');
    given.put('a');
    given.put('node_modules/dep/index.js');
    const workspace = await given.open();
    const zero = await workspace.snapshot('loop-1/0', null);
    expect(zero.head).toBeNull();
    given.git('init', '-q');
    given.put('a', 'changed\n');
    given.git('add', '.');
    given.git('commit', '-qm', 'by the agent');
    const again = await given.open();
    const one = await again.snapshot('loop-1/1', zero.commit);
    expect((await again.changes(zero.commit, one.commit)).paths).toEqual(['a']);
    await again.restore(zero.commit);
    expect(given.read('a')).toBe('a\n');
    expect(given.read('node_modules/dep/index.js')).toBe('node_modules/dep/index.js\n');
    expect(existsSync(join(given.root, '.git/HEAD'))).toBe(true);
  });
});
