import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Project, projectFor, projectOf } from '../store/layout.ts';
import { adoptMovedProject } from '../store/moved-project.ts';
import { locateWorkspace } from '../workspace/locate.ts';
import type { AppContext } from './context.ts';

/** The project of the workspace that the command was called in. */
export async function projectHere(context: AppContext, home: string): Promise<Project> {
  const { root, git } = await locateWorkspace(context.cwd);
  await bringMovedState(context, home, root);
  const here = await projectOf(home, root);
  if (git || existsSync(here.folder)) return here;
  return withoutItsRepository(home, root) ?? here;
}

/** If the workspace was moved here, its loops follow it, and the person gets a note. */
export async function bringMovedState({ note }: AppContext, home: string, root: string): Promise<void> {
  const previous = await adoptMovedProject(home, root);
  if (previous !== null) note?.(`${previous} moved to ${root}; its loops follow`);
}

/** A workspace around this folder that had a repository when a loop ran, and has none now. */
function withoutItsRepository(home: string, root: string): Project | null {
  for (let folder = dirname(root); folder !== dirname(folder); folder = dirname(folder)) {
    const project = projectFor(home, folder);
    if (existsSync(join(project.folder, 'spare-git', 'kept.json'))) return project;
  }
  return null;
}
