import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aProject, git, temporaryFolder, writeFiles } from '../../../test/support/project.ts';
import { sanctionUserFile } from '../../system/sanctioned.ts';
import { openLaunchFiles } from './launch-files.ts';

function scene(files: Record<string, string> = {}) {
  const { project, home } = aProject({ 'a.txt': 'a\n', '.gitignore': '.envrc\n.vscode/\n', ...files });
  const user = temporaryFolder();
  const folder = join(home, 'spare-git');
  const launch = openLaunchFiles(
    { root: project, folder, home },
    { gitConfigs: [join(user, '.gitconfig')], others: [join(user, '.config/jumar')] },
  );
  const kept = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.parentPath.includes('undone'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const at = (path: string) => join(project, path);
  return { project, home, user, launch, kept, at, read: (path: string) => readFileSync(at(path), 'utf8') };
}

test('hooks, settings of git, editor and shell files are as before the run, and what was there is kept', async () => {
  const { project, launch, kept, at, read } = scene();
  writeFiles(project, { '.git/hooks/pre-push': 'mine\n', '.envrc': 'mine\n' });
  const config = read('.git/config');
  await launch.save();
  git(project, 'config', 'core.fsmonitor', './evil');
  git(project, 'config', 'alias.st', '!evil');
  writeFiles(project, {
    '.git/hooks/pre-commit': 'evil hook\n',
    '.git/hooks/pre-push': 'evil push\n',
    '.git/info/attributes': '* filter=evil\n',
    '.envrc': 'evil envrc\n',
    '.vscode/tasks.json': 'evil task\n',
  });
  const words = await launch.restore();
  expect(words).toContain('.git/config (alias.st, core.fsmonitor)');
  for (const path of ['.git/hooks/pre-commit', '.git/info/attributes', '.vscode/tasks.json']) {
    expect(words).toContain(path);
    expect(existsSync(at(path)), path).toBe(false);
  }
  expect(read('.git/config')).toBe(config);
  expect(read('.git/hooks/pre-push')).toBe('mine\n');
  expect(lstatSync(at('.git/hooks/pre-push')).mode & 0o777).toBe(0o644);
  expect(read('.envrc')).toBe('mine\n');
  const all = kept().join('');
  for (const part of ['evil hook', 'evil push', 'filter=evil', 'evil envrc', 'evil task', 'fsmonitor = ./evil'])
    expect(all).toContain(part);
  expect(await launch.restore()).toBeNull();
});

test('what runs nothing stays: an upstream, a name, tracked files; and an untouched repository is left alone', async () => {
  const { project, launch, read } = scene({ '.run/a.xml': 'tracked\n' });
  await launch.save();
  git(project, 'config', 'branch.main.remote', 'origin');
  git(project, 'config', 'user.name', 'Ann');
  writeFiles(project, { '.run/a.xml': 'changed\n' });
  expect(await launch.restore()).toBeNull();
  expect(read('.git/config')).toContain('Ann');
  expect(read('.run/a.xml')).toBe('changed\n');
});

test('in linked worktrees and submodules, too', async () => {
  const { project, launch, at, read } = scene();
  git(project, 'worktree', 'add', '-q', join(temporaryFolder(), 'linked'));
  mkdirSync(at('.git/modules/libs'), { recursive: true });
  git(at('.git/modules/libs'), 'init', '-q', '--bare', '--template=', 'lib');
  await launch.save();
  writeFiles(project, {
    '.git/worktrees/linked/config.worktree': '[alias]\n\tst = !evil\n',
    '.git/modules/libs/lib/hooks/pre-commit': 'evil\n',
  });
  git(at('.git/modules/libs/lib'), 'config', 'core.hooksPath', '/evil');
  await launch.restore();
  expect(existsSync(at('.git/worktrees/linked/config.worktree'))).toBe(false);
  expect(existsSync(at('.git/modules/libs/lib/hooks/pre-commit'))).toBe(false);
  expect(read('.git/modules/libs/lib/config')).not.toContain('evil');
});

test('settings of the user: undone, unless a jumar command wrote them', async () => {
  const { home, user, launch } = scene();
  writeFileSync(join(user, '.gitconfig'), '[user]\n\tname = Ann\n');
  await launch.save();
  writeFileSync(join(user, '.gitconfig'), '[user]\n\tname = Ann\n[alias]\n\tst = !evil\n');
  writeFiles(user, { '.config/jumar/config.yaml': 'guard:\n  enabled: false\n' });
  expect(await launch.restore()).toMatch(/\.gitconfig \(alias\.st\).*config\.yaml|\.config\/jumar/);
  expect(readFileSync(join(user, '.gitconfig'), 'utf8')).toBe('[user]\n\tname = Ann\n');
  expect(existsSync(join(user, '.config/jumar/config.yaml'))).toBe(false);

  const path = join(user, '.config/jumar/config.yaml');
  writeFiles(user, { '.config/jumar/config.yaml': 'limits: {}\n' });
  await launch.save();
  await sanctionUserFile(home, path, Buffer.from('limits:\n  maxIterations: 3\n'));
  writeFileSync(path, 'limits:\n  maxIterations: 3\n');
  expect(await launch.restore()).toBeNull();
  expect(readFileSync(path, 'utf8')).toContain('3');
});

test('nothing is written or removed through a link that came meanwhile', async () => {
  const { project, launch, at } = scene();
  const mine = temporaryFolder();
  writeFiles(mine, { 'tasks.json': 'mine\n', 'hooks/pre-commit': 'mine\n' });
  mkdirSync(at('.git/hooks'));
  await launch.save();
  symlinkSync(mine, at('.vscode'));
  renameSync(at('.git/hooks'), at('.git/old-hooks'));
  symlinkSync(join(mine, 'hooks'), join(project, '.git/hooks'));
  expect(await launch.restore()).toMatch(/\.git\/hooks \(undone.*\.vscode\/tasks\.json \(still there\)/);
  expect(readFileSync(join(mine, 'tasks.json'), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(mine, 'hooks/pre-commit'), 'utf8')).toBe('mine\n');
  expect(lstatSync(at('.git/hooks')).isDirectory()).toBe(true);
});
