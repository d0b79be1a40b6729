import { z } from 'zod';

/** What went wrong in an agent's run, by the agent's own structured output. */
export const faultKindSchema = z.enum([
  'auth',
  'billing',
  'rate_limit',
  'usage_limit',
  'overloaded',
  'context',
  'refusal',
  'max_turns',
  'budget',
  'permission',
  'transport',
  'protocol',
  'crash',
]);
export type FaultKind = z.infer<typeof faultKindSchema>;

export const faultSchema = z.object({
  kind: faultKindSchema,
  message: z.string(),
  /** When the limit is lifted, in milliseconds since the epoch; null if unknown. */
  resetsAt: z.number().nullable(),
  retryAfterMs: z.number().nullable(),
});
export type Fault = z.infer<typeof faultSchema>;

const tokens = z.number().nonnegative().nullable();

/** Tokens of one run; what the agent did not report is null. `input` excludes cache reads and cache writes. */
export const usageSchema = z.object({ input: tokens, output: tokens, cacheRead: tokens, cacheWrite: tokens });
export type Usage = z.infer<typeof usageSchema>;

/** What a run spent, as `agent-finished` and `agent-cancelled` record it. */
export const expenseSchema = z.object({
  usage: usageSchema.nullable().default(null),
  costUsd: z.number().nonnegative().nullable().default(null),
  /** The cost was computed from tokens and a price table; the agent did not report it. */
  costEstimated: z.boolean().default(false),
});
export type Expense = z.infer<typeof expenseSchema>;

/** All tokens of a run; null unless at least input and output are known. */
export function totalTokens(usage: Usage | null): number | null {
  if (usage === null || usage.input === null || usage.output === null) return null;
  return usage.input + usage.output + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
}

/** Where a run's output goes: the output of a run that hit a limit stays beside that of the next run. */
export function agentOutputName({ misses }: { misses: number }): string {
  return misses === 0 ? 'agent.log' : `agent-${misses + 1}.log`;
}
