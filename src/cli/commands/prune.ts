import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { LoopState } from '../../core/state.ts';
import { plural } from '../../reporters/format.ts';
import { listLoops } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import type { Project } from '../../store/layout.ts';
import { acquireLock } from '../../store/lock.ts';
import { withWorktrees } from '../../store/worktrees.ts';
import { type GitWorkspace, openWorkspace } from '../../workspace/index.ts';
import { removeWorktree } from '../../workspace/worktree.ts';
import { refuseBeneathAgent } from '../beneath-agent.ts';
import type { CommandContext } from '../context.ts';
import { readEntry } from '../loop-reading.ts';
import { projectHere } from '../project-here.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export default async function prune(
  context: CommandContext,
  { all = false, olderThan = 0 }: { all?: boolean; olderThan?: number },
): Promise<number> {
  await refuseBeneathAgent(context, 'prune');
  const home = await stateHome(context.env);
  const here = await withWorktrees(home, await projectHere(context, home));
  const counts = { pruned: 0, all: 0 };
  for (const project of here) await pruneProject(context, project, { all, olderThan }, counts, project !== here[0]);
  context.stdout.write(
    counts.all === 0
      ? 'no loops here\n'
      : `pruned ${plural(counts.pruned, 'loop')} of ${counts.all}; loops that have not ended are kept whole\n`,
  );
  return 0;
}

async function pruneProject(
  context: CommandContext,
  project: Project,
  { all, olderThan }: { all: boolean; olderThan: number },
  counts: { pruned: number; all: number },
  isWorktree: boolean,
): Promise<void> {
  const entries = await listLoops(project);
  counts.all += entries.length;
  // Of a worktree that is gone, the loop's log is all there is.
  const there = existsSync(project.root);
  if (entries.length === 0 || (!there && !all)) return;
  const lock = await acquireLock(project.workspaceLock, { purpose: 'jumar prune' });
  try {
    const workspace = there ? await openWorkspace({ shadow: project.shadow, root: project.root, loop: 'prune' }) : null;
    let left = entries.length;
    for (const entry of entries) {
      const reading = await readEntry(entry).catch((error: Error) => {
        context.stderr.write(`${entry.id} is left alone: ${error.message}\n`);
        return null;
      });
      if (!reading) continue;
      const { state, owner } = reading;
      if (!state.ended || owner !== null || Date.now() - state.ended.at < olderThan * DAY_MS) continue;
      if (workspace) await workspace.deleteSnapshots(entry.id, all ? [] : await worthKeeping(workspace, state));
      if (all) await rm(entry.paths.folder, { recursive: true, force: true });
      counts.pruned++;
      left--;
    }
    if (isWorktree && all && left === 0) await removeWorktree(project.root);
  } finally {
    await lock.release();
  }
}

/** The baseline, the best, what a resumed loop goes on from, and whatever a person may want back. */
async function worthKeeping(workspace: GitWorkspace, state: LoopState): Promise<string[]> {
  const last = String(state.iterations.length - 1);
  const aside = (await workspace.listSnapshots(state.id)).map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  const byHand = state.iterations.filter((iteration) => iteration.byHand).map(({ n }) => String(n));
  return ['0', String(state.best ?? 0), last, ...byHand, ...aside];
}
