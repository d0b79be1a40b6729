import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../../test/support/project.ts';
import { openGitBackup } from './git-backup.ts';
import { openWorkspace } from './git-workspace.ts';

function repository() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-backup-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'project');
  git(base, 'init', '-q', root);
  writeFileSync(join(root, 'a.txt'), 'a\n');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'start');
  git(root, 'gc', '-q');
  git(root, 'branch', 'side');
  git(root, 'config', 'my.own', 'word');
  writeFileSync(join(root, 'staged.txt'), 's\n');
  git(root, 'add', 'staged.txt');
  const describeState = () => [
    git(root, 'show-ref', '--head'),
    git(root, 'status', '--porcelain'),
    git(root, 'config', 'my.own'),
  ];
  return { base, root, describeState, backup: openGitBackup(root, join(base, 'backup')) };
}

const harms = [
  ['is deleted', 'rm -rf .git', 'your .git was deleted and has been put back'],
  ['is carried off', 'mv .git ../stolen', 'your .git was deleted and has been put back'],
  ['is created again', 'rm -rf .git && git init -q', 'your .git was destroyed or replaced'],
  ['has lost its HEAD', 'rm .git/HEAD', 'your .git was destroyed or replaced'],
  ['has lost its objects', 'rm -rf .git/objects', 'your .git was destroyed or replaced'],
  ['is a file', 'rm -rf .git && echo x > .git', 'your .git was destroyed or replaced'],
] as const;

test.each(harms)('a repository that %s is restored', async (_, harm, note) => {
  const { root, describeState, backup } = repository();
  const before = describeState();
  expect(await backup.save()).toBeNull();
  execFileSync('sh', ['-c', harm], { cwd: root });
  expect(await backup.restore()).toContain(note);
  expect(describeState()).toEqual(before);
  expect(git(root, 'fsck', '--strict')).not.toContain('missing');
  const aside = join(root, '.jumar/aside');
  const left = existsSync(aside) ? readdirSync(aside).filter((name) => name !== '.gitignore') : [];
  expect(left).toHaveLength(note.includes('deleted') ? 0 : 1);
  // And once more: what is put back does not use the copy up.
  execFileSync('sh', ['-c', 'rm -rf .git'], { cwd: root });
  expect(await backup.restore()).toContain('put back');
  expect(describeState()).toEqual(before);
});

test('allowed changes to a repository stay', async () => {
  const { root, backup } = repository();
  await backup.save();
  git(root, 'commit', '-q', '-m', 'more');
  git(root, 'branch', '-D', 'side');
  git(root, 'gc', '-q', '--prune=now');
  expect(await backup.restore()).toBeNull();
  expect(git(root, 'log', '--format=%s')).toBe('more\nstart\n');
});

test('the copy is updated, and without one nothing happens', async () => {
  const { base, root, describeState, backup } = repository();
  await backup.save();
  git(root, 'commit', '-q', '-m', 'more');
  git(root, 'gc', '-q', '--prune=now');
  await backup.save();
  const before = describeState();
  rmSync(join(root, '.git'), { recursive: true });
  await backup.restore();
  expect(describeState()).toEqual(before);

  const none = openGitBackup(root, join(base, 'none'));
  rmSync(join(root, '.git'), { recursive: true });
  expect(await none.restore()).toBeNull();
  expect(await none.save()).toBeNull();
});

test('in a linked worktree the .git file is restored', async () => {
  const { base, root } = repository();
  const linked = join(base, 'linked');
  git(root, 'worktree', 'add', '-q', linked, 'side');
  const before = readFileSync(join(linked, '.git'), 'utf8');
  const backup = openGitBackup(linked, join(base, 'backup-linked'));
  await backup.save();
  rmSync(join(linked, '.git'));
  expect(await backup.restore()).toContain('put back');
  expect(readFileSync(join(linked, '.git'), 'utf8')).toBe(before);
});

test('if it cannot be restored, moving references back reports that and does not fail', async () => {
  const { base, root } = repository();
  const workspace = await openWorkspace({ shadow: join(base, 'shadow.git'), root, loop: 'l' });
  const savedIndex = join(base, 'saved-index');
  await workspace.saveIndex(savedIndex);
  rmSync(join(root, '.git'), { recursive: true });
  const moved = [{ name: 'HEAD', from: 'ref: refs/heads/main', to: null }];
  expect(await workspace.moveBack(moved, savedIndex)).toEqual([expect.stringContaining('nothing could be moved back')]);
});
