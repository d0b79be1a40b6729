import { join } from 'node:path';
import type { Status } from '../core/state/outcome.ts';
import type { LoopState } from '../core/state/state.ts';
import { foldLog, relocateState } from '../loop/open-loop.ts';
import { currentStatus } from '../store/current-status.ts';
import { findLoop, type LoopEntry } from '../store/find-loop.ts';
import { findLoopIn } from '../store/find-loop-in.ts';
import { stateHome } from '../store/home.ts';
import { iterationFolder } from '../store/layout.ts';
import { UsageError } from '../system/usage-error.ts';
import type { AppContext } from './context.ts';
import { openLoopLog } from './loop-log.ts';
import { projectHere } from './project-here.ts';

export interface LoopReading {
  entry: LoopEntry;
  /** The state from the log, with the current status, so that all reports agree. */
  state: LoopState;
  status: Status;
  /** The last status in the log: `running` if the process died. */
  recorded: Status;
  /** The process that runs it. */
  owner: number | null;
  /** What could not be verified in the log. */
  notes: string[];
}

/** Reads the loop that a command refers to, without a lock. Throws if the log is damaged, and says where. */
export async function readLoop(context: AppContext, id: string | undefined): Promise<LoopReading> {
  const home = await stateHome(context.env);
  const entry = await findLoop(home, await projectHere(context, home), id ?? null);
  return readEntry(entry);
}

/** The loop of a project, by the names of their folders. */
export async function loopEntryIn({ env }: Pick<AppContext, 'env'>, project: string, id: string): Promise<LoopEntry> {
  return findLoopIn(await stateHome(env), project, id);
}

export async function readEntry(entry: LoopEntry): Promise<LoopReading> {
  const { state, refusal, notes, torn } = await foldLog(openLoopLog(entry));
  if (refusal) throw refusal;
  if (state === null) throw new UsageError(`${entry.id} has no records yet`);
  const allNotes = [...notes, ...(torn ? [`the last ${torn.bytes} bytes of the log are an unfinished append`] : [])];
  const now = await currentStatus(state.status, entry.paths.lock);
  const located = relocateState(state, entry.project.root);
  return { entry, state: { ...located, status: now.status }, recorded: state.status, notes: allNotes, ...now };
}

/** Where an iteration's setup command left what it printed; there is no such file if it did not run. */
export function setupOutput({ paths }: LoopEntry, n: number): string {
  return join(paths.iterations, iterationFolder(n), 'setup.log');
}

/** The commit of an iteration or of another saved tree. */
export async function commitOf(
  workspace: { listSnapshots(loop: string): Promise<{ name: string; commit: string }[]> },
  state: LoopState,
  tree: string,
): Promise<string> {
  if (/^\d+$/.test(tree)) return snapshotOf(state, Number(tree)).commit;
  const snapshots = await workspace.listSnapshots(state.id);
  const found = snapshots.find(({ name }) => name === tree);
  if (found) return found.commit;
  const names = snapshots.map(({ name }) => name).filter((name) => !/^\d+$/.test(name));
  throw new UsageError(`${state.id} has no saved tree ${tree}`, names.length > 0 ? `it has ${names.join(', ')}` : null);
}

/** The snapshot of iteration n; throws an error that lists the existing ones. */
export function snapshotOf(state: LoopState, n: number) {
  const snapshot = state.iterations[n]?.snapshot;
  if (!snapshot) {
    const last = state.iterations.findLastIndex((iteration) => iteration.snapshot);
    throw new UsageError(`${state.id} has no iteration ${n}`, `it has 0 to ${last}`);
  }
  return snapshot;
}
