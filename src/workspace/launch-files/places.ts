import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { git } from '../../system/git.ts';
import type { UserLaunchFiles } from '../../system/user-launch-files.ts';
import { type Located, locateWorkspace } from '../locate.ts';

/** A file or folder outside of every snapshot that decides what a person's own next command runs. */
export interface LaunchPlace {
  path: string;
  kind: 'git-config' | 'other';
}

/** Read by editors and shells as soon as somebody opens or enters the folder. */
const OPENED = ['.envrc', '.vscode/tasks.json', '.vscode/settings.json', '.vscode/launch.json'];
const OPENED_FOLDERS = ['.idea/runConfigurations', '.run'];

const MOST_REPOSITORIES = 200;

/** Lists the places. Git is asked again only if what decides its answers has changed. */
export function openLaunchPlaces(root: string, user: UserLaunchFiles): { list(): Promise<LaunchPlace[]> } {
  let located: Located | null = null;
  let ignored: { key: string; places: LaunchPlace[] } | null = null;
  const ignoredIn = async (commonDir: string): Promise<LaunchPlace[]> => {
    const key = ignoreRules(root, commonDir);
    if (ignored?.key !== key) ignored = { key, places: await ignoredPlaces(root, commonDir) };
    return ignored.places;
  };
  return {
    async list() {
      // An agent may have made a repository where there was none.
      if (!located?.git) located = await locateWorkspace(root);
      const { git: repository } = located;
      const all: LaunchPlace[] = [
        ...(repository ? repositoryPlaces(repository.gitDir, repository.commonDir) : []),
        ...(repository ? await ignoredIn(repository.commonDir) : []),
        ...user.gitConfigs.map((path) => ({ path, kind: 'git-config' as const })),
        ...user.others.map((path) => ({ path, kind: 'other' as const })),
      ];
      return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
    },
  };
}

/** Whatever decides which of the places git ignores. */
function ignoreRules(root: string, commonDir: string): string {
  const folders = ['.', ...OPENED_FOLDERS, ...[...OPENED, ...OPENED_FOLDERS].map((path) => dirname(path))];
  const files = [...new Set(folders)].map((folder) => join(root, folder, '.gitignore'));
  return JSON.stringify([...files, join(commonDir, 'info', 'exclude'), join(commonDir, 'config')].map(textAt));
}

function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

/** Of the repository, its linked worktrees and the repositories of its submodules. */
function repositoryPlaces(gitDir: string, commonDir: string): LaunchPlace[] {
  const own = [...new Set([commonDir, gitDir, ...repositoriesIn(join(commonDir, 'modules'))])];
  const worktrees = own.flatMap((folder) => foldersIn(join(folder, 'worktrees')));
  return [...own, ...worktrees].flatMap((folder) => [
    ...['config', 'config.worktree'].map((name) => ({ path: join(folder, name), kind: 'git-config' as const })),
    ...['hooks', 'info/attributes'].map((name) => ({ path: join(folder, name), kind: 'other' as const })),
  ]);
}

/** A submodule may be called `a/b`, and may have submodules of its own. */
function repositoriesIn(folder: string): string[] {
  const found: string[] = [];
  const open = foldersIn(folder);
  for (let next = open.shift(); next !== undefined && found.length < MOST_REPOSITORIES; next = open.shift()) {
    if (!existsSync(join(next, 'HEAD'))) open.push(...foldersIn(next));
    else {
      found.push(next);
      open.push(...foldersIn(join(next, 'modules')));
    }
  }
  return found;
}

/** What snapshots do not hold. The rest is an ordinary change that `jumar diff` shows. */
async function ignoredPlaces(root: string, commonDir: string): Promise<LaunchPlace[]> {
  const hooks = await hooksFolder(root, commonDir);
  const places = new Map([
    ...OPENED.map((path) => [path, path] as const),
    ...OPENED_FOLDERS.map((path) => [`${path}/any`, path] as const),
    ...(hooks === null ? [] : [[`${hooks}/any`, hooks] as const]),
  ]);
  const { stdout } = await git(['check-ignore', '-z', '--stdin'], {
    cwd: root,
    input: [...places.keys()].join('\0'),
    userConfig: true,
    accept: [0, 1, 128],
  });
  return stdout
    .toString()
    .split('\0')
    .flatMap((path) => places.get(path) ?? [])
    .map((path) => ({ path: join(root, path), kind: 'other' }));
}

/** Where the person's own git finds hooks in the workspace, if it is not in the repository. */
async function hooksFolder(root: string, commonDir: string): Promise<string | null> {
  const config = join(commonDir, 'config');
  if (!/hookspath|include/i.test(textAt(config) ?? '')) return null;
  const args = ['config', '--file', config, '--get', 'core.hooksPath'];
  const { stdout } = await git(args, { cwd: root, accept: [0, 1, 128] });
  const set = stdout.toString().trim();
  const inside = relative(root, resolve(root, set));
  return set === '' || inside === '' || inside.startsWith('..') ? null : inside;
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((path) => lstatSync(path).isDirectory());
  } catch {
    return [];
  }
}
