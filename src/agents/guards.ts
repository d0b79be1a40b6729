import type { Settings } from '../core/settings.ts';
import type { Allowance } from '../core/spending.ts';
import type { Guard } from './adapter.ts';
import { type Seen, tokensOf } from './seen.ts';

/** Trying again mends neither a wrong key nor an empty account. */
const MAX_HOPELESS = 3;

/** Which guard ends the run now, judged by what it told; null where it may go on. The clock's guards are the supervisor's. */
export function guardOf(
  seen: Seen,
  { maxSteps, maxRetries }: Pick<Settings['agent'], 'maxSteps' | 'maxRetries'>,
  allowance: Allowance,
  costUsd: number | null,
): Exclude<Guard, 'after-result'> | null {
  if (seen.ended) return null;
  if (seen.hopeless >= MAX_HOPELESS) return 'hopeless';
  if (seen.vain >= maxRetries) return 'vain';
  if (seen.steps > maxSteps) return 'steps';
  const tokens = tokensOf(seen);
  if (allowance.tokens !== null && tokens !== null && tokens >= allowance.tokens) return 'budget';
  if (allowance.costUsd !== null && costUsd !== null && costUsd >= allowance.costUsd) return 'budget';
  return null;
}
