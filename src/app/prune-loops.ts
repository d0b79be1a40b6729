import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { LoopState } from '../core/state/state.ts';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import type { Project } from '../store/layout.ts';
import { acquireLock } from '../store/lock.ts';
import { withWorktrees } from '../store/worktrees.ts';
import { type GitWorkspace, openWorkspace } from '../workspace/index.ts';
import { removeWorktree } from '../workspace/worktree.ts';
import { refuseBeneathAgent } from './beneath-agent.ts';
import type { AppContext } from './context.ts';
import { readEntry } from './loop-reading.ts';
import { projectHere } from './project-here.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface PruneRequest {
  /** Delete logs and reports too, not only snapshots. */
  all?: boolean | undefined;
  /** Only loops that ended at least this many days ago. */
  olderThan?: number | undefined;
}

/** Deletes unneeded snapshots of ended loops, or the loops altogether. */
export async function pruneLoops(
  context: AppContext,
  { all = false, olderThan = 0 }: PruneRequest,
): Promise<{ pruned: number; all: number }> {
  await refuseBeneathAgent(context, 'prune');
  const home = await stateHome(context.env);
  const here = await withWorktrees(home, await projectHere(context, home));
  const counts = { pruned: 0, all: 0 };
  for (const project of here) await pruneProject(context, project, { all, olderThan }, counts, project !== here[0]);
  return counts;
}

async function pruneProject(
  context: AppContext,
  project: Project,
  { all, olderThan }: { all: boolean; olderThan: number },
  counts: { pruned: number; all: number },
  isWorktree: boolean,
): Promise<void> {
  const entries = await listLoops(project);
  counts.all += entries.length;
  // If the worktree is gone, only the loop's log is left.
  const rootExists = existsSync(project.root);
  if (entries.length === 0 || (!rootExists && !all)) return;
  const lock = await acquireLock(project.workspaceLock, { purpose: 'jumar prune' });
  try {
    const workspace = rootExists
      ? await openWorkspace({ shadow: project.shadow, root: project.root, loop: 'prune' })
      : null;
    let remaining = entries.length;
    for (const entry of entries) {
      const reading = await readEntry(entry).catch((error: Error) => {
        context.note?.(`${entry.id} was skipped: ${error.message}`);
        return null;
      });
      if (!reading) continue;
      const { state, owner } = reading;
      if (!state.ended || owner !== null || Date.now() - state.ended.at < olderThan * DAY_MS) continue;
      if (workspace) await workspace.deleteSnapshots(entry.id, all ? [] : await worthKeeping(workspace, state));
      if (all) await rm(entry.paths.folder, { recursive: true, force: true });
      counts.pruned++;
      remaining--;
    }
    if (isWorktree && all && remaining === 0) await removeWorktree(project.root);
  } finally {
    await lock.release();
  }
}

/** The baseline, the best, the one a resumed loop continues from, and trees that a person may want back. */
async function worthKeeping(workspace: GitWorkspace, state: LoopState): Promise<string[]> {
  const last = String(state.iterations.length - 1);
  const aside = (await workspace.listSnapshots(state.id)).map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  const byHand = state.iterations.filter((iteration) => iteration.byHand).map(({ n }) => String(n));
  return ['0', String(state.best ?? 0), last, ...byHand, ...aside];
}
