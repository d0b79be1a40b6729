import { z } from 'zod';
import type { Finding } from '../../app/audit.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';

const place = z.object({ path: z.string(), line: z.number() }).nullable();

/** A loss or a cheat, as tools return it. */
export const findingShape = z.object({
  id: z.string(),
  pattern: z.string(),
  severity: z.string(),
  blocking: z.boolean(),
  why: z.string(),
  fix: z.string(),
  before: place,
  after: place,
});

type FindingShape = z.output<typeof findingShape>;

export const checkShape = z.object({
  check: z.string(),
  outcome: z.enum(['pass', 'fail', 'unmeasured']),
  reason: z.string(),
  output: z.string(),
});

export function findingOf(
  { id, pattern, severity, why, fix, before, after }: Finding,
  blocking: boolean,
): FindingShape {
  return { id, pattern, severity, blocking, why, fix, before, after };
}

export function checkOf({ outcome, reason, excerpt }: Verdict, check: string) {
  return { check, outcome, reason, output: outcome === 'pass' ? '' : excerpt };
}

export function findingLine({ why, fix, after, before, blocking }: FindingShape): string {
  const at = after ?? before;
  return `${blocking ? 'BLOCKS' : 'warns'}: ${why}${at ? ` (${at.path}:${at.line})` : ''}. ${fix}`;
}
