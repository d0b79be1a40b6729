import { join } from 'node:path';
import type { LoopEntry } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { isLoopId, loopPaths, projectAt, readRoot } from '../store/layout.ts';
import { markLog } from '../store/summary.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';

/** The name of a project's folder in the state folder. */
const PROJECT_NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;

/** A loop by its exact place, without looking at any other. Rejects with a usage error if there is none. */
export async function findLoopIn({ env }: Pick<AppContext, 'env'>, name: string, id: string): Promise<LoopEntry> {
  const unknown = new UsageError(
    `there is no loop ${id} in ${name}`,
    'it may have been pruned; look at the list of loops',
  );
  if (!PROJECT_NAME.test(name) || !isLoopId(id)) throw unknown;
  const folder = join(await stateHome(env), 'projects', name);
  const root = await readRoot(join(folder, 'project.json'));
  if (root === null) throw unknown;
  const project = projectAt(folder, root);
  const paths = loopPaths(project, id);
  if ((await markLog(paths).catch(() => null)) === null) throw unknown;
  return { id, project, paths, createdAt: 0 };
}
