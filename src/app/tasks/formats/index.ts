import { parseDocument } from 'yaml';
import type { Task } from '../../../core/tasks/task.ts';
import { UsageError } from '../../../system/usage-error.ts';
import { readDocument } from './document.ts';
import { type Draft, tasksOf } from './draft.ts';
import { readIssues } from './github-issues.ts';
import { readMarkdown } from './markdown.ts';
import { readPrd } from './prd.ts';

/** Formats of data, the first that knows its shape reads it: null says that it is another. */
const documents: readonly ((data: unknown) => Draft[] | null)[] = [readPrd, readIssues, readDocument];

/** The tasks of a file, whatever its format. Throws with the place in the file and what to change. */
export function readTasks(text: string, name: string): Task[] {
  return readTaskFiles([{ text, name }], name);
}

/** The tasks of several files as one list, in the order of the files: a folder with a Markdown file for each part of a project. */
export function readTaskFiles(files: readonly { text: string; name: string }[], name: string): Task[] {
  try {
    const drafts = files.flatMap((file) => draftsIn(file, files.length > 1 ? `${file.name}, ` : ''));
    if (drafts.length > 0) return tasksOf(drafts);
  } catch (error) {
    if (error instanceof UsageError) throw new UsageError(`${name}, ${error.message}`, error.hint);
    throw error;
  }
  throw new UsageError(
    `${name} has no tasks`,
    'write one line a task, "- [ ] Add a login page", and below it "  until: npm test"',
  );
}

function draftsIn({ text, name }: { text: string; name: string }, where: string): Draft[] {
  const drafts = /\.(?:ya?ml|json)$/i.test(name) ? readData(text) : readMarkdown(text);
  return drafts.map((draft) => ({ ...draft, at: `${where}${draft.at}` }));
}

function readData(text: string): Draft[] {
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem) throw new UsageError(`not valid: ${problem.message.split('\n')[0]}`);
  const data: unknown = document.toJS({ maxAliasCount: 100 });
  for (const read of documents) {
    const drafts = read(data);
    if (drafts) return drafts;
  }
  throw new UsageError(
    'this is not a list of tasks',
    'it needs "tasks:", or "userStories" as in a prd.json, or what `gh issue list --json number,title,body,state` prints',
  );
}
