import type { TestPair } from '../align/tests.ts';
import type { HeldRow, Skip, TestCase } from '../model.ts';

/**
 * A row of a table that ran and now carries a mark. A row that came with its mark took nothing away, unless fewer rows than
 * before run without one.
 */
export function heldRows({ before, after }: TestPair, wanted: (kind: string) => boolean): HeldRow | null {
  const marked = after.test.heldRows ?? [];
  if (marked.length === 0 || marked.length === after.test.rows.length || before.test.skip) return null;
  const ran = new Set(freeRows(before.test));
  const fewer = freeRows(after.test).length < ran.size && marked.length > (before.test.heldRows ?? []).length;
  return marked.find((one) => wanted(one.skip.kind) && (fewer || ran.has(one.values))) ?? null;
}

/** The values of the rows that carry no mark. */
function freeRows({ rowValues = [], heldRows: marked = [] }: TestCase): string[] {
  const held = new Set(marked.map((one) => one.values));
  return rowValues.filter((values) => !held.has(values));
}

/** What was held back already is held back no more by a second mark; only conditions add up. */
export const isGraver = (old: Skip, now: Skip): boolean =>
  rank(now.kind) > rank(old.kind) ||
  (now.kind === 'conditional' && old.kind === 'conditional' && (now.marks ?? 1) > (old.marks ?? 1));

const rank = (kind: string): number => ({ conditional: 1, 'expected-failure': 2, todo: 3, skip: 3 })[kind] ?? 0;
