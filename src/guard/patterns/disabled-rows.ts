import type { DisabledRow, Skip, TestCase } from '../../syntax/model.ts';
import type { TestPair } from '../align/tests.ts';

/**
 * A row of a table that ran and now has a mark. A row that was added with its mark took nothing away, unless fewer rows
 * than before run without one.
 */
export function newlyDisabledRow(
  { before, after }: TestPair,
  matchesKind: (kind: string) => boolean,
): DisabledRow | null {
  const marked = after.test.disabledRows ?? [];
  if (marked.length === 0 || marked.length === after.test.rows.length || before.test.skip) return null;
  const ran = new Set(enabledRows(before.test));
  const fewer = enabledRows(after.test).length < ran.size && marked.length > (before.test.disabledRows ?? []).length;
  return marked.find((one) => matchesKind(one.skip.kind) && (fewer || ran.has(one.values))) ?? null;
}

/** The values of the rows without a mark. */
function enabledRows({ rowValues = [], disabledRows: marked = [] }: TestCase): string[] {
  const disabledValues = new Set(marked.map((one) => one.values));
  return rowValues.filter((values) => !disabledValues.has(values));
}

/** A second mark on a test that was already disabled changes nothing; only conditions add up. */
export const isStrongerSkip = (old: Skip, now: Skip): boolean =>
  rank(now.kind) > rank(old.kind) ||
  (now.kind === 'conditional' && old.kind === 'conditional' && (now.marks ?? 1) > (old.marks ?? 1));

const rank = (kind: string): number => ({ conditional: 1, 'expected-failure': 2, todo: 3, skip: 3 })[kind] ?? 0;
