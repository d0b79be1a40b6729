import { randomBytes } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { plural } from '../reporters/format.ts';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { ensureProject, projectFor } from '../store/layout.ts';
import { worktreesFolder } from '../store/worktrees.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import { addWorktree, removeWorktree } from '../workspace/worktree.ts';
import type { RunOptions } from './commands/run.ts';
import type { CommandContext } from './context.ts';

type Run = (context: CommandContext, task: string | undefined, options: RunOptions) => Promise<number>;

/** Runs the loop in a worktree of its own. Where it is refused there, the worktree goes again. */
export async function runInWorktree(
  run: Run,
  context: CommandContext,
  task: string | undefined,
  options: RunOptions,
): Promise<number> {
  const here = await locateWorkspace(context.cwd);
  const home = await stateHome(context.env);
  const folder = worktreesFolder(home, await ensureProject(home, here.root));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(await realpath(folder), randomBytes(4).toString('hex'));
  const { commit, uncommitted } = await addWorktree(here, path);
  const left = uncommitted > 0 ? `; ${plural(uncommitted, 'uncommitted file')} of ${here.root} not in it` : '';
  context.stderr.write(`note: the loop works in ${path}, a worktree at ${commit.slice(0, 12)}${left}\n`);
  const { worktree, ...rest } = options;
  try {
    return await run({ ...context, cwd: join(path, relative(here.root, here.cwd)) }, task, {
      ...rest,
      worktreeOf: here.root,
      ...(options.taskFile !== undefined && { taskFile: resolve(context.cwd, options.taskFile) }),
      ...(options.template !== undefined && { template: resolve(context.cwd, options.template) }),
    });
  } catch (error) {
    // Once there is a loop, it may be resumed there.
    if ((await listLoops(projectFor(home, path))).length === 0) await removeWorktree(path).catch(() => {});
    throw error;
  }
}
