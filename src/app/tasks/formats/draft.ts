import { type Task, taskSchema } from '../../../core/tasks/task.ts';
import { slugOf } from '../../../core/tasks/words.ts';
import { suggest } from '../../../core/text/nearest.ts';
import { UsageError } from '../../../system/usage-error.ts';

/** A task as a file has it: what is left out gets its default, and `after` may name tasks in any way people do. */
export interface Draft extends Partial<Omit<Task, 'title' | 'id'>> {
  id?: string | undefined;
  title: string;
  /** Where it is in the file, for errors: `line 12`, `tasks[3]`. */
  at: string;
}

/** The tasks of a list: each with a unique id, and `after` as ids. */
export function tasksOf(drafts: readonly Draft[]): Task[] {
  const ids: string[] = [];
  for (const { id, title, at } of drafts) {
    if (id !== undefined && ids.includes(id)) throw new UsageError(`${at}: two tasks have the id ${id}`, 'change one');
    ids.push(id ?? unused(slugOf(title), [...ids, ...drafts.flatMap((draft) => draft.id ?? [])]));
  }
  return drafts.map(({ at, ...draft }, index) =>
    taskSchema.parse({
      body: '',
      until: [],
      acceptance: [],
      only: [],
      agents: [],
      maxCostUsd: null,
      priority: null,
      isTicked: false,
      ...draft,
      id: ids[index],
      after: (draft.after ?? []).map((name) => idFor(name, drafts, ids, at)),
    }),
  );
}

/** By its id, its number in the list, or its title. */
function idFor(name: string, drafts: readonly Draft[], ids: readonly string[], at: string): string {
  const wanted = name.trim();
  if (ids.includes(wanted)) return wanted;
  const byNumber = /^#?(\d+)$/.exec(wanted) ? ids[Number(wanted.replace('#', '')) - 1] : undefined;
  if (byNumber !== undefined) return byNumber;
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const byName = drafts.findIndex(({ title }, index) => same(title, wanted) || same(ids[index] ?? '', wanted));
  if (byName >= 0) return ids[byName] as string;
  const meant = suggest(wanted, [...ids, ...drafts.map(({ title }) => title)]);
  throw new UsageError(
    `${at}: after "${wanted}": there is no such task`,
    meant ? `did you mean "${meant}"?` : 'name a task by its id, its number in the list or its title',
  );
}

function unused(id: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id;
  for (let n = 2; ; n++) if (!taken.includes(`${id}-${n}`)) return `${id}-${n}`;
}
