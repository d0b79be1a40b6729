import type { Status } from '../core/outcome.ts';
import { lockOwner } from './lock.ts';

/** The status as it is now: a loop whose process is gone without having ended it is crashed. The owner is that process. */
export async function statusNow(recorded: Status, lock: string): Promise<{ status: Status; owner: number | null }> {
  const owner = (await lockOwner(lock))?.pid ?? null;
  const alive = recorded === 'running' || recorded === 'completing';
  return { status: alive && owner === null ? 'crashed' : recorded, owner };
}
