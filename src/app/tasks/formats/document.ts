import { z } from 'zod';
import { suggest } from '../../../core/text/nearest.ts';
import { UsageError } from '../../../system/usage-error.ts';
import type { Draft } from './draft.ts';

const words = z.union([z.string(), z.array(z.string())]);
const name = z.union([z.string().min(1), z.number()]);

/** A task in YAML or JSON; `schemas/tasks.schema.json` publishes it. */
const entrySchema = z.strictObject({
  id: name.optional().describe('unique in the list; by default a short form of the title'),
  title: z.string().min(1).describe('what to do, in one line'),
  description: z.string().optional().describe('more about it, part of the prompt'),
  until: words.optional().describe('checks that must hold, in the grammar of --until'),
  acceptance: words.optional().describe('criteria in prose: those that a machine can check are checked'),
  after: z
    .union([name, z.array(name)])
    .optional()
    .describe('tasks that must be integrated before: ids, numbers or titles'),
  only: words.optional().describe('globs of the only files that its agent may change'),
  agent: words.optional().describe('agents in order of preference'),
  'max-cost': z.number().positive().optional().describe('US$ that its loop may spend'),
  priority: z.number().optional().describe('lower numbers first'),
  done: z.boolean().optional().describe('it is not run'),
  completed: z.boolean().optional().describe('the same as done'),
  parallel_group: z.number().optional().describe('tasks of a group come after those of all lower groups'),
});

const documentSchema = z.strictObject({
  tasks: z.array(z.union([z.string().min(1), entrySchema])).min(1),
});

/** `schemas/tasks.schema.json`, for editors. */
export function tasksJsonSchema(): string {
  const schema = z.toJSONSchema(documentSchema, { target: 'draft-2020-12' });
  return `${JSON.stringify({ ...schema, $id: 'jumar/tasks/1', title: 'A list of tasks for jumar tasks run' }, null, 2)}\n`;
}

/** `tasks:` with one entry each: a title, or its fields. */
export function readDocument(data: unknown): Draft[] | null {
  const raw = Array.isArray(data) ? { tasks: data } : data;
  if (typeof raw !== 'object' || raw === null || !('tasks' in raw)) return null;
  const parsed = documentSchema.safeParse(raw);
  if (!parsed.success) throw problemIn(parsed.error);
  const entries = parsed.data.tasks.map((task) => (typeof task === 'string' ? { title: task } : task));
  const groups = entries.map((entry) => ('parallel_group' in entry ? entry.parallel_group : undefined));
  return entries.map((entry, index) => {
    const { title, description, until, acceptance, after, only, agent, priority, done, completed } = entry as z.infer<
      typeof entrySchema
    >;
    const group = groups[index];
    const before = groups.flatMap((other, at) =>
      other !== undefined && group !== undefined && other < group ? [`#${at + 1}`] : [],
    );
    const cost = (entry as z.infer<typeof entrySchema>)['max-cost'];
    const { id } = entry as z.infer<typeof entrySchema>;
    return {
      at: `tasks[${index}]`,
      ...(id !== undefined && { id: String(id) }),
      title,
      body: description ?? '',
      until: many(until),
      acceptance: many(acceptance),
      after: [...many(after).map(String), ...before],
      only: many(only),
      agents: many(agent),
      maxCostUsd: cost ?? null,
      priority: priority ?? null,
      isTicked: done === true || completed === true,
    };
  });
}

function many<T>(value: T | T[] | undefined): T[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

function problemIn(error: z.ZodError): UsageError {
  const issue = deepest(error.issues);
  const at = issue.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  if (issue.code !== 'unrecognized_keys') return new UsageError(`${at}: ${issue.message}`);
  const [key = ''] = issue.keys;
  const known = Object.keys(entrySchema.shape);
  const meant = suggest(key, known);
  return new UsageError(
    `${at}: there is no field "${key}"`,
    meant ? `did you mean "${meant}"?` : `there are ${known.join(', ')}`,
  );
}

/** Of a union, what is wrong with the branch that fits best: the object. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue {
  const [issue] = issues as [z.core.$ZodIssue];
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.find(
    ([first]) => first && first.message !== 'Invalid input: expected string, received object',
  );
  const found = inner ? deepest(inner) : issue;
  return found === issue ? issue : { ...found, path: [...issue.path, ...found.path] };
}
