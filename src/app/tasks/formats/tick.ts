import { readFile, stat } from 'node:fs/promises';
import { writeFileAtomic } from '../../../system/files.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { tasksOf } from './draft.ts';
import { readMarkdown } from './markdown.ts';

/** Ticks the boxes of these tasks in a Markdown file, and changes nothing else of it. Returns how many were ticked. */
export async function tickFile(path: string, ids: ReadonlySet<string>): Promise<number> {
  const before = await readFile(path, 'utf8');
  const { text, count } = tickBoxes(before, ids);
  if (count > 0) await writeFileAtomic(path, text);
  return count;
}

/** Throws if `path` has no boxes that could be ticked. */
export async function refuseUntickable(path: string): Promise<void> {
  if (/\.(?:ya?ml|json)$/i.test(path)) throw new UsageError(`${path} has no boxes to tick`, 'only Markdown has');
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) throw new UsageError(`${path} is a folder, and boxes are ticked in a single file`, 'leave --tick out');
}

export function tickBoxes(text: string, ids: ReadonlySet<string>): { text: string; count: number } {
  const drafts = readMarkdown(text);
  const tasks = tasksOf(drafts);
  const lines = text.split('\n');
  let count = 0;
  for (const [index, task] of tasks.entries()) {
    const at = Number(/\d+$/.exec(drafts[index]?.at ?? '')?.[0]) - 1;
    const ticked = lines[at]?.replace(/\[ \]/, '[x]');
    if (!ids.has(task.id) || ticked === undefined || ticked === lines[at]) continue;
    lines[at] = ticked;
    count++;
  }
  return { text: lines.join('\n'), count };
}
