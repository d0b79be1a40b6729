import type { ListRecord } from '../../core/tasks/events.ts';
import { findProjectIn } from '../../store/find-loop-in.ts';
import { stateHome } from '../../store/home.ts';
import { isLoopId } from '../../store/layout.ts';
import { followList, listMarks, listOwner } from '../../store/list-store.ts';
import { StoreError } from '../../system/errors.ts';
import type { AppContext } from '../context.ts';

/** What a watcher gets of a list; each call is awaited. */
export interface ListWatcher {
  record(record: ListRecord): Promise<void>;
  /** Whether a process runs it, at first and when that changes. */
  running(isRunning: boolean): Promise<void>;
}

const LOOK_MS = 1000;

/** Streams a list from record `fromSeq` on until the signal is aborted. Rejects if there is none, or if its log does not verify. */
export async function streamList(
  { env }: Pick<AppContext, 'env'>,
  place: { project: string; list: string },
  { fromSeq, signal, watcher }: { fromSeq: number; signal: AbortSignal; watcher: ListWatcher },
): Promise<void> {
  const project = await findProjectIn(await stateHome(env), place.project);
  const exists = project && isLoopId(place.list) && (await listMarks(project)).some(({ id }) => id === place.list);
  if (!project || !exists) throw new StoreError('no-loop', `there is no list ${place.list} in ${place.project}`);
  let shown: boolean | null = null;
  const look = async () => {
    const isRunning = (await listOwner(project, place.list)) !== null;
    if (isRunning === shown || signal.aborted) return;
    shown = isRunning;
    await watcher.running(isRunning);
  };
  await look();
  const looking = setInterval(() => void look().catch(() => {}), LOOK_MS);
  try {
    for await (const record of followList(project, place.list, signal))
      if (record.seq >= fromSeq) await watcher.record(record);
  } finally {
    clearInterval(looking);
  }
}
