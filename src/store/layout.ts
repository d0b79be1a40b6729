import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { errnoOf, readFailure, StoreError } from '../system/errors.ts';
import { ensureFolder, writeFileAtomic } from '../system/files.ts';

/** One workspace's part of the state folder: `<home>/projects/<slug>-<8 hex>/`. */
export interface Project {
  /** The real path of the workspace. */
  root: string;
  folder: string;
  /** `project.json`: names the workspace, so that the folder can be traced back to it. */
  file: string;
  /** The shadow repository that holds the snapshots. */
  shadow: string;
  workspaceLock: string;
  loops: string;
}

export interface LoopPaths {
  folder: string;
  log: string;
  head: string;
  lock: string;
  control: string;
  /** The secret that seals requests to the loop. */
  key: string;
  iterations: string;
}

/** The folders for a workspace's state. Creates nothing. */
export async function projectOf(home: string, root: string): Promise<Project> {
  const real = await realpath(root).catch((cause: unknown) => {
    const message = `the workspace ${root} cannot be found (${errnoOf(cause)})`;
    throw new StoreError('no-workspace', message, 'run jumar in a folder that exists', { cause });
  });
  return projectFor(home, real);
}

/** `projectOf` for a workspace that may no longer exist. */
export function projectFor(home: string, real: string): Project {
  const hex = createHash('sha256').update(real).digest('hex').slice(0, 8);
  return projectAt(join(home, 'projects', `${slugOf(basename(real))}-${hex}`), real);
}

/** `projectOf`, and creates the folders. The state must be outside the workspace, so that snapshots do not include it. */
export async function ensureProject(home: string, root: string): Promise<Project> {
  const project = await projectOf(home, root);
  await ensureFolder(home);
  if (isWithin(await realpath(home), project.root)) {
    throw new StoreError(
      'home-in-workspace',
      `the state folder ${home} is inside the workspace ${project.root}, where the agent can change it`,
      'set JUMAR_HOME to a folder outside the workspace',
    );
  }
  await ensureFolder(project.loops);
  const recordedRoot = await readRoot(project.file);
  if (recordedRoot === null) {
    await writeFileAtomic(project.file, `${JSON.stringify({ version: 1, root: project.root }, null, 2)}\n`);
  } else if (recordedRoot !== project.root) {
    throw new StoreError(
      'project-mismatch',
      `${project.folder} belongs to the workspace ${recordedRoot}, not to ${project.root}`,
      'set JUMAR_HOME to another folder for one of the two',
    );
  }
  return project;
}

export function projectAt(folder: string, root: string): Project {
  return {
    root,
    folder,
    file: join(folder, 'project.json'),
    shadow: join(folder, 'shadow.git'),
    workspaceLock: join(folder, 'workspace.lock'),
    loops: join(folder, 'loops'),
  };
}

export function loopPaths(project: Pick<Project, 'loops'>, id: string): LoopPaths {
  if (!isLoopId(id)) {
    const message = `${JSON.stringify(id)} is not a loop id`;
    throw new StoreError('bad-loop-id', message, 'ids look like fix-failing-tests-a1b2c3d4; `jumar list` shows them');
  }
  const folder = join(project.loops, id);
  return {
    folder,
    log: join(folder, 'log.jsonl'),
    head: join(folder, 'head'),
    lock: join(folder, 'lock'),
    control: join(folder, 'control'),
    key: join(folder, 'control.key'),
    iterations: join(folder, 'iterations'),
  };
}

export interface ListPaths {
  folder: string;
  log: string;
  head: string;
  lock: string;
  /** `result.json`, for readers: the log says all of it. */
  receipt: string;
  /** A repository without a configuration of the project's, for merges. */
  merges: string;
}

export function listsFolder(project: Pick<Project, 'folder'>): string {
  return join(project.folder, 'lists');
}

export function listPaths(project: Pick<Project, 'folder'>, id: string): ListPaths {
  if (!isLoopId(id)) {
    const message = `${JSON.stringify(id)} is not the id of a list`;
    throw new StoreError('bad-loop-id', message, 'ids look like tasks-a1b2c3d4; `jumar tasks status` shows them');
  }
  const folder = join(listsFolder(project), id);
  return {
    folder,
    log: join(folder, 'log.jsonl'),
    head: join(folder, 'head'),
    lock: join(folder, 'lock'),
    receipt: join(folder, 'result.json'),
    merges: join(folder, 'merges.git'),
  };
}

/** No dot, slash or leading dash: this also keeps an id from escaping the folder. */
export function isLoopId(id: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,60}$/.test(id);
}

/** `0007`; four digits or more, so that names sort up to iteration 9999 and stay unique beyond. */
export function iterationFolder(iteration: number): string {
  if (!Number.isSafeInteger(iteration) || iteration < 0) throw new RangeError(`no iteration ${iteration}`);
  return String(iteration).padStart(4, '0');
}

/** The workspace that a `project.json` names; null if it is missing or invalid. */
export async function readRoot(file: string): Promise<string | null> {
  try {
    const raw = JSON.parse(await readFile(file, 'utf8')) as { root?: unknown } | null;
    return typeof raw?.root === 'string' ? raw.root : null;
  } catch (error) {
    const errno = errnoOf(error);
    if (error instanceof SyntaxError || errno === 'ENOENT' || errno === 'ENOTDIR') return null;
    throw readFailure(error, file);
  }
}

function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '');
  return slug || 'project';
}

function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith('../');
}
