import { randomBytes } from 'node:crypto';
import { loopId } from '../../core/loop-id.ts';
import { decideBakeOff } from '../../core/tasks/decide-bake-off.ts';
import { type EntryFigures, entrantsOf } from '../../core/tasks/entry.ts';
import { entryFigures } from '../../core/tasks/entry-figures.ts';
import type { ListEventOf } from '../../core/tasks/events.ts';
import { isContinued } from '../../core/tasks/outcome.ts';
import { type BakeOff, findTask } from '../../core/tasks/state.ts';
import { changeMessage } from '../../core/tasks/texts.ts';
import { slugOf } from '../../core/tasks/words.ts';
import { JumarError } from '../../system/errors.ts';
import { locateWorkspace } from '../../workspace/locate.ts';
import { isUsage } from '../failures.ts';
import { deleteWorktree } from '../in-worktree.ts';
import type { ListRun } from './list-run.ts';
import { ownBranch } from './move-branch.ts';
import { workRequest } from './requests.ts';
import { runListLoop, spentBy } from './run-list-loop.ts';
import { commitOfLoop, failureOf, newWorktree } from './run-task.ts';

/** Names the loops of a bake-off before any of them exists. All start from the same commit, and hold out the same tests. */
export async function startBakeOff({ session, place }: ListRun, id: string): Promise<void> {
  const { state } = session;
  const { task, nextAttempt } = findTask(state, id);
  const entries = entrantsOf(state.choices, task).map((entrant) => ({
    ...entrant,
    loop: loopId(`${entrant.name} ${task.title}`, randomBytes(4).toString('hex')),
    worktree: newWorktree(place.folder, state),
  }));
  const seed = randomBytes(8).toString('hex');
  await session.record({ type: 'bake-off-started', task: id, base: state.head, attempt: nextAttempt, seed, entries });
}

/** Runs one loop of a bake-off until it ends, and records what it came to. What keeps it from starting ends this entry alone. */
export async function runEntry(list: ListRun, id: string, loop: string): Promise<void> {
  const { session } = list;
  const ended = await entryResult(list, id, loop).catch((error: unknown) => {
    if (!(error instanceof JumarError) || !isUsage(error)) throw error;
    const why = error.code === 'usage' ? ('refused' as const) : ('cannot-start' as const);
    return { ending: why, reason: error.message, commit: null, checks: [], figures: NO_FIGURES, spent: null };
  });
  if (ended) await session.record({ type: 'entry-ended', task: id, loop, ...ended });
}

const NO_FIGURES: EntryFigures = {
  ...{ checks: { passed: 0, of: 0 }, heldOut: null, mutants: null, warnings: [], objective: null, score: null },
  ...{ size: null, agentRuns: 0, costUsd: 0, activeMs: 0 },
};

/** Null: the list was paused. */
async function entryResult(list: ListRun, id: string, loop: string) {
  const { session } = list;
  const task = findTask(session.state, id);
  const { bakeOff, entry } = entryOf(task.bakeOff, loop);
  const state = await runListLoop(list, {
    loop,
    worktree: entry.worktree,
    commit: bakeOff.base,
    purpose: { task: id, kind: 'work', entry: entry.name },
    goesOn: task.goesOn,
    ownAgents: entry.agents,
    request: async (inside) => ({
      ...(await workRequest(session.state, task, await locateWorkspace(inside.cwd), entry.agents)),
      heldOutSeed: bakeOff.seed,
    }),
  });
  if (!state.ended && list.signal.aborted) return null;
  const commit = await commitOfLoop(list, state, {
    worktree: entry.worktree,
    onto: bakeOff.base,
    message: changeMessage(session.state.id, task.task, loop),
  });
  const { why: ending, reason } =
    state.ended?.ending === 'completed' ? { why: 'completed' as const, reason: state.ended.reason } : failureOf(state);
  return {
    ...{ ending, reason, commit: commit?.commit ?? null },
    checks: state.criteria.filter(({ kind }) => kind !== 'hidden'),
    figures: entryFigures(state),
    spent: spentBy(state),
  };
}

function entryOf(bakeOff: BakeOff | null, loop: string) {
  const entry = bakeOff?.entries.find((one) => one.loop === loop);
  if (!bakeOff || !entry) throw new Error(`${loop} is in no bake-off`);
  return { bakeOff, entry };
}

/** Keeps the best change; every other one stays on a branch of its own. Done once, however often it is called. */
export async function decide({ session, place }: ListRun, id: string): Promise<void> {
  const { state } = session;
  const { bakeOff } = findTask(state, id);
  const entries = bakeOff?.entries.flatMap((entry) => (entry.result ? [{ ...entry, ...entry.result }] : [])) ?? [];
  const { winner, reason, reasons } = decideBakeOff(entries);
  const others: ListEventOf<'bake-off-decided'>['others'] = [];
  for (const { name, loop, commit } of entries) {
    if (name === winner) continue;
    const branch = `${state.branch}-${slugOf(id)}-${slugOf(name)}`;
    others.push({
      loop,
      reason: reasons[name] ?? '',
      branch: commit === null ? null : await ownBranch(place.here.root, branch, commit),
    });
  }
  const failed = entries.find(({ ending }) => ending !== 'completed' && isContinued(ending)) ?? entries[0];
  await session.record({
    type: 'bake-off-decided',
    task: id,
    winner: entries.find(({ name }) => name === winner)?.loop ?? null,
    reason,
    others,
    failure:
      winner === null && failed && failed.ending !== 'completed'
        ? {
            why: failed.ending,
            reason: `${reason}: ${entries.map(({ name }) => `${name} ${reasons[name]}`).join('; ')}`,
            hint: `jumar show ${failed.loop}`,
          }
        : null,
  });
  // What none completed may go on.
  if (winner !== null)
    for (const { name, worktree } of entries) if (name !== winner) await deleteWorktree(place, worktree);
}
