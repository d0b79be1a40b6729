import { z } from 'zod';
import { alertSettingsSchema } from './alerts.ts';
import { customMetricsSchema } from './custom-metric.ts';
import { scoreSettingsSchema } from './quality/weights.ts';
import { reinforcementSettingSchema } from './reinforcement.ts';
import { taskTypeSchema } from './task-type.ts';
import { hooksSchema, judgingKeys } from './verification/settings.ts';

const positive = z.number().positive();
const price = z.number().nonnegative();
const priceSchema = z.strictObject({
  input: price,
  output: price,
  cacheRead: price.optional(),
  cacheWrite: price.optional(),
});
export type Price = z.infer<typeof priceSchema>;

const count = z.int().positive();
/** Has no default, so the environment gives it as text. */
const amount = z.coerce.number().positive();
const ownCommand = z.strictObject({ command: z.string().min(1), timeoutMinutes: positive.optional() });

/**
 * The settings a loop runs under, frozen into its log at the start. The defaults are those of the rule book; every key
 * here is a key of the configuration file (`limits.maxIterations`), and unknown keys are refused.
 */
export const settingsSchema = z.strictObject({
  limits: z
    .strictObject({
      maxIterations: count.default(10).describe('stop after this many iterations'),
      timeoutMinutes: positive.default(60).describe('stop after this much running time; pauses do not count'),
      maxCostUsd: amount.optional().describe('stop when the agents have spent this many US$, over all sessions'),
      maxTokens: amount.optional().describe('stop when the agents have used this many tokens, over all sessions'),
      maxAgentMinutes: amount.optional().describe('stop when agents have run for this long, over all sessions'),
    })
    .prefault({}),
  agent: z
    .strictObject({
      names: z.array(z.string()).default([]).describe('agents in order of preference; empty: the first one installed'),
      command: z.string().min(1).optional().describe('shell command that runs the agent; the prompt is on its stdin'),
      model: z.string().min(1).optional().describe('the model that the agent is told to use'),
      args: z.array(z.string()).default([]).describe("further arguments for the agent's program"),
      env: z.array(z.string()).default([]).describe('variables passed on to the agent beside the allow-list'),
      timeoutMinutes: positive.default(30).describe('cancel one agent run after this long'),
      silenceMinutes: positive.default(15).describe('cancel an agent that prints nothing for this long'),
      graceSeconds: z.number().nonnegative().default(5).describe('time between TERM and KILL'),
      afterResultSeconds: positive.default(20).describe('end an agent that has told its result but does not exit'),
      maxSteps: count.default(300).describe('cancel an agent run after this many model calls'),
      maxRetries: count.default(15).describe('cancel an agent that calls its model in vain this often in a row'),
      onLimit: z
        .enum(['fallback', 'wait'])
        .default('fallback')
        .describe('fallback: the next of agent.names takes over while one is held up'),
      maxMisses: count.default(6).describe('runs in a row held up by limits or outages before an agent is given up'),
      maxWaitMinutes: positive.default(360).describe('the longest wait for a limit to be lifted'),
      backoffSeconds: positive.default(15).describe('the first wait where no reset was announced; doubled each time'),
      cleanRoom: z.boolean().default(false).describe("keep the user's own hooks, plugins and MCP servers out"),
      sandbox: z
        .enum(['none', 'agent', 'bwrap', 'srt'])
        .default('none')
        .describe('agent: its own; refused where not available'),
      sandboxWritable: z.array(z.string()).default([]).describe('further folders that a sandboxed agent may write to'),
      sandboxDomains: z.array(z.string()).default([]).describe('further domains that srt lets the agent reach'),
      prices: z
        .record(z.string(), priceSchema)
        .default({})
        .describe('model → US$ per million tokens, for agents that tell tokens but no cost'),
    })
    .prefault({}),
  repair: z
    .strictObject({
      budgetSeconds: positive.default(60).describe('time that the built-in agent has in an iteration'),
    })
    .prefault({}),
  verify: z
    .strictObject({
      criteria: z.array(z.string()).default([]).describe('criteria used when no --until is given'),
      timeoutMinutes: positive.default(15).describe('a criterion that runs longer could not be measured'),
      cache: z
        .boolean()
        .default(true)
        .describe('do not run a command again on a tree whose result is known; --no-cache switches it off'),
      ...judgingKeys,
    })
    .prefault({}),
  hooks: hooksSchema.prefault({}),
  task: z
    .strictObject({
      type: taskTypeSchema
        .optional()
        .describe('test-fix, refactor, …; found from the task and its criteria if not set'),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      tests: ownCommand.optional().describe('`command`: whose tests are counted, instead of those of the criteria'),
      lint: z
        .union([z.boolean(), ownCommand])
        .default(true)
        .describe('run the linters that the project has set up; `command`: run this instead'),
      types: z
        .union([z.boolean(), ownCommand])
        .default(true)
        .describe('run the type checkers that the project has set up; `command`: run this instead'),
      build: z
        .union([z.boolean(), z.string().min(1), ownCommand])
        .default(true)
        .describe("run the project's build script after the checks; `command`: run this instead"),
      code: z.boolean().default(true).describe('count files, lines and complexity'),
      coverage: z
        .union([z.enum(['found', 'auto', 'off']), ownCommand])
        .default('found')
        .describe('found: what the checks write; auto: also asks runners and node itself; `command`: run this for it'),
      custom: customMetricsSchema
        .default({})
        .describe('name → command that prints a number, or `command`, `direction`, `threshold`; as custom.<name>'),
      timeoutMinutes: positive.default(5).describe('one measuring command is given up after this long'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      enabled: z.boolean().default(true).describe('look for cheating and loss in every iteration'),
    })
    .prefault({}),
  alerts: alertSettingsSchema.prefault({}),
  score: scoreSettingsSchema.prefault({}),
  progress: z
    .strictObject({
      strategy: z
        .string()
        .min(1)
        .default('system-captured')
        .describe('how: system-captured, structured-log, llm-summarized or hybrid; an unknown one warns'),
      maxEntries: count.default(5).describe('earlier iterations told to the next one'),
      maxChars: count.default(500).describe('characters of output kept per iteration'),
      strategies: z
        .record(z.string(), z.preprocess(camelCased, z.strictObject({ maxEntries: count, maxChars: count }).partial()))
        .default({})
        .describe('strategy → its own maxEntries and maxChars'),
    })
    .prefault({}),
  memory: z
    .strictObject({
      reflections: z.boolean().default(true).describe('reflect on every failed iteration and tell the next'),
      window: count.optional().describe("how many reflections the next prompt is given (default: by the task's type)"),
      lessons: z
        .enum(['project', 'user', 'off'])
        .default('project')
        .describe('lessons of earlier loops: of this project, of all projects of the user, or none'),
    })
    .prefault({}),
  model: z
    .strictObject({
      provider: z
        .enum(['none', 'agent', 'openai', 'anthropic', 'google'])
        .default('none')
        .describe('who writes summaries and reflections: nobody (rules do), the agent, or an endpoint that speaks so'),
      name: z.string().optional().describe('the model to ask'),
      url: z.string().optional().describe('where it is asked, for proxies and local servers'),
      keyVariable: z.string().optional().describe('the environment variable that holds the key'),
      timeoutSeconds: positive.default(60).describe('a slower answer is not waited for: rules take its place'),
    })
    .prefault({}),
  prompt: z
    .strictObject({
      template: z.string().optional().describe('Handlebars file used instead of the built-in prompt'),
    })
    .prefault({}),
  goal: z
    .strictObject({
      mode: z
        .enum(['satisfy', 'refine', 'maximize', 'minimize'])
        .default('satisfy')
        .describe(
          'satisfy: stop when the criteria hold; refine: then raise the score; maximize, minimize: the number of goal.command',
        ),
      command: z.string().min(1).optional().describe('prints the number that maximize or minimize is about'),
    })
    .prefault({}),
  reinforcement: z
    .strictObject({
      setting: reinforcementSettingSchema
        .default('ADAPTIVE')
        .describe('how much the prompt reminds of the rules; ADAPTIVE moves between the levels'),
    })
    .prefault({}),
  gate: z
    .strictObject({
      timeoutMinutes: positive.default(2880).describe('a question to a person is open this long, then it blocks'),
      destructiveTimeoutMinutes: positive.default(60).describe('the same where something was deleted or faked'),
      wait: z
        .boolean()
        .default(false)
        .describe('without a terminal, wait for an answer by `jumar gate` instead of ending with exit 4'),
    })
    .prefault({}),
  notify: z
    .strictObject({
      command: z.string().min(1).optional().describe('run at gates and at the end, with the news as JSON on its stdin'),
      webhook: z.url().optional().describe('the same news, posted as JSON'),
      timeoutSeconds: positive.default(10).describe('a notification is given up after this long'),
    })
    .prefault({}),
  recovery: z
    .strictObject({
      enabled: z.boolean().default(true).describe('diagnose and adapt after a regression or a standstill'),
      afterRegressions: count
        .default(2)
        .describe('regressions in a row from which a rollback is followed by a recovery'),
      maxAttempts: z.int().nonnegative().default(3).describe('recoveries without success before a person is asked'),
      minConfidence: z.number().min(0).max(1).default(0.5).describe('a diagnosis less sure than this asks a person'),
    })
    .prefault({}),
  rules: z
    .strictObject({
      minIterations: z.int().nonnegative().default(2).describe('iterations before a stall may stop the loop'),
      maxRegressions: z.int().nonnegative().default(2).describe('rollbacks in a row before a human is asked'),
      dropThreshold: positive.default(0.1).describe('a score this far below best is rolled back'),
      maxNoops: count.default(3).describe('iterations in a row that change nothing before the loop stops'),
      maxSameTree: count.default(3).describe('times in a row the agent may produce the same tree'),
      maxSameError: count.default(3).describe('times in a row the same error may stand'),
      maxUnmeasured: count.default(3).describe('iterations in a row of which nothing could be measured'),
      brokenTests: z
        .enum(['by-type', 'tolerate', 'roll-back'])
        .default('by-type')
        .describe(
          "tolerate: broken tests alone are rolled back only after maxRegressions; by-type: as the task's type says",
        ),
      cycleWindow: count.default(5).describe('iterations back in which a returning state is looked for'),
      cycleAfter: z.int().nonnegative().default(10).describe('a returning state ends the loop after this iteration'),
      stallWindow: count.default(3).describe('iterations without any gain that are a standstill'),
      stallSteps: count.default(10).describe('tests and errors it takes for still iterations to be a standstill'),
      qualityThreshold: z.number().min(0).max(1).default(0.95).describe('refining stops at this score'),
      improvementThreshold: z
        .number()
        .nonnegative()
        .default(0.05)
        .describe('refining stops where an iteration adds less than this'),
      plateauWindow: count.default(3).describe('iterations over which the mean improvement is taken'),
      plateauThreshold: z
        .number()
        .nonnegative()
        .default(0.03)
        .describe('refining and optimising stop below this mean improvement'),
      lateTies: z.boolean().default(false).describe('of two equally good iterations keep the later'),
      off: z.array(z.string()).default([]).describe('decision rules that are switched off, by name'),
    })
    .prefault({}),
});

/** `max-entries` and `max_entries` are `maxEntries`, also further down than the layers of configuration look. */
function camelCased(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const camel = (key: string) => key.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camel(key), inner]));
}

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
