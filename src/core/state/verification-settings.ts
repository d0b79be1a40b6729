import { z } from 'zod';

/** A check that the agent is not shown: a command, and files from outside the workspace that are overlaid for it. */
const hiddenSchema = z.union([
  z.string().min(1),
  z.strictObject({
    command: z.string().min(1),
    /** Where each goes in the workspace → the file or folder outside of it. */
    files: z.record(z.string(), z.string()).default({}),
  }),
]);

/** The keys of `verify` that keep the judge out of the agent's reach. */
export const judgingKeys = {
  protect: z
    .array(z.string())
    .default([])
    .describe(
      'globs the agent may not change, in addition to .jumar/ and the scripts that the criteria run; `!` excludes one',
    ),
  only: z.array(z.string()).default([]).describe('globs of the only files the agent may change'),
  pristine: z
    .boolean()
    .default(true)
    .describe("if tests or their set-up changed, also run the criteria with the baseline's versions"),
  hidden: z.record(z.string(), hiddenSchema).default({}).describe('name → check hidden from the agent'),
  confirm: z.int().nonnegative().max(100).default(0).describe('repeat passing criteria this many times'),
  rerun: z.boolean().default(true).describe('rerun what passed before and fails now, to detect flaky tests'),
  maxMinutes: z
    .number()
    .positive()
    .default(15)
    .describe('make no pristine run and no rerun with criteria that take longer than this together'),
  setup: z.string().min(1).optional().describe('command run before the baseline, and again when lock files change'),
};

/** Experiments that show what a passing check is worth. */
export const evidenceSchema = z.strictObject({
  flip: z
    .boolean()
    .default(true)
    .describe('run tests that newly pass once more with other expected values: each must fail'),
  newTests: z
    .boolean()
    .default(true)
    .describe("run new tests on the baseline's source: one that passes there shows nothing about the change"),
  otherInputs: z
    .boolean()
    .default(true)
    .describe('call what tests that newly pass call with other inputs, too: a special case changes nothing there'),
  testFirst: z
    .enum(['auto', 'always', 'off'])
    .default('auto')
    .describe('ask the agent for tests that show the task: auto: if no check can show it'),
  holdOut: z
    .array(z.string())
    .default([])
    .describe('tests that the agent does not see: a share (30%), a number, or parts of names and globs of files'),
  revealAfter: z
    .int()
    .positive()
    .default(3)
    .describe('show the agent one held-out test after this many iterations in which nothing else failed'),
  mutants: z
    .boolean()
    .default(false)
    .describe('put small faults into the changed lines of work that would complete: tests must notice them'),
  maxMutants: z.int().positive().max(10_000).default(30).describe('how many of these faults are tried'),
  taskMutants: z
    .int()
    .nonnegative()
    .max(1000)
    .default(8)
    .describe(
      'how many small faults tests of the task meet, beside functions that return constants; 0: neither of them',
    ),
  maxMinutes: z
    .number()
    .positive()
    .default(5)
    .describe('make no experiment with tests that take longer than this, and end one with mutants after it'),
});

const hook = (when: string) => z.string().min(1).optional().describe(`command run ${when}`);

/** Each gets the event as JSON on its stdin. */
export const hooksSchema = z.strictObject({
  preLoop: hook('before the loop does anything'),
  preIteration: hook('before each run of the agent'),
  postIteration: hook('after each judged iteration'),
  onRegression: hook('after an iteration that regressed or was rolled back'),
  loopDecision: hook('with each decision; may print a stricter one as JSON'),
  onStop: hook('when the loop is about to end'),
  postLoop: hook('after the loop has ended'),
  timeoutSeconds: z.number().positive().default(60).describe('stop a hook after this long'),
});

export const hookNames = [
  'preLoop',
  'preIteration',
  'postIteration',
  'onRegression',
  'loopDecision',
  'onStop',
  'postLoop',
] as const;
export type HookName = (typeof hookNames)[number];

export interface HiddenCheck {
  /** `h1`, `h2`, … in the order of the configuration. */
  id: string;
  name: string;
  command: string;
  files: Record<string, string>;
}

export function hiddenChecks({ hidden }: { hidden: Record<string, z.infer<typeof hiddenSchema>> }): HiddenCheck[] {
  return Object.entries(hidden).map(([name, check], index) => ({
    id: `h${index + 1}`,
    name,
    ...(typeof check === 'string' ? { command: check, files: {} } : { command: check.command, files: check.files }),
  }));
}
