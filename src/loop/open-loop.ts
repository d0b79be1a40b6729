import { isAbsolute, join, relative } from 'node:path';
import { createFold } from '../core/fold.ts';
import type { LoopState } from '../core/state/state.ts';
import type { EventLog, LoopLog } from '../ports/index.ts';

/**
 * What the log says of the loop; null if it was never created. `root` is where its workspace is on this machine; as
 * the log has it, if nothing is said. Rejects if the log is not what was written.
 */
export async function openLoop(log: Pick<LoopLog, 'scan'>, root?: string): Promise<LoopState | null> {
  const { state, refusal } = await foldLog(log);
  if (refusal) throw refusal;
  return state && root !== undefined ? relocateState(state, root) : state;
}

/** Folds the log as it is read, with what reading found. A damaged log is folded up to the damage. */
export async function foldLog(log: Pick<LoopLog, 'scan'>) {
  const folding = createFold();
  const found = await log.scan((record) => folding.add(record));
  return { state: folding.state(), ...found };
}

/**
 * The state for a workspace at another path than where the loop was created. The log names that path once, in its first
 * record, for people; the code that runs or shows the loop knows where it is now. Every other path in the log is relative.
 */
export function relocateState(state: LoopState, root: string): LoopState {
  const { workspace } = state;
  if (workspace.root === root) return state;
  const way = relative(workspace.root, workspace.cwd);
  const isInside = way !== '..' && !way.startsWith('../') && !isAbsolute(way);
  return { ...state, workspace: { ...workspace, root, cwd: isInside ? join(root, way) : root } };
}

/** The log as a driver writes it: under one fence, each event after the one before. */
export function createFencedLog(log: Pick<LoopLog, 'append'>, fence: string | null, lastSeq: number): EventLog {
  let last = lastSeq;
  return {
    async append(event, expectedSeq = last) {
      const record = await log.append(event, { expectedSeq, fence });
      last = record.seq;
      return record;
    },
  };
}
