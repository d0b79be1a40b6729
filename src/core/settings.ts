import { z } from 'zod';
import { scoreSettingsSchema } from './quality/weights.ts';
import { taskTypeSchema } from './task-type.ts';

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
  verify: z
    .strictObject({
      criteria: z.array(z.string()).default([]).describe('criteria used when no --until is given'),
      timeoutMinutes: positive.default(15).describe('a criterion that runs longer could not be measured'),
    })
    .prefault({}),
  task: z
    .strictObject({
      type: taskTypeSchema
        .optional()
        .describe('test-fix, refactor, …; found from the task and its criteria if not set'),
    })
    .prefault({}),
  metrics: z
    .strictObject({
      lint: z.boolean().default(true).describe('run the linters and type checkers that the project has set up'),
      code: z.boolean().default(true).describe('count files, lines and complexity'),
      build: z.string().optional().describe('a command whose success and time are measured'),
      coverage: z
        .enum(['found', 'auto', 'off'])
        .default('found')
        .describe('found: what the checks write; auto: also of node itself'),
      custom: z
        .record(z.string(), z.string())
        .default({})
        .describe('name → command that prints a number, as custom.<name>'),
      timeoutMinutes: positive.default(5).describe('one measuring command is given up after this long'),
    })
    .prefault({}),
  guard: z
    .strictObject({
      enabled: z.boolean().default(true).describe('look for cheating and loss in every iteration'),
    })
    .prefault({}),
  score: scoreSettingsSchema.prefault({}),
  progress: z
    .strictObject({
      maxEntries: count.default(5).describe('earlier iterations told to the next one'),
      maxChars: count.default(500).describe('characters of output kept per iteration'),
    })
    .prefault({}),
  prompt: z
    .strictObject({
      template: z.string().optional().describe('Handlebars file used instead of the built-in prompt'),
    })
    .prefault({}),
  rules: z
    .strictObject({
      minIterations: z.int().nonnegative().default(2).describe('iterations before a stall may stop the loop'),
      maxRegressions: z.int().nonnegative().default(2).describe('rollbacks in a row before a human is asked'),
      dropThreshold: positive.default(0.1).describe('a score this far below best is rolled back'),
      maxNoops: count.default(3).describe('iterations in a row that change nothing before the loop stops'),
      maxSameTree: count.default(3).describe('times in a row the agent may produce the same tree'),
      off: z.array(z.string()).default([]).describe('decision rules that are switched off, by name'),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = settingsSchema.parse({});
