import { z } from 'zod';
import { alertSettingsSchema } from '../metrics/alerts.ts';
import { customMetricsSchema } from '../metrics/custom-metric.ts';
import { reinforcementSettingSchema } from './reinforcement-level.ts';
import { checksSettingsSchema, roomSettingsSchema } from './room.ts';
import { scoreSettingsSchema } from './score-settings.ts';
import { sessionSchema, telemetrySchema } from './session-settings.ts';
import { taskTypeSchema } from './task-type.ts';
import { evidenceSchema, hooksSchema, judgingKeys } from './verification-settings.ts';

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
      timeoutMinutes: positive
        .default(60)
        .describe('stop after this much running time; pauses and the sleep of the machine do not count'),
      maxCostUsd: amount.optional().describe('stop when agents have spent this many US$, over all sessions'),
      maxTokens: amount.optional().describe('stop when agents have used this many tokens, over all sessions'),
      maxAgentMinutes: amount.optional().describe('stop when agents have run for this long, over all sessions'),
    })
    .prefault({}),
  agent: z
    .strictObject({
      names: z.array(z.string()).default([]).describe('agents in order of preference; empty: the first one installed'),
      command: z.string().min(1).optional().describe('shell command that runs the agent; the prompt is on its stdin'),
      model: z.string().min(1).optional().describe('model for the agent'),
      args: z.array(z.string()).default([]).describe("extra arguments for the agent's program"),
      env: z.array(z.string()).default([]).describe('variables passed to the agent in addition to the allow-list'),
      timeoutMinutes: positive.default(30).describe('cancel one agent run after this long'),
      silenceMinutes: positive.default(15).describe('cancel an agent that prints nothing for this long'),
      graceSeconds: z.number().nonnegative().default(5).describe('time between TERM and KILL'),
      afterResultSeconds: positive
        .default(20)
        .describe('kill an agent that has reported its result but does not exit after this long'),
      maxSteps: count.default(300).describe('cancel an agent run after this many model calls'),
      maxRetries: count.default(15).describe('cancel an agent after this many model calls in a row without a result'),
      onLimit: z
        .enum(['fallback', 'wait'])
        .default('fallback')
        .describe('fallback: the next of agent.names takes over while one is unavailable'),
      maxMisses: count
        .default(6)
        .describe('give up on an agent after this many runs in a row fail from limits or outages'),
      maxWaitMinutes: positive.default(360).describe('longest wait for a limit to reset'),
      backoffSeconds: positive.default(15).describe('first wait if no reset time is known; doubles each time'),
      cleanRoom: z.boolean().default(false).describe("run the agent without the user's hooks, plugins and MCP servers"),
      sandbox: z
        .enum(['cell', 'none', 'agent', 'bwrap', 'srt'])
        .default('cell')
        .describe(
          "cell: own process namespace, Jumar's state hidden, if bubblewrap works; agent: also its own sandbox; bwrap, srt: a cage for files",
        ),
      sandboxWritable: z.array(z.string()).default([]).describe('extra folders that a sandboxed agent may write to'),
      sandboxDomains: z.array(z.string()).default([]).describe('extra domains that srt lets the agent reach'),
      prices: z
        .record(z.string(), priceSchema)
        .default({})
        .describe('model → US$ per million tokens, for agents that report tokens but no cost'),
    })
    .prefault({}),
  repair: z
    .strictObject({
      budgetSeconds: positive.default(60).describe('time limit of the built-in agent per iteration'),
    })
    .prefault({}),
  verify: z
    .strictObject({
      criteria: z.array(z.string()).default([]).describe('criteria used without --until'),
      timeoutMinutes: positive.default(15).describe('a criterion that runs longer counts as not measured'),
      cache: z.boolean().default(true).describe('reuse cached results for an unchanged tree; --no-cache disables it'),
      ...judgingKeys,
    })
    .prefault({}),
  checks: checksSettingsSchema.prefault({}),
  room: roomSettingsSchema.prefault({}),
  hooks: hooksSchema.prefault({}),
  session: sessionSchema.prefault({}),
  task: z
    .strictObject({
      type: taskTypeSchema
        .optional()
        .describe('test-fix, refactor, …; detected from the task and its criteria if not set'),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      tests: ownCommand.optional().describe("`command`: count its tests instead of the criteria's"),
      lint: z
        .union([z.boolean(), ownCommand])
        .default(true)
        .describe("run the project's linters; `command`: run this instead"),
      types: z
        .union([z.boolean(), ownCommand])
        .default(true)
        .describe("run the project's type checkers; `command`: run this instead"),
      build: z
        .union([z.boolean(), z.string().min(1), ownCommand])
        .default(true)
        .describe("run the project's build script after the checks; `command`: run this instead"),
      code: z.boolean().default(true).describe('count files, lines and complexity'),
      coverage: z
        .union([z.enum(['cheap', 'found', 'auto', 'off']), ownCommand])
        .default('cheap')
        .describe(
          'found: read reports that the checks write; auto: also ask test runners and node; cheap: ask them in a loop if that costs at most `coverageBudget`; `command`: run this instead',
        ),
      coverageBudget: z
        .number()
        .nonnegative()
        .default(20)
        .describe('how much longer, in percent, the tests may take with coverage `cheap`; tried once, at the baseline'),
      custom: customMetricsSchema
        .default({})
        .describe('name → command that prints a number, or `command`, `direction`, `threshold`; as custom.<name>'),
      slowSeconds: z
        .number()
        .nonnegative()
        .default(5)
        .describe('lint, types and build that took longer and that nothing decides by are measured at both ends only'),
      everyIteration: z.boolean().default(false).describe('measure them in every iteration, however long they take'),
      timeoutMinutes: positive.default(5).describe('cancel a measuring command after this long'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      enabled: z.boolean().default(true).describe('check every iteration for cheating and loss'),
      timeoutMinutes: positive
        .default(5)
        .describe('start the guard again after this long; an iteration it cannot judge twice counts as not measured'),
    })
    .prefault({}),
  evidence: evidenceSchema.prefault({}),
  alerts: alertSettingsSchema.prefault({}),
  score: scoreSettingsSchema.prefault({}),
  progress: z
    .strictObject({
      strategy: z
        .string()
        .min(1)
        .default('system-captured')
        .describe(
          'system-captured, structured-log, llm-summarized, hybrid, or the path of a module (.mjs); an unknown one warns',
        ),
      maxEntries: count.default(5).describe('earlier iterations shown to the next one'),
      maxChars: count.default(500).describe('characters of output stored per iteration'),
      strategies: z
        .record(z.string(), z.preprocess(camelCased, z.strictObject({ maxEntries: count, maxChars: count }).partial()))
        .default({})
        .describe('strategy → its own maxEntries and maxChars'),
    })
    .prefault({}),
  memory: z
    .strictObject({
      reflections: z.boolean().default(true).describe('reflect on every failed iteration for the next one'),
      window: count.optional().describe('reflections in the next prompt (default: by task type)'),
      lessons: z
        .enum(['project', 'user', 'off'])
        .default('project')
        .describe('lessons of earlier loops: of this project, of all your projects, or none'),
    })
    .prefault({}),
  model: z
    .strictObject({
      provider: z
        .enum(['none', 'agent', 'openai', 'anthropic', 'google'])
        .default('none')
        .describe('what writes summaries and reflections: rules (none), the agent, or a model API'),
      name: z.string().optional().describe('the model to ask'),
      url: z.string().optional().describe('base URL, for proxies and local servers'),
      keyVariable: z.string().optional().describe('the environment variable that holds the key'),
      timeoutSeconds: positive.default(60).describe('use rules instead if the answer takes longer'),
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
      command: z.string().min(1).optional().describe('prints the number to maximize or minimize'),
    })
    .prefault({}),
  reinforcement: z
    .strictObject({
      setting: reinforcementSettingSchema
        .default('ADAPTIVE')
        .describe('how strongly the prompt repeats the rules; ADAPTIVE moves between the levels'),
    })
    .prefault({}),
  gate: z
    .strictObject({
      timeoutMinutes: positive
        .default(2880)
        .describe('a question to a person times out after this long and then blocks'),
      destructiveTimeoutMinutes: positive.default(60).describe('the same for deletions and cheating'),
      wait: z
        .boolean()
        .default(false)
        .describe('without a terminal, wait for an answer from `jumar gate` instead of exiting with 4'),
    })
    .prefault({}),
  notify: z
    .strictObject({
      command: z
        .string()
        .min(1)
        .optional()
        .describe('run at gates and at the end, with the event as JSON on its stdin'),
      webhook: z.url().optional().describe('the same event, posted as JSON'),
      timeoutSeconds: positive.default(10).describe('cancel a notification after this long'),
    })
    .prefault({}),
  telemetry: telemetrySchema.prefault({}),
  recovery: z
    .strictObject({
      enabled: z.boolean().default(true).describe('diagnose and adapt after a regression or a stall'),
      afterRegressions: count.default(2).describe('regressions in a row before a rollback starts a recovery'),
      maxAttempts: z.int().nonnegative().default(3).describe('failed recoveries before a person is asked'),
      minConfidence: z
        .number()
        .min(0)
        .max(1)
        .default(0.5)
        .describe('ask a person if the diagnosis is less certain than this'),
    })
    .prefault({}),
  rules: z
    .strictObject({
      minIterations: z.int().nonnegative().default(2).describe('iterations before a stall may stop the loop'),
      maxRegressions: z.int().nonnegative().default(2).describe('rollbacks in a row before a person is asked'),
      allowRegression: z
        .boolean()
        .default(false)
        .describe('build on iterations that score less or break a test; losses are still rolled back'),
      dropThreshold: positive.max(1).default(0.1).describe('a score this far below best is rolled back'),
      maxNoops: count.default(3).describe('iterations in a row that change nothing before the loop stops'),
      maxSameTree: count.default(3).describe('times in a row the agent may produce the same tree'),
      maxSameError: count.default(3).describe('times in a row the same error may occur'),
      maxUnmeasured: count.default(3).describe('iterations in a row without any measurement before the loop stops'),
      brokenTests: z
        .enum(['by-type', 'tolerate', 'roll-back'])
        .default('by-type')
        .describe(
          'tolerate: roll back broken tests alone only after maxRegressions; by-type: depends on the task type',
        ),
      cycleWindow: count.default(5).describe('how many iterations back to look for a repeated state'),
      cycleAfter: z.int().nonnegative().default(10).describe('a repeated state ends the loop after this iteration'),
      stallWindow: count.default(3).describe('iterations without any gain that count as a stall'),
      stallSteps: count
        .default(10)
        .describe('tests and errors needed for iterations without change to count as a stall'),
      qualityThreshold: z.number().min(0).max(1).default(0.95).describe('refining stops at this score'),
      improvementThreshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.05)
        .describe('refining stops if an iteration adds less than this'),
      plateauWindow: count.default(3).describe('iterations averaged for the mean improvement'),
      plateauThreshold: z
        .number()
        .min(0)
        .max(1)
        .default(0.03)
        .describe('refining and optimising stop below this mean improvement'),
      lateTies: z.boolean().default(false).describe('of two equally good iterations, keep the later one'),
      off: z.array(z.string()).default([]).describe('names of disabled decision rules'),
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
