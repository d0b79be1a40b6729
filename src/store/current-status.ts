import type { Status } from '../core/state/outcome.ts';
import { lockOwner } from './lock.ts';

/** The current status: a loop whose process exited without ending it has crashed. `owner` is the process that runs it. */
export async function currentStatus(recorded: Status, lock: string): Promise<{ status: Status; owner: number | null }> {
  const owner = (await lockOwner(lock))?.pid ?? null;
  const alive = recorded === 'running' || recorded === 'completing';
  return { status: alive && owner === null ? 'crashed' : recorded, owner };
}
