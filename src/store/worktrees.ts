import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Project, projectFor, readRoot } from './layout.ts';

/** The folder of a project's worktrees, inside the state folder. Each worktree is its own workspace. */
export function worktreesFolder(home: string, project: Pick<Project, 'folder'>): string {
  return join(home, 'worktrees', basename(project.folder));
}

/**
 * The project, followed by the projects of its worktrees. Includes deleted worktrees: their loops still exist. This is
 * what a command in the workspace means by "here".
 */
export async function withWorktrees(home: string, project: Project): Promise<Project[]> {
  const folder = await realpath(worktreesFolder(home, project)).catch(() => null);
  if (folder === null) return [project];
  const projects = join(home, 'projects');
  const roots = await Promise.all(
    (await readdir(projects)).map((name) => readRoot(join(projects, name, 'project.json'))),
  );
  const own = roots.filter((root): root is string => root !== null && dirname(root) === folder);
  return [project, ...own.sort().map((root) => projectFor(home, root))];
}
