import { basename } from 'node:path';
import type { AppContext } from '../../app/context.ts';
import { listLoops } from '../../app/list-loops.ts';
import type { SummarisedLoop } from '../../app/summaries.ts';

/** A loop as the list shows it. */
export interface LoopRow {
  /** The name of the project's folder in the state folder: with the id, the loop's place. */
  project: string;
  workspace: string;
  id: string;
  status: SummarisedLoop['status'];
  createdAt: number;
  problem: string | null;
  summary: Omit<NonNullable<SummarisedLoop['summary']>, 'workspace'> | null;
}

export interface LoopChanges {
  changed: LoopRow[];
  gone: { project: string; id: string }[];
}

const POLL_MS = 1000;
/** The list is read at most this share of the time. */
const SHARE = 5;

/** Every loop of every project, and what changes: read once for all who watch, and only while somebody does. */
export function openLoopsFeed(context: AppContext) {
  let rows = new Map<string, { row: LoopRow; text: string }>();
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const watchers = new Set<(changes: LoopChanges) => void>();

  const read = async () => {
    const next = new Map<string, { row: LoopRow; text: string }>();
    for (const loop of await listLoops(context, { all: true })) {
      const row = rowOf(loop);
      next.set(keyOf(row), { row, text: JSON.stringify(row) });
    }
    const changed = [...next].filter(([key, { text }]) => rows.get(key)?.text !== text).map(([, { row }]) => row);
    const gone = [...rows]
      .filter(([key]) => !next.has(key))
      .map(
        ([
          ,
          {
            row: { project, id },
          },
        ]) => ({ project, id }),
      );
    rows = next;
    if (changed.length + gone.length > 0) for (const watcher of watchers) watcher({ changed, gone });
  };
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const poll = (after: number) => {
    timer = setTimeout(async () => {
      const began = performance.now();
      await readOnce().catch(() => {});
      if (watchers.size > 0) poll(Math.max(POLL_MS, SHARE * (performance.now() - began)));
      else timer = null;
    }, after);
  };

  return {
    async all(): Promise<LoopRow[]> {
      await readOnce();
      return [...rows.values()].map(({ row }) => row);
    },
    /** Call the result to stop watching. */
    watch(watcher: (changes: LoopChanges) => void): () => void {
      watchers.add(watcher);
      if (!timer) poll(POLL_MS);
      return () => void watchers.delete(watcher);
    },
    close() {
      watchers.clear();
      if (timer) clearTimeout(timer);
    },
  };
}

export type LoopsFeed = ReturnType<typeof openLoopsFeed>;

function rowOf({ id, project, createdAt, summary, status, problem }: SummarisedLoop): LoopRow {
  const { workspace: _, ...rest } = summary ?? { workspace: '' };
  return {
    project: basename(project.folder),
    workspace: project.root,
    id,
    status,
    createdAt,
    problem,
    summary: summary ? (rest as LoopRow['summary']) : null,
  };
}

function keyOf({ project, id }: { project: string; id: string }): string {
  return `${project}/${id}`;
}
