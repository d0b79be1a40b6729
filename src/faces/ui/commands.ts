import { z } from 'zod';

const loop = z.string().regex(/^[a-z0-9][a-z0-9-]{0,60}$/, 'no loop id');
const reason = z.string().trim().min(1).max(2000);
const amount = z.number().positive().max(1e9);
const limits = z.strictObject({
  maxIterations: z.int().positive().max(1_000_000).optional(),
  timeout: amount.optional(),
  maxCost: amount.optional(),
  maxTokens: z.int().positive().optional(),
});
/** Of an alert or a task. */
const named = z
  .string()
  .min(1)
  .max(400)
  .regex(/^[^-\0][^\0]*$/, 'no id');
const line = z
  .string()
  .trim()
  .min(1)
  .max(2000)
  .regex(/^[^\0\r\n]*$/, 'must be one line');

/** A new loop, as the form has it. */
const newLoop = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .regex(/^[^\0]*$/, 'must be text'),
  until: z.array(line).max(50).default([]),
  agent: line.optional(),
  worktree: z.boolean().default(false),
  limits: limits.default({}),
});

/** Everything that a person can do on the page. */
export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('pause'), loop, now: z.boolean().default(false) }),
  z.strictObject({ type: z.literal('skip'), loop }),
  z.strictObject({ type: z.literal('abort'), loop, revert: z.boolean().default(false), reason: reason.optional() }),
  z.strictObject({ type: z.literal('resume'), loop, limits: limits.default({}) }),
  z.strictObject({
    type: z.literal('answer'),
    loop,
    answer: z.enum(['approve', 'reject', 'abort']),
    reason: reason.optional(),
  }),
  z.strictObject({
    type: z.literal('mark'),
    loop,
    alerts: z.array(named).min(1).max(100),
    falsePositive: z.boolean(),
    reason: reason.optional(),
  }),
  z.strictObject({
    type: z.literal('apply'),
    loop,
    iteration: z.int().nonnegative(),
    branch: z
      .string()
      .max(200)
      .regex(/^(?!-)[\w./-]*$/, 'no branch name')
      .default(''),
  }),
  z.strictObject({ type: z.literal('list-resume'), list: loop, maxCost: amount.optional() }),
  z.strictObject({ type: z.literal('list-retry'), list: loop, task: named, fresh: z.boolean().default(false) }),
  z.strictObject({ type: z.literal('list-skip'), list: loop, task: named, reason: reason.optional() }),
  z.strictObject({ type: z.literal('list-apply'), list: loop }),
  z.strictObject({ type: z.literal('preview'), ...newLoop.shape }),
  z.strictObject({ type: z.literal('start'), ...newLoop.shape }),
]);
export type Action = z.infer<typeof actionSchema>;

export interface JumarCommand {
  args: string[];
  /** It runs a loop: it goes on after the answer. */
  staysRunning: boolean;
}

/**
 * Pure: the command line of what a person does on the page, so that the page can do nothing else. A text from a form is one
 * argument of its own and never an option; no shell reads it.
 */
export function commandOf(action: Action): JumarCommand {
  switch (action.type) {
    case 'pause':
      return once('pause', ...(action.now ? ['--now'] : []), action.loop);
    case 'skip':
      return once('skip', action.loop);
    case 'abort':
      return once('abort', ...(action.revert ? ['--revert'] : []), ...reasonOf(action), action.loop);
    case 'resume':
      return { args: ['resume', ...limitsOf(action.limits), '--plain', action.loop], staysRunning: true };
    case 'answer':
      return once('gate', ...reasonOf(action), action.answer, action.loop);
    case 'mark':
      return once(
        ...['alerts', 'mark', action.falsePositive ? '--false-positive' : '--undo'],
        ...reasonOf(action),
        ...['--loop', action.loop, ...action.alerts],
      );
    case 'apply':
      return once(
        'apply',
        `--branch${action.branch ? `=${action.branch}` : ''}`,
        action.loop,
        String(action.iteration),
      );
    case 'list-resume':
      return { args: ['tasks', 'resume', ...limitsOf({ maxCost: action.maxCost }), action.list], staysRunning: true };
    case 'list-retry':
      return once('tasks', 'retry', ...(action.fresh ? ['--fresh'] : []), action.task, action.list);
    case 'list-skip':
      return once('tasks', 'skip', ...reasonOf(action), action.task, action.list);
    case 'list-apply':
      return once('tasks', 'apply', action.list);
    case 'preview':
      return once('run', ...loopOptions(action), '--dry-run', '--', action.task);
    case 'start':
      return { args: ['run', ...loopOptions(action), '--plain', '--', action.task], staysRunning: true };
  }
}

function once(...args: string[]): JumarCommand {
  return { args, staysRunning: false };
}

function reasonOf({ reason: text }: { reason?: string | undefined }): string[] {
  return text === undefined ? [] : [`--reason=${text}`];
}

function loopOptions({ until, agent, worktree, limits: chosen }: z.infer<typeof newLoop>): string[] {
  return [
    ...until.map((criterion) => `--until=${criterion}`),
    ...(agent === undefined ? [] : [`--agent=${agent}`]),
    ...(worktree ? ['--worktree'] : []),
    ...limitsOf(chosen),
  ];
}

function limitsOf(chosen: z.infer<typeof limits>): string[] {
  const flags = {
    '--max-iterations': chosen.maxIterations,
    '--timeout': chosen.timeout,
    '--max-cost': chosen.maxCost,
    '--max-tokens': chosen.maxTokens,
  };
  return Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [`${flag}=${value}`]));
}
