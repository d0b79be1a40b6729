import type { FileChange } from './evaluate.ts';
import type { Memory } from './memory.ts';
import { applyHunks, type Patch, undone } from './patch.ts';
import { digestAfter, digestOf, type SourceTree } from './project.ts';
import { isBetter, isSamePatch } from './rank.ts';

export interface Revision {
  patch: Patch;
  changes: FileChange[];
  instead: Patch;
}

/**
 * Every test that can be seen passes and the loop still asks for more: what was delivered passed the tests without being
 * right. The last delivery that has another change beside it is taken back for that one. Null where there is none.
 */
export function revise(memory: Memory, tree: SourceTree): Revision | null {
  const delivered = memory.delivered();
  for (const { patch: wrong, base } of [...delivered].reverse()) {
    const others = memory
      .helped()
      .filter((one) => one.base === base && !delivered.some(({ patch }) => isSamePatch(patch, one.patch)))
      .sort((a, b) => (isBetter(a, b) ? -1 : 1));
    for (const { patch } of others) {
      const changes = applyHunks(tree.sources, [...wrong.hunks.map(undone).reverse(), ...patch.hunks]);
      const program = changes && digestAfter(digestOf(tree), changes);
      if (changes && program !== null && changes.length > 0) return { patch, changes, instead: wrong };
    }
  }
  return null;
}

/** The program before the last delivery, to search on from; null where that is not what the workspace grew from. */
export function beforeLast(memory: Memory, tree: SourceTree): FileChange[] | null {
  const last = memory.delivered().at(-1);
  return last ? applyHunks(tree.sources, last.patch.hunks.map(undone).reverse()) : null;
}
