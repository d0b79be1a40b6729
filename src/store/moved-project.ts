import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StoreError } from '../system/errors.ts';
import { writeFileAtomic } from '../system/files.ts';
import { listProjects } from './find-loop.ts';
import { type Project, projectOf } from './layout.ts';
import { acquireLock } from './lock.ts';

/**
 * The state folder of a workspace is named after its path. If a workspace without state was moved here, this renames
 * its state folder to match the new path and returns the old path. Returns null if it was not moved: it has state of its
 * own, the old path still exists, a loop still runs on it, or nothing shows that the two are the same workspace. The
 * evidence is a loop's file in `.jumar/loops`, which moves with the workspace.
 */
export async function adoptMovedProject(home: string, root: string): Promise<string | null> {
  const here = await projectOf(home, root);
  if (existsSync(here.folder)) return null;
  const names = await readdir(join(here.root, '.jumar', 'loops')).catch(() => []);
  // A folder by versions that kept the files in the project.
  const loops = names.map((name) => name.replace(/\.txt$/, ''));
  if (loops.length === 0) return null;
  const candidates = (await listProjects(home)).filter((project) => isLeftBehind(project, here, loops));
  const [project] = candidates;
  if (!project || candidates.length > 1) return null;
  return (await moveState(project, here)) ? project.root : null;
}

function isLeftBehind(project: Project, here: Project, loops: readonly string[]): boolean {
  // A kill between the two writes of a move left it half done: the state already names this workspace.
  if (project.root !== here.root && existsSync(project.root)) return false;
  return loops.some((loop) => existsSync(join(project.loops, loop)));
}

/** Returns whether it moved the state; does not while somebody works on it. */
async function moveState(from: Project, to: Project): Promise<boolean> {
  const purpose = `its workspace was moved to ${to.root}`;
  const lock = await acquireLock(from.workspaceLock, { purpose }).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === 'locked') return null;
    throw error;
  });
  if (!lock) return false;
  try {
    await writeFileAtomic(from.file, `${JSON.stringify({ version: 1, root: to.root }, null, 2)}\n`);
    await rename(from.folder, to.folder);
  } catch (error) {
    await lock.release();
    throw error;
  }
  // The lock and its socket moved with the folder.
  await lock.release();
  const left = (await readdir(to.folder)).filter((name) => name.startsWith(basename(to.workspaceLock)));
  for (const name of left) await rm(join(to.folder, name), { force: true });
  return true;
}
