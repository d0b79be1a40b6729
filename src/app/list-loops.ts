import { listProjects } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { withWorktrees } from '../store/worktrees.ts';
import type { AppContext } from './context.ts';
import { projectHere } from './project-here.ts';
import { type SummarisedLoop, summaries } from './summaries.ts';

/** The loops of this workspace and its worktrees, or of every workspace, latest first. */
export async function listLoops(
  context: AppContext,
  { all = false }: { all?: boolean | undefined } = {},
): Promise<SummarisedLoop[]> {
  const home = await stateHome(context.env);
  return summaries(all ? await listProjects(home) : await withWorktrees(home, await projectHere(context, home)));
}

/** The loops of only this workspace, without its worktrees: candidates for a loop id. */
export async function listLoopsHere(context: AppContext): Promise<SummarisedLoop[]> {
  return summaries([await projectHere(context, await stateHome(context.env))]);
}
