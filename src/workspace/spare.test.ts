import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { git } from '../../test/support/project.ts';
import { openWorkspace } from './index.ts';
import { openSpare } from './spare.ts';

function repository() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'jumar-spare-')));
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
  const look = () => [
    git(root, 'show-ref', '--head'),
    git(root, 'status', '--porcelain'),
    git(root, 'config', 'my.own'),
  ];
  return { base, root, look, spare: openSpare(root, join(base, 'spare')) };
}

const harms = [
  ['is deleted', 'rm -rf .git', 'your .git was deleted and has been put back'],
  ['is carried off', 'mv .git ../stolen', 'your .git was deleted and has been put back'],
  ['is made anew', 'rm -rf .git && git init -q', 'your .git was destroyed or replaced'],
  ['has lost its HEAD', 'rm .git/HEAD', 'your .git was destroyed or replaced'],
  ['has lost its objects', 'rm -rf .git/objects', 'your .git was destroyed or replaced'],
  ['is a file', 'rm -rf .git && echo x > .git', 'your .git was destroyed or replaced'],
] as const;

test.each(harms)('a repository that %s is put back as it was kept', async (_, harm, told) => {
  const { root, look, spare } = repository();
  const before = look();
  expect(await spare.keep()).toBeNull();
  execFileSync('sh', ['-c', harm], { cwd: root });
  expect(await spare.mend()).toContain(told);
  expect(look()).toEqual(before);
  expect(git(root, 'fsck', '--strict')).not.toContain('missing');
  const aside = join(root, '.jumar/aside');
  const left = existsSync(aside) ? readdirSync(aside).filter((name) => name !== '.gitignore') : [];
  expect(left).toHaveLength(told.includes('deleted') ? 0 : 1);
  // And once more: what is put back does not use the copy up.
  execFileSync('sh', ['-c', 'rm -rf .git'], { cwd: root });
  expect(await spare.mend()).toContain('put back');
  expect(look()).toEqual(before);
});

test('what an agent may do to a repository is left to it', async () => {
  const { root, spare } = repository();
  await spare.keep();
  git(root, 'commit', '-q', '-m', 'more');
  git(root, 'branch', '-D', 'side');
  git(root, 'gc', '-q', '--prune=now');
  expect(await spare.mend()).toBeNull();
  expect(git(root, 'log', '--format=%s')).toBe('more\nstart\n');
});

test('the copy follows, and without one nothing is done', async () => {
  const { base, root, look, spare } = repository();
  await spare.keep();
  git(root, 'commit', '-q', '-m', 'more');
  git(root, 'gc', '-q', '--prune=now');
  await spare.keep();
  const before = look();
  rmSync(join(root, '.git'), { recursive: true });
  await spare.mend();
  expect(look()).toEqual(before);

  const none = openSpare(root, join(base, 'none'));
  rmSync(join(root, '.git'), { recursive: true });
  expect(await none.mend()).toBeNull();
  expect(await none.keep()).toBeNull();
});

test('in a linked worktree it is the way to the repository that comes back', async () => {
  const { base, root } = repository();
  const linked = join(base, 'linked');
  git(root, 'worktree', 'add', '-q', linked, 'side');
  const before = readFileSync(join(linked, '.git'), 'utf8');
  const spare = openSpare(linked, join(base, 'spare-linked'));
  await spare.keep();
  rmSync(join(linked, '.git'));
  expect(await spare.mend()).toContain('put back');
  expect(readFileSync(join(linked, '.git'), 'utf8')).toBe(before);
});

test('where it cannot be had back, moving references back says so and does not fail', async () => {
  const { base, root } = repository();
  const workspace = await openWorkspace({ shadow: join(base, 'shadow.git'), root, loop: 'l' });
  const kept = join(base, 'kept');
  await workspace.keepIndex(kept);
  rmSync(join(root, '.git'), { recursive: true });
  const moved = [{ name: 'HEAD', from: 'ref: refs/heads/main', to: null }];
  expect(await workspace.moveBack(moved, kept)).toEqual([expect.stringContaining('nothing could be moved back')]);
});
