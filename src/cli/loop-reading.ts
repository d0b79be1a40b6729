import { UsageError } from '../config/errors.ts';
import { evolve } from '../core/evolve.ts';
import type { Status } from '../core/outcome.ts';
import type { LoopState } from '../core/state.ts';
import { findLoop, type LoopEntry } from '../store/find-loop.ts';
import { stateHome } from '../store/home.ts';
import { checkLog, damageError } from '../store/read-log.ts';
import { statusNow } from '../store/status-now.ts';
import type { CommandContext } from './context.ts';
import { projectHere } from './project-here.ts';

export interface LoopReading {
  entry: LoopEntry;
  /** As the log tells it, but with the status as it is now, so that every report of it says the same. */
  state: LoopState;
  status: Status;
  /** The status that the log ends with: `running` where the process is gone. */
  recorded: Status;
  /** The process that runs it. */
  owner: number | null;
  /** What could not be verified of the log, in words. */
  notes: string[];
}

/** The loop a command means. Reading takes no lock; a log that does not verify is refused with where it went wrong. */
export async function readLoop(context: CommandContext, id: string | undefined): Promise<LoopReading> {
  const home = await stateHome(context.env);
  const entry = await findLoop(home, await projectHere(context, home), id ?? null);
  return readEntry(entry);
}

export async function readEntry(entry: LoopEntry): Promise<LoopReading> {
  let told: LoopState | null = null;
  const files = { path: entry.paths.log, headPath: entry.paths.head, loop: entry.id };
  const found = await checkLog(files, (record) => {
    told = evolve(told, record);
  });
  if (found.damage) throw damageError(entry.paths.log, found.damage);
  const state = told as LoopState | null;
  if (state === null) throw new UsageError(`${entry.id} has no record yet`);
  const notes = [
    ...found.notes,
    ...(found.torn ? [`the last ${found.torn.bytes} bytes of the log are an unfinished append`] : []),
  ];
  const now = await statusNow(state.status, entry.paths.lock);
  return { entry, state: { ...state, status: now.status }, recorded: state.status, notes, ...now };
}

/** `jumar diff 3` means iteration 3 of the latest loop: ids are never bare numbers. Trees are iterations or kept ones. */
export function splitTarget(args: readonly (string | undefined)[]): { loop: string | undefined; trees: string[] } {
  const given = args.filter((arg) => arg !== undefined);
  const loop = given[0] !== undefined && !TREE.test(given[0]) ? given[0] : undefined;
  const rest = loop === undefined ? given : given.slice(1);
  for (const tree of rest) {
    if (!TREE.test(tree))
      throw new UsageError(`'${tree}' is not an iteration`, 'iterations are numbers; 0 is before the loop');
  }
  return { loop, trees: rest };
}

const TREE = /^(?:\d+(?:-as-left)?|before-setup|(?:saved|before-apply)-\d+)$/;

/** The commit of an iteration, or of a tree that was kept aside. */
export async function commitOf(
  workspace: { listSnapshots(loop: string): Promise<{ name: string; commit: string }[]> },
  state: LoopState,
  tree: string,
): Promise<string> {
  if (/^\d+$/.test(tree)) return snapshotOf(state, Number(tree)).commit;
  const kept = await workspace.listSnapshots(state.id);
  const found = kept.find(({ name }) => name === tree);
  if (found) return found.commit;
  const names = kept.map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  throw new UsageError(`${state.id} has kept no ${tree}`, names.length > 0 ? `it has ${names.join(', ')}` : null);
}

/** The snapshot of iteration n, or an error that tells which there are. */
export function snapshotOf(state: LoopState, n: number) {
  const snapshot = state.iterations[n]?.snapshot;
  if (!snapshot) {
    const last = state.iterations.findLastIndex((iteration) => iteration.snapshot);
    throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${last}`);
  }
  return snapshot;
}
