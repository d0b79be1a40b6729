import { type Project, projectOf } from '../store/layout.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { CommandContext } from './context.ts';

/** The state folder's part for the workspace that the command was called in. */
export async function projectHere(context: CommandContext, home: string): Promise<Project> {
  const { root } = await locateWorkspace(context.cwd);
  return projectOf(home, root);
}
