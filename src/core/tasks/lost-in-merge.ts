import type { NamedTests } from '../metrics/lost-tests.ts';

/** Each test's status by its id, of the tree that both sides started from, of either side, and of what they became; null: unknown. */
export interface MergedTests {
  base: NamedTests | null;
  ours: NamedTests | null;
  theirs: NamedTests | null;
  result: NamedTests | null;
}

/**
 * Tests that pass on one side and do not on the result, by name. A rename is not presumed: whoever brings two changes together has no
 * reason for one. What a side itself removed of the base may be gone.
 */
export function lostInMerge({ base, ours, theirs, result }: MergedTests): string[] {
  if (result === null) return [];
  const passing = new Set([...result].flatMap(([id, status]) => (status === 'passed' ? [id, titleOf(id)] : [])));
  const lostOf = (side: NamedTests | null, other: NamedTests | null) =>
    [...(side ?? [])].flatMap(([id, status]) => {
      const isRemoved = base?.has(id) === true && other !== null && !other.has(id);
      return status !== 'passed' || isRemoved || passing.has(id) || passing.has(titleOf(id)) ? [] : [id];
    });
  return [...new Set([...lostOf(ours, theirs), ...lostOf(theirs, ours)])];
}

/** A moved test keeps its title. */
function titleOf(id: string): string {
  return id.split(' › ').at(-1) ?? id;
}
