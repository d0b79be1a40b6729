import type { Allowance } from '../core/agents/spending.ts';
import type { Settings } from '../core/state/settings.ts';
import type { Guard } from './contract/adapter.ts';
import { type RunProgress, tokensOf } from './contract/run-progress.ts';

/** A retry does not help against a wrong key or an empty account. */
const MAX_PERMANENT_FAILURES = 3;

/** The guard that ends the run now, judged by its events; null if it may go on. The supervisor enforces the timeouts. */
export function guardOf(
  progress: RunProgress,
  { maxSteps, maxRetries }: Pick<Settings['agent'], 'maxSteps' | 'maxRetries'>,
  allowance: Allowance,
  costUsd: number | null,
): Exclude<Guard, 'after-result'> | null {
  if (progress.ended) return null;
  if (progress.permanentFailures >= MAX_PERMANENT_FAILURES) return 'permanent-failures';
  if (progress.emptyCalls >= maxRetries) return 'empty-calls';
  if (progress.steps > maxSteps) return 'steps';
  const tokens = tokensOf(progress);
  if (allowance.tokens !== null && tokens !== null && tokens >= allowance.tokens) return 'budget';
  if (allowance.costUsd !== null && costUsd !== null && costUsd >= allowance.costUsd) return 'budget';
  return null;
}
