import { estimatedExpense } from '../core/agents/prices.ts';
import type { Expense } from '../core/state/agent-run.ts';
import type { Price } from '../core/state/settings.ts';
import { type RunProgress, usageOf } from './contract/run-progress.ts';

/** What a run spent: as the agent reported it, else estimated, else unknown. */
export function expenseOf(progress: RunProgress, model: string | null, prices: Record<string, Price>): Expense {
  const usage = usageOf(progress);
  if (progress.costUsd !== null) return { usage, costUsd: progress.costUsd, costEstimated: false };
  return estimatedExpense(usage, model, prices);
}
