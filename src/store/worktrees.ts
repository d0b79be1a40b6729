import { readdir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Project, projectFor } from './layout.ts';

/** Where the worktrees of a project lie: in the state folder, each of them a workspace of its own. */
export function worktreesFolder(home: string, project: Pick<Project, 'folder'>): string {
  return join(home, 'worktrees', basename(project.folder));
}

/** The project and, after it, those of its worktrees: all that a command in the workspace means by "here". */
export async function withWorktrees(home: string, project: Project): Promise<Project[]> {
  const folder = await realpath(worktreesFolder(home, project)).catch(() => null);
  if (folder === null) return [project];
  const names = await readdir(folder);
  return [project, ...names.sort().map((name) => projectFor(home, join(folder, name)))];
}
