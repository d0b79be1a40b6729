import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { type GitOptions, git } from '../system/git.ts';
import { ancestors } from '../system/paths.ts';
import { WorkspaceError, withContext } from './errors.ts';
import { repositoryState, stampOf } from './repository-state.ts';

export interface UserRepository {
  /** The work tree's own git folder: of a linked worktree or a submodule, not the main one. */
  gitDir: string;
  commonDir: string;
  objectFormat: string;
}

export interface Located {
  /** What is snapshotted: the top level of the git work tree, or the folder itself if there is none. */
  root: string;
  /** The given folder, with symbolic links resolved. */
  cwd: string;
  git: UserRepository | null;
}

/** Finds the workspace that a folder belongs to. Throws a WorkspaceError for folders that must not be snapshotted. */
export async function locateWorkspace(folder: string): Promise<Located> {
  const cwd = existing(folder);
  return await withContext(`looking for a git repository at ${cwd}`, async () => {
    const known = remembered(cwd);
    if (known) return known;
    const options: GitOptions = { cwd, accept: [0, 128] };
    const usual = await inWorkTree(options);
    if (usual) return remember({ ...usual, cwd });
    const found = await git(
      ['rev-parse', '--is-inside-git-dir', '--is-bare-repository', '--is-inside-work-tree', '--show-object-format'],
      options,
    );
    if (found.code !== 0) {
      if (/not a git repository/.test(found.stderr)) return { root: refuseBroad(cwd), cwd, git: null };
      throw new WorkspaceError('unsafe-workspace', `git cannot read the repository at ${cwd}: ${found.stderr.trim()}`);
    }
    const [insideGitDir, bare, insideWorkTree, objectFormat] = found.stdout.toString().trim().split('\n');
    if (insideGitDir === 'true') {
      const what = bare === 'true' ? 'is a bare git repository: it has no working tree' : 'is inside a .git folder';
      throw new WorkspaceError('unsafe-workspace', `${cwd} ${what}. Start from the project's working tree.`);
    }
    if (insideWorkTree !== 'true') {
      throw new WorkspaceError('unsafe-workspace', `${cwd} belongs to a git repository but is not in a working tree.`);
    }
    const [root, gitDir, commonDir] = await pathsOf(cwd, PLACES);
    return { root: root!, cwd, git: { gitDir: gitDir!, commonDir: commonDir!, objectFormat: objectFormat ?? 'sha1' } };
  });
}

const answers = new Map<string, { state: string; located: Located }>();

/** What git said of this folder, if nothing has changed that its answer depends on. */
function remembered(cwd: string): Located | null {
  const answer = answers.get(cwd);
  return answer && answer.state === stateOf(answer.located) ? answer.located : null;
}

function remember(located: Located): Located {
  const state = stateOf(located);
  if (state === null) answers.delete(located.cwd);
  else answers.set(located.cwd, { state, located });
  return located;
}

/** The repository, and the `.git` of every folder from the given one up to the top. */
function stateOf({ root, cwd, git: repository }: Located): string | null {
  const state = repository && repositoryState(repository);
  if (!state) return null;
  const folders = [root, ...ancestors(relative(root, cwd)), cwd].map((folder) => resolve(root, folder));
  return [state, ...folders.map((folder) => stampOf(join(folder, '.git')))].join('\n');
}

/** One git call for the usual case; null for anything else. */
async function inWorkTree(options: GitOptions): Promise<Omit<Located, 'cwd'> | null> {
  const { code, stdout } = await git(['rev-parse', '--path-format=absolute', ...USUAL, ...PLACES], options);
  const [insideGitDir, insideWorkTree, objectFormat = '', ...paths] = stdout.toString().replace(/\n$/, '').split('\n');
  if (code !== 0 || insideGitDir !== 'false' || insideWorkTree !== 'true' || paths.length !== PLACES.length)
    return null;
  const [root = '', gitDir = '', commonDir = ''] = paths.map((path) => realpathSync(path));
  return { root, git: { gitDir, commonDir, objectFormat } };
}

const USUAL = ['--is-inside-git-dir', '--is-inside-work-tree', '--show-object-format'];
const PLACES = ['--show-toplevel', '--absolute-git-dir', '--git-common-dir'];

/** One git call for all, unless a path contains a newline. */
async function pathsOf(cwd: string, questions: readonly string[]): Promise<string[]> {
  const { stdout } = await git(['rev-parse', '--path-format=absolute', ...questions], { cwd });
  const answer = stdout.toString().replace(/\n$/, '');
  const paths = questions.length === 1 ? [answer] : answer.split('\n');
  if (paths.length === questions.length) return paths.map((path) => realpathSync(path));
  return Promise.all(questions.map(async (question) => (await pathsOf(cwd, [question]))[0] as string));
}

function existing(folder: string): string {
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return path;
  } catch (cause) {
    throw new WorkspaceError('no-workspace', `There is no folder ${folder}.`, { cause });
  }
  throw new WorkspaceError('no-workspace', `${folder} is not a folder.`);
}

/** Without git the project has no boundary: the whole disk or home folder would be the workspace. */
function refuseBroad(folder: string): string {
  if (folder === '/' || folder === realHome()) {
    throw new WorkspaceError(
      'unsafe-workspace',
      `${folder} is ${folder === '/' ? 'the whole disk' : 'your home folder'} and not a git repository: all of it ` +
        `would be snapshotted and rolled back. Change to the project's folder, or run "git init" if this is it.`,
    );
  }
  return folder;
}

function realHome(): string {
  try {
    return realpathSync(homedir());
  } catch {
    return homedir();
  }
}
