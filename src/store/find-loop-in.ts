import { join } from 'node:path';
import { StoreError } from '../system/errors.ts';
import type { LoopEntry } from './find-loop.ts';
import { isLoopId, loopPaths, type Project, projectAt, readRoot } from './layout.ts';
import { markLog } from './summary.ts';

/** The name of a project's folder in the state folder. */
const PROJECT_NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;

/** A loop by its exact place, without looking at any other. Rejects with a StoreError if there is none. */
export async function findLoopIn(home: string, name: string, id: string): Promise<LoopEntry> {
  const project = await findProjectIn(home, name);
  const paths = project && isLoopId(id) ? loopPaths(project, id) : null;
  if (!project || !paths || (await markLog(paths).catch(() => null)) === null)
    throw new StoreError(
      'no-loop',
      `there is no loop ${id} in ${name}`,
      'it may have been pruned; look at the list of loops',
    );
  return { id, project, paths, createdAt: 0 };
}

/** A project by the name of its folder; null if there is none. */
export async function findProjectIn(home: string, name: string): Promise<Project | null> {
  if (!PROJECT_NAME.test(name)) return null;
  const folder = join(home, 'projects', name);
  const root = await readRoot(join(folder, 'project.json'));
  return root === null ? null : projectAt(folder, root);
}
