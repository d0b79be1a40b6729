import type { ListState } from '../../core/tasks/state.ts';
import { listProjects } from '../../store/find-loop.ts';
import { stateHome } from '../../store/home.ts';
import type { Project } from '../../store/layout.ts';
import { listMarks, listOwner, readList } from '../../store/list-store.ts';
import type { AppContext } from '../context.ts';

/** A list of tasks as it is now. */
export interface ListedTasks {
  id: string;
  project: Project;
  /** Null if the log cannot be read; `problem` says why. */
  state: ListState | null;
  problem: string | null;
  /** The process that runs it. */
  owner: number | null;
}

/** Reads every list of every project, again and again: a log that has not changed is not read twice. */
export function openListReader({ env }: Pick<AppContext, 'env'>): () => Promise<ListedTasks[]> {
  let known = new Map<string, { mark: string; state: ListState | null; problem: string | null }>();
  return async () => {
    const next: typeof known = new Map();
    const lists: ListedTasks[] = [];
    for (const project of await listProjects(await stateHome(env))) {
      for (const { id, mark } of await listMarks(project)) {
        const key = `${project.folder}/${id}`;
        const before = known.get(key);
        const { state, problem } = before?.mark === mark ? before : await read(project, id);
        next.set(key, { mark, state, problem });
        if (state || problem !== null) lists.push({ id, project, state, problem, owner: await listOwner(project, id) });
      }
    }
    known = next;
    return lists;
  };
}

async function read(project: Project, id: string) {
  try {
    return { state: (await readList(project, id))?.state ?? null, problem: null };
  } catch (error) {
    return { state: null, problem: (error as Error).message };
  }
}
