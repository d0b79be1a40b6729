import { z } from 'zod';

const common = {
  /** `c1`, `c2`, … in the order given. */
  id: z.string(),
  /** What the user wrote, shown back to people and to the agent. */
  text: z.string(),
};

/** One machine-checkable condition of completion; a loop's criteria must all hold. */
export const criterionSchema = z.discriminatedUnion('kind', [
  /** The command exits 0. */
  z.object({ ...common, kind: z.literal('exit'), command: z.string() }),
  /** The command's output matches (or must not match) a regular expression; the exit code does not matter. */
  z.object({
    ...common,
    kind: z.literal('output'),
    command: z.string(),
    pattern: z.string(),
    flags: z.string(),
    present: z.boolean(),
  }),
  /** The command prints nothing and exits 0, or 1 as grep and diff do if they find nothing. */
  z.object({ ...common, kind: z.literal('silent'), command: z.string() }),
  /** A file exists; with a pattern, its content matches (or must not match). */
  z.object({
    ...common,
    kind: z.literal('file'),
    path: z.string(),
    content: z.object({ pattern: z.string(), flags: z.string(), present: z.boolean() }).nullable(),
  }),
  /** A measured number against a threshold. */
  z.object({
    ...common,
    kind: z.literal('metric'),
    metric: z.string(),
    op: z.enum(['>=', '<=', '>', '<', '==', '!=']),
    value: z.union([z.number(), z.literal('baseline')]),
  }),
  /** A check that the agent is not shown; `verify.hidden` says what it runs. */
  z.object({ ...common, kind: z.literal('hidden') }),
]);

export type Criterion = z.infer<typeof criterionSchema>;

/** The shell command a criterion runs, or null if it runs none. */
export function commandOf(criterion: Criterion): string | null {
  return 'command' in criterion ? criterion.command : null;
}

/** A command in backticks: what it names need not exist yet. */
export function isForAgentToAdd(criterion: Criterion | undefined): boolean {
  return criterion?.text.includes('`') ?? false;
}
