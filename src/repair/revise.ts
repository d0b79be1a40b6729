import type { FileChange } from './evaluate.ts';
import type { Memory } from './memory.ts';
import { type SourceTree, treeWith } from './model/project.ts';
import { applyHunks, invertHunk, type Patch } from './patch.ts';
import { isSamePatch } from './rank.ts';

export interface Revision {
  patch: Patch;
  changes: FileChange[];
  instead: Patch;
  /** The program that both patches were found for. */
  base: string;
}

/** Changes of these classes at the same place usually mean the same. */
const SIMILAR_OPERATORS = /^(comparison|off-by-one)$/;

/**
 * All visible tests pass but the loop asks for more: something delivered passed the tests without being right. Replaces
 * the delivered patch that has the strongest rival, a change of another kind that passed the same tests. Null if no
 * delivery has a rival left.
 */
export function revise(memory: Memory, now: SourceTree): Revision | null {
  const delivered = memory.delivered();
  const last = delivered.at(-1);
  // If the last revision did not help either, it was no better than what it replaced.
  const restored = last?.instead
    ? applyHunks(now.sources, [...last.patch.hunks.map(invertHunk).reverse(), ...last.instead.hunks])
    : null;
  const tree = restored ? treeWith(now, restored) : now;
  const revisions: (Revision & { doubt: number })[] = [];
  for (const { patch: wrong, base } of delivered) {
    for (const { patch, base: own } of memory.helped()) {
      if (own !== base) continue;
      if (delivered.some((other) => isSamePatch(other.patch, patch)) || !isRival(patch, wrong)) continue;
      const changes = applyHunks(tree.sources, [...wrong.hunks.map(invertHunk).reverse(), ...patch.hunks]);
      const doubt = (patch.priority / wrong.priority) * (isSameKind(patch, wrong) ? 0.1 : 1);
      if (changes && changes.length > 0)
        revisions.push({ patch, changes: combineChanges(restored ?? [], changes), instead: wrong, base, doubt });
    }
  }
  return revisions.sort((a, b) => b.doubt - a.doubt)[0] ?? null;
}

/** It changes the same place, and so fixes the same failure. */
function isRival(a: Patch, b: Patch): boolean {
  return a.hunks[0]?.path === b.hunks[0]?.path && Math.abs(a.line - b.line) <= 12;
}

function isSameKind(a: Patch, b: Patch): boolean {
  return (
    a.line === b.line &&
    (a.operator === b.operator || (SIMILAR_OPERATORS.test(a.operator) && SIMILAR_OPERATORS.test(b.operator)))
  );
}

/** The program before the last delivery, to continue the search from; null if the patch cannot be undone. */
export function undoLastDelivery(memory: Memory, tree: SourceTree): FileChange[] | null {
  const last = memory.delivered().at(-1);
  return last ? applyHunks(tree.sources, last.patch.hunks.map(invertHunk).reverse()) : null;
}

/** Combines two consecutive sets of changes into one. */
export function combineChanges(first: readonly FileChange[], second: readonly FileChange[]): FileChange[] {
  const rest = first.filter(({ path }) => !second.some((change) => change.path === path));
  const own = second.map((change) => {
    const earlier = first.find(({ path }) => path === change.path);
    return earlier ? { ...change, before: earlier.before } : change;
  });
  return [...own, ...rest];
}
