import { z } from 'zod';
import { expenseSchema } from './agent-run.ts';

/** What one run spent, and how it ended. */
export const spentSchema = z.object({ ...expenseSchema.shape, durationMs: z.number(), outcome: z.string() });
export type Spent = z.infer<typeof spentSchema>;

/** What all agent runs of a loop spent so far, over every session, also runs that were cancelled or hit a limit. */
export interface Spending {
  runs: number;
  /** How many of the runs were questions about an iteration, and no work on the task. */
  questions: number;
  agentMs: number;
  tokens: number;
  costUsd: number;
  /** Part of the cost is an estimate from the price table. */
  estimated: boolean;
  /** Runs that did not report tokens, or cost: the sums above are then lower bounds. */
  unknownTokens: number;
  unknownCost: number;
  /** The same for runs that surely spent something. */
  untold: { tokens: number; cost: number };
}
