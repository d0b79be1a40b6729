import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Project, projectFor, projectOf } from '../store/layout.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { CommandContext } from './context.ts';

/** The state folder's part for the workspace that the command was called in. */
export async function projectHere(context: CommandContext, home: string): Promise<Project> {
  const { root, git } = await locateWorkspace(context.cwd);
  const here = await projectOf(home, root);
  if (git || existsSync(here.folder)) return here;
  return withoutItsRepository(home, root) ?? here;
}

/** A workspace around this folder that had a repository when a loop ran in it: somebody has deleted it since. */
function withoutItsRepository(home: string, root: string): Project | null {
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    const project = projectFor(home, folder);
    if (existsSync(join(project.folder, 'spare-git', 'kept.json'))) return project;
  }
  return null;
}
