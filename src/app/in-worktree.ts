import { randomBytes } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { loadSettings } from '../config/load.ts';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { ensureProject, type Project, projectFor } from '../store/layout.ts';
import { underLock } from '../store/wait-for-lock.ts';
import { worktreesFolder } from '../store/worktrees.ts';
import { bringIgnored } from '../workspace/bring-ignored.ts';
import { type Located, locateWorkspace } from '../workspace/locate.ts';
import { type AddedWorktree, addWorktree, removeWorktree, uncommittedText } from '../workspace/worktree.ts';
import { commandForWorktree } from './agent-script.ts';
import type { AppContext } from './context.ts';
import type { LoopRequest } from './prepare-loop.ts';

/** A checkout of a large repository takes minutes. */
const PATIENCE_MS = 10 * 60_000;

/** Where worktrees of the caller's workspace are, and one at a time is made. */
export interface WorktreeHome {
  here: Located;
  home: string;
  project: Project;
  folder: string;
}

export async function worktreeHome(context: AppContext): Promise<WorktreeHome> {
  const here = await locateWorkspace(context.cwd);
  const home = await stateHome(context.env);
  const project = await ensureProject(home, here.root);
  const folder = worktreesFolder(home, project);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { here, home, project, folder: await realpath(folder) };
}

/**
 * Makes a worktree at `path`, of HEAD if no commit is named, with the ignored files that it needs. What a killed predecessor left there
 * is removed first.
 */
export async function makeWorktree(
  context: AppContext,
  { here, project }: Pick<WorktreeHome, 'here' | 'project'>,
  path: string,
  { commit, setup }: { commit?: string | undefined; setup?: string | undefined },
): Promise<AddedWorktree> {
  const { settings } = await loadSettings(context.env, here, { source: 'the command line', values: {} });
  // One at a time: git fails if it comes across a worktree that another git is just making.
  const added = await underLock(join(project.folder, 'worktrees.lock'), turn('making a worktree'), async () => {
    await dropWorktree(path);
    return addWorktree(here, path, commit);
  });
  await bringIgnored(here.root, path, { dependencies: (setup ?? settings.verify.setup) === undefined });
  return added;
}

/** Removes a worktree, also one that was only half made. */
export async function deleteWorktree({ project }: Pick<WorktreeHome, 'project'>, path: string): Promise<void> {
  await underLock(join(project.folder, 'worktrees.lock'), turn('removing a worktree'), () => dropWorktree(path));
}

const turn = (purpose: string) => ({ purpose, patienceMs: PATIENCE_MS });

async function dropWorktree(path: string): Promise<void> {
  await removeWorktree(path).catch(() => {});
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}

/** Starts a loop in a new worktree. Removes the worktree if the loop cannot start. */
export async function startInWorktree<T>(
  context: AppContext,
  request: LoopRequest,
  start: (inside: AppContext, request: LoopRequest) => Promise<T>,
): Promise<T> {
  const place = await worktreeHome(context);
  const agentCommand = await commandForWorktree(context, request.agentCommand);
  const { here, home } = place;
  const path = join(place.folder, randomBytes(4).toString('hex'));
  const { commit, uncommitted } = await makeWorktree(context, place, path, { setup: request.setup });
  const missing = `; not in it: ${uncommittedText(uncommitted)} of ${here.root}`;
  const uncommittedNote = uncommitted.length > 0 ? missing : '';
  const within = { ...request, agentCommand, uncommitted: uncommitted.length };
  context.note?.(`the loop works in ${path}, a worktree at ${commit.slice(0, 12)}${uncommittedNote}`);
  try {
    return await start(insideWorktree(context, here, path), worktreeRequest(context, here, within));
  } catch (error) {
    // If the loop exists, it may be resumed there.
    if ((await listLoops(projectFor(home, path))).length === 0) await removeWorktree(path).catch(() => {});
    throw error;
  }
}

/** The caller's folder, in the worktree. */
export function insideWorktree(context: AppContext, { root, cwd }: Located, path: string): AppContext {
  return { ...context, cwd: join(path, relative(root, cwd)) };
}

/** The request as it means the same in a worktree. */
export function worktreeRequest(context: AppContext, { root }: Located, request: LoopRequest): LoopRequest {
  const { template } = request;
  return {
    ...request,
    worktreeOf: root,
    ...(template !== undefined && { template: resolve(context.cwd, template) }),
  };
}
