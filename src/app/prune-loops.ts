import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { roomFolder } from '../checks/room/choose-room.ts';
import { outcomes } from '../core/state/outcome.ts';
import { unrecovered } from '../core/state/set-aside.ts';
import type { LoopState } from '../core/state/state.ts';
import { listLoops } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import type { Project } from '../store/layout.ts';
import { acquireLock } from '../store/lock.ts';
import { withWorktrees } from '../store/worktrees.ts';
import { type GitWorkspace, openWorkspace } from '../workspace/index.ts';
import { reachesAll, removeWorktree } from '../workspace/worktree.ts';
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
  /** Also loops that have not ended, if no process runs them. */
  unfinished?: boolean | undefined;
  /** Also what restores set aside and nobody applied since. */
  setAside?: boolean | undefined;
}

/** As given, without gaps. */
type Choice = { [key in keyof PruneRequest]-?: NonNullable<PruneRequest[key]> };

/** Deletes unneeded snapshots of ended loops, or the loops altogether. */
export async function pruneLoops(
  context: AppContext,
  { all = false, olderThan = 0, unfinished = false, setAside = false }: PruneRequest,
): Promise<{ pruned: number; all: number }> {
  await refuseBeneathAgent(context, 'prune');
  const home = await stateHome(context.env);
  const here = await withWorktrees(home, await projectHere(context, home));
  const counts = { pruned: 0, all: 0 };
  for (const project of here)
    await pruneProject(context, project, { all, olderThan, unfinished, setAside }, counts, project !== here[0]);
  return counts;
}

async function pruneProject(
  context: AppContext,
  project: Project,
  choice: Choice,
  counts: { pruned: number; all: number },
  isWorktree: boolean,
): Promise<void> {
  const { all, olderThan, unfinished } = choice;
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
      if (owner === null && isRoomIdle(state, choice)) await removeRoom(project, entry.id);
      if (!(state.ended || unfinished) || owner !== null) continue;
      if (Date.now() - (state.ended?.at ?? state.lastAt) < olderThan * DAY_MS) continue;
      const waiting = all && !choice.setAside ? await onlyCopies(workspace, project.root, state, isWorktree) : null;
      if (waiting !== null) {
        context.note?.(`${entry.id} was kept: ${waiting}`);
        continue;
      }
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

/** What would be lost with the loop, in words; null if nothing would be. */
async function onlyCopies(
  workspace: GitWorkspace | null,
  root: string,
  state: LoopState,
  isWorktree: boolean,
): Promise<string | null> {
  const names = unrecovered(state).map(({ name }) => name);
  const { id } = state;
  if (names.length > 0)
    return `it holds ${names.join(', ')}, set aside and not applied since; show: jumar diff ${id} --set-aside, remove too: jumar prune --all --set-aside`;
  if (!isWorktree || !workspace || !state.start) return null;
  const trees = (await workspace.listSnapshots(id)).map(({ tree }) => tree);
  const isEdited = !trees.includes(await workspace.treeNow(state.start.commit));
  const heads = state.iterations.flatMap(({ snapshot }) => snapshot?.head?.commit ?? []);
  if (!isEdited && (await reachesAll(root, heads))) return null;
  const what = isEdited ? 'has files that are in no snapshot' : 'has commits that are on no branch';
  return `its worktree ${root} ${what}; remove too: jumar prune --all --set-aside`;
}

/** A loop that may go on needs its room, unless it stood still for as long as the person says. */
function isRoomIdle({ ended, lastAt }: LoopState, { all, olderThan = 0, unfinished }: PruneRequest): boolean {
  const isOver = ended !== null && (all || !outcomes[ended.ending].resumable);
  return (isOver || unfinished === true || olderThan > 0) && Date.now() - (ended?.at ?? lastAt) >= olderThan * DAY_MS;
}

function removeRoom(project: Project, loop: string): Promise<void> {
  return rm(roomFolder(project.folder, loop), { recursive: true, force: true, maxRetries: 3 });
}

/** The baseline, the best, the one a resumed loop continues from, and trees that a person may want back. */
async function worthKeeping(workspace: GitWorkspace, state: LoopState): Promise<string[]> {
  const last = String(state.iterations.length - 1);
  const aside = (await workspace.listSnapshots(state.id)).map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  const byHand = state.iterations.filter((iteration) => iteration.byHand).map(({ n }) => String(n));
  const bases = unrecovered(state).flatMap(({ since }) => (since === null ? [] : [String(since)]));
  const next = state.ended ? [] : [String(state.start?.iteration ?? 0)];
  return ['0', String(state.best ?? 0), last, ...next, ...byHand, ...bases, ...aside];
}
