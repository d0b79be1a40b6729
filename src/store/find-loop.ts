import { closeSync, constants, openSync, readSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { suggestByBeginning } from '../core/text/nearest.ts';
import { errnoOf, readFailure, StoreError } from '../system/errors.ts';
import { isLoopId, type LoopPaths, loopPaths, type Project, projectAt, readRoot } from './layout.ts';
import { leastRecords, readLogEvidence } from './log-evidence.ts';
import { withWorktrees } from './worktrees.ts';

export interface LoopEntry {
  id: string;
  project: Project;
  paths: LoopPaths;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

/** Accepted in place of the id of the workspace's latest loop. */
const LATEST = 'latest';

/**
 * Finds a loop by id. Without an id, or with `latest`: the workspace's latest loop. Otherwise the loop with this id, or
 * the only one whose id starts with it; loops of this workspace come before those of other projects. Rejects with a
 * StoreError that names candidates.
 */
export async function findLoop(home: string, project: Project | null, idOrPrefix: string | null): Promise<LoopEntry> {
  const own = project ? await loopsHere(home, project) : [];
  if (idOrPrefix === null || idOrPrefix === LATEST) {
    const latest = own.at(-1);
    if (latest) return latest;
    const where = project ? `in ${project.root} yet` : 'here';
    throw new StoreError('no-loop', `there is no loop ${where}`, 'start one: jumar "make npm test pass"');
  }
  if (!isLoopId(idOrPrefix)) {
    const message = `${JSON.stringify(idOrPrefix)} is not a loop id`;
    throw new StoreError('bad-loop-id', message, 'ids look like fix-failing-tests-a1b2c3d4; `jumar list` shows them');
  }
  const found = pick(own, idOrPrefix);
  if (found?.id === idOrPrefix) return found;
  const elsewhere = await loopsElsewhere(home, project);
  const other = elsewhere.find((loop) => loop.id === idOrPrefix) ?? found ?? pick(elsewhere, idOrPrefix);
  if (other) return other;
  throw unknown(idOrPrefix, [...own, ...elsewhere]);
}

/**
 * The loops of a project, oldest first. Skips folders without any record: creating the loop was interrupted. A
 * loop that had records and whose log is now empty, missing or unreadable is listed; reading it reports the problem.
 */
export async function listLoops(project: Project): Promise<LoopEntry[]> {
  const loops: LoopEntry[] = [];
  for (const id of await foldersIn(project.loops)) {
    if (!isLoopId(id)) continue;
    const paths = loopPaths(project, id);
    const createdAt = await creationOf(paths);
    if (createdAt !== null) loops.push({ id, project, paths, createdAt });
  }
  return loops.sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** The loops of the workspace and its worktrees, oldest first. */
async function loopsHere(home: string, project: Project): Promise<LoopEntry[]> {
  const found = await Promise.all((await withWorktrees(home, project)).map(listLoops));
  return found.length === 1 ? (found[0] ?? []) : found.flat().sort((a, b) => a.createdAt - b.createdAt);
}

/** Every project in the state folder that names its workspace. */
export async function listProjects(home: string): Promise<Project[]> {
  const folders = (await foldersIn(join(home, 'projects'))).map((name) => join(home, 'projects', name));
  const projects = folders.map(async (folder) => {
    const root = await readRoot(join(folder, 'project.json'));
    return root === null ? [] : [projectAt(folder, root)];
  });
  return (await Promise.all(projects)).flat();
}

async function loopsElsewhere(home: string, project: Project | null): Promise<LoopEntry[]> {
  const others = (await listProjects(home)).filter((other) => other.folder !== project?.folder);
  return (await Promise.all(others.map(listLoops))).flat();
}

function pick(loops: readonly LoopEntry[], idOrPrefix: string): LoopEntry | undefined {
  const exact = loops.find((loop) => loop.id === idOrPrefix);
  if (exact) return exact;
  const candidates = loops.filter((loop) => loop.id.startsWith(idOrPrefix));
  if (candidates.length <= 1) return candidates[0];
  const ids = candidates.map((loop) => loop.id);
  throw new StoreError(
    'ambiguous-loop',
    `${idOrPrefix} matches ${ids.length} loops: ${ids.slice(-5).join(', ')}${ids.length > 5 ? ', …' : ''}`,
    'use more characters of the id',
  );
}

function unknown(id: string, loops: readonly LoopEntry[]): StoreError {
  const suggestion = suggestByBeginning(
    id,
    loops.map((loop) => loop.id),
  );
  return new StoreError(
    'no-loop',
    `there is no loop ${id}`,
    suggestion ? `did you mean ${suggestion}?` : '`jumar list` shows the loops of this workspace',
  );
}

/** The time of the first record, or of the folder if that cannot be read; null if there never was a record. */
async function creationOf(paths: LoopPaths): Promise<number | null> {
  const beginning = beginningOf(paths.log);
  const match = /^\{"seq":1,"at":(\d{1,15}),/.exec(beginning ?? '');
  if (match) return Number(match[1]);
  if (beginning === '' && !(await hadRecords(paths))) return null;
  const { birthtimeMs, mtimeMs } = await stat(paths.folder);
  return birthtimeMs || mtimeMs;
}

/**
 * Empty if there is no log, null if it cannot be read. Non-blocking: a FIFO in its place must not hang. Synchronous,
 * because it runs once per loop, and there may be a thousand.
 */
function beginningOf(log: string): string | null {
  try {
    const file = openSync(log, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const buffer = Buffer.alloc(64);
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? '' : null;
  }
}

async function hadRecords(paths: LoopPaths): Promise<boolean> {
  try {
    return leastRecords(await readLogEvidence({ path: paths.log, headPath: paths.head })) > 0;
  } catch {
    return true;
  }
}

async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw readFailure(error, path);
  }
}
