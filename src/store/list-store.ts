import { readdir, stat } from 'node:fs/promises';
import type { ListEvent, ListRecord } from '../core/tasks/events.ts';
import { LIST_EVENT_VERSION, readListEvent } from '../core/tasks/events.ts';
import { evolveList } from '../core/tasks/evolve.ts';
import type { ListState } from '../core/tasks/state.ts';
import { errnoOf, readFailure, StoreError } from '../system/errors.ts';
import { type LogWriter, openLogForAppend } from './append-log.ts';
import type { EventFormat } from './chain.ts';
import { followLog } from './follow-log.ts';
import { isLoopId, type ListPaths, listPaths, listsFolder, type Project } from './layout.ts';
import { lockOwner, lockToken } from './lock.ts';
import type { LogFiles } from './log-evidence.ts';
import { checkLog, damageError } from './read-log.ts';

const format: EventFormat<ListEvent> = { version: LIST_EVENT_VERSION, read: readListEvent };

function filesOf({ log, head }: ListPaths, list: string): LogFiles<ListEvent> {
  return { path: log, headPath: head, loop: list, format };
}

export interface ListReading {
  project: Project;
  state: ListState;
  /** The process that runs it. */
  owner: number | null;
}

/** What the log says of a list, without a lock; null if it has no record. Throws if the log is damaged. */
export async function readList(project: Project, id: string): Promise<ListReading | null> {
  const paths = listPaths(project, id);
  let state: ListState | null = null;
  const { damage } = await checkLog(filesOf(paths, id), (record) => {
    state = evolveList(state, record);
  });
  if (damage) throw damageError(paths.log, damage);
  return state && { project, state, owner: await listOwner(project, id) };
}

/** The lists of a project, oldest first. */
export async function readLists(project: Project): Promise<ListReading[]> {
  const names = await namesIn(listsFolder(project));
  const readings = await Promise.all(names.filter(isLoopId).map((id) => readList(project, id)));
  return readings.filter((one) => one !== null).sort((a, b) => a.state.createdAt - b.state.createdAt);
}

/** The list with this id, or whose id starts with it; without one, the latest. */
export async function findList(project: Project, idOrPrefix: string | undefined): Promise<ListReading> {
  const lists = await readLists(project);
  const found = lists.filter(({ state }) => idOrPrefix === undefined || state.id.startsWith(idOrPrefix));
  const exact = found.find(({ state }) => state.id === idOrPrefix);
  const latest = found.at(-1);
  if (exact) return exact;
  if (latest && (idOrPrefix === undefined || found.length === 1)) return latest;
  const ids = lists.map(({ state }) => state.id).join(', ');
  if (!latest)
    throw new StoreError(
      'no-loop',
      idOrPrefix === undefined ? `there is no list of tasks in ${project.root} yet` : `there is no list ${idOrPrefix}`,
      ids === '' ? 'start one: jumar tasks run tasks.md' : `there are ${ids}`,
    );
  throw new StoreError('ambiguous-loop', `${idOrPrefix} matches ${found.length} lists`, `there are ${ids}`);
}

/** Opens the log of a list for its only writer, who holds the lease. */
export async function openListLog(project: Project, id: string, fence: string): Promise<LogWriter<ListEvent>> {
  const paths = listPaths(project, id);
  const isHeld = async () => (await lockToken(paths.lock)) === fence;
  return openLogForAppend({ ...filesOf(paths, id), lock: { isHeld } });
}

/** Every record of a list, present and future, until the signal is aborted. Throws if the log does not verify. */
export function followList(project: Project, id: string, signal: AbortSignal): AsyncGenerator<ListRecord> {
  const { path, loop } = filesOf(listPaths(project, id), id);
  return followLog({ path, loop, signal, format });
}

/** The lists of a project by the names of their folders, each with the mark of its log; none that has no log. */
export async function listMarks(project: Project): Promise<{ id: string; mark: string }[]> {
  const marks = (await namesIn(listsFolder(project))).filter(isLoopId).map(async (id) => {
    const { size, mtimeMs, ino } = await stat(listPaths(project, id).log).catch(() => ({
      size: 0,
      mtimeMs: 0,
      ino: 0,
    }));
    return size === 0 ? [] : [{ id, mark: `${size} ${mtimeMs} ${ino}` }];
  });
  return (await Promise.all(marks)).flat();
}

/** The process that runs a list; null if none does. */
export async function listOwner(project: Project, id: string): Promise<number | null> {
  return (await lockOwner(listPaths(project, id).lock).catch(() => null))?.pid ?? null;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === 'ENOENT') return [];
    throw readFailure(error, folder);
  });
}
