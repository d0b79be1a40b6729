import { type Leases, WORKSPACE_LEASE } from '../ports/lease.ts';
import { claimWorkspace } from './claim-workspace.ts';
import { listPaths, loopPaths, type Project } from './layout.ts';
import { acquireLock, type Lock, lockLost } from './lock.ts';
import { watchLock } from './watch-lock.ts';

/**
 * The leases of one project as lock files: one for the workspace, one for each loop and each list. The fence is the token in the
 * lock file. Tokens are not ordered and need not be: a writer compares its fence with the lock file itself.
 */
export function createFileLeases(project: Project): Leases {
  return {
    async acquire(name, purpose) {
      const path = lockPath(project, name);
      const lock = await acquireLock(path, { purpose });
      const claim = name === WORKSPACE_LEASE ? await claimOrRelease(project.root, purpose, lock) : null;
      const controller = new AbortController();
      const watching = watchLock(path, lock.token, () => controller.abort(lockLost(path)));
      return {
        fence: lock.token,
        signal: controller.signal,
        async release() {
          watching.stop();
          await claim?.release();
          await lock.release();
        },
      };
    },
  };
}

async function claimOrRelease(root: string, purpose: string, lock: Lock): Promise<Pick<Lock, 'release'>> {
  return claimWorkspace(root, purpose).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
}

function lockPath(project: Project, name: string): string {
  if (name === WORKSPACE_LEASE) return project.workspaceLock;
  const [kind, id = ''] = name.split('/', 2);
  if (kind === 'loop') return loopPaths(project, id).lock;
  if (kind === 'list') return listPaths(project, id).lock;
  throw new RangeError(`there is no lease called ${name}`);
}
