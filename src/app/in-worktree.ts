import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { ensureProject, projectFor } from '../store/layout.ts';
import { underLock } from '../store/wait-for-lock.ts';
import { worktreesFolder } from '../store/worktrees.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { addWorktree, removeWorktree } from '../workspace/worktree.ts';
import type { AppContext } from './context.ts';
import type { LoopRequest } from './prepare-loop.ts';

/** A checkout of a large repository takes minutes. */
const PATIENCE_MS = 10 * 60_000;

/** Starts a loop in a new worktree. Removes the worktree if the loop cannot start. */
export async function startInWorktree<T>(
  context: AppContext,
  request: LoopRequest,
  start: (inside: AppContext, request: LoopRequest) => Promise<T>,
): Promise<T> {
  const here = await locateWorkspace(context.cwd);
  const home = await stateHome(context.env);
  const project = await ensureProject(home, here.root);
  const folder = worktreesFolder(home, project);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(await realpath(folder), randomBytes(4).toString('hex'));
  // One at a time: git fails if it comes across a worktree that another git is just making.
  const turn = { purpose: 'making a worktree', patienceMs: PATIENCE_MS };
  const { commit, uncommitted } = await underLock(join(project.folder, 'worktrees.lock'), turn, () =>
    addWorktree(here, path),
  );
  const files = `${uncommitted} uncommitted ${uncommitted === 1 ? 'file' : 'files'}`;
  const uncommittedNote = uncommitted > 0 ? `; ${files} of ${here.root} are not in it` : '';
  context.note?.(`the loop works in ${path}, a worktree at ${commit.slice(0, 12)}${uncommittedNote}`);
  try {
    return await start(
      { ...context, cwd: join(path, relative(here.root, here.cwd)) },
      {
        ...request,
        worktreeOf: here.root,
        ...(request.template !== undefined && { template: resolve(context.cwd, request.template) }),
      },
    );
  } catch (error) {
    // If the loop exists, it may be resumed there.
    if ((await listLoops(projectFor(home, path))).length === 0) await removeWorktree(path).catch(() => {});
    throw error;
  }
}
