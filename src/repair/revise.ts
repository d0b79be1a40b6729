import type { FileChange } from './evaluate.ts';
import type { Memory } from './memory.ts';
import { applyHunks, type Patch, undone } from './patch.ts';
import { type SourceTree, treeWith } from './project.ts';
import { isSamePatch } from './rank.ts';

export interface Revision {
  patch: Patch;
  changes: FileChange[];
  instead: Patch;
  /** The program that both were found for. */
  base: string;
}

/** Changes of these classes at one place mostly mean the same. */
const ALIKE = /^(comparison|off-by-one)$/;

/**
 * Every test that can be seen passes and the loop still asks for more: something that was delivered passed the tests without
 * being right. What has the strongest rival, a change of another kind that passed the same tests, is taken back for it. Null
 * where no delivery has a rival left.
 */
export function revise(memory: Memory, now: SourceTree): Revision | null {
  const delivered = memory.delivered();
  const last = delivered.at(-1);
  // A revision that did not do it either was no better than what it took back.
  const restored = last?.instead
    ? applyHunks(now.sources, [...last.patch.hunks.map(undone).reverse(), ...last.instead.hunks])
    : null;
  const tree = restored ? treeWith(now, restored) : now;
  const found: (Revision & { doubt: number })[] = [];
  for (const { patch: wrong, base } of delivered) {
    for (const { patch, base: own } of memory.helped()) {
      if (own !== base) continue;
      if (delivered.some((other) => isSamePatch(other.patch, patch)) || !isRival(patch, wrong)) continue;
      const changes = applyHunks(tree.sources, [...wrong.hunks.map(undone).reverse(), ...patch.hunks]);
      const doubt = (patch.priority / wrong.priority) * (isAlike(patch, wrong) ? 0.1 : 1);
      if (changes && changes.length > 0)
        found.push({ patch, changes: onto(restored ?? [], changes), instead: wrong, base, doubt });
    }
  }
  return found.sort((a, b) => b.doubt - a.doubt)[0] ?? null;
}

/** It changes the same place, and so mends the same failure. */
function isRival(a: Patch, b: Patch): boolean {
  return a.hunks[0]?.path === b.hunks[0]?.path && Math.abs(a.line - b.line) <= 12;
}

function isAlike(a: Patch, b: Patch): boolean {
  return a.line === b.line && (a.operator === b.operator || (ALIKE.test(a.operator) && ALIKE.test(b.operator)));
}

/** The program before the last delivery, to search on from; null where that is not what the workspace grew from. */
export function beforeLast(memory: Memory, tree: SourceTree): FileChange[] | null {
  const last = memory.delivered().at(-1);
  return last ? applyHunks(tree.sources, last.patch.hunks.map(undone).reverse()) : null;
}

/** Changes on top of others as changes of what those began with. */
export function onto(first: readonly FileChange[], second: readonly FileChange[]): FileChange[] {
  const rest = first.filter(({ path }) => !second.some((change) => change.path === path));
  const own = second.map((change) => {
    const held = first.find(({ path }) => path === change.path);
    return held ? { ...change, before: held.before } : change;
  });
  return [...own, ...rest];
}
