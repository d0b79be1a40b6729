import { iterationInTree } from '../../core/state/in-tree.ts';
import type { LoopState } from '../../core/state/state.ts';

type Word = 'kept' | 'best so far' | 'in the working tree' | 'best';

/** The iteration that reports put forward, and in which word: nothing is kept before the end, nor by an abort. */
export function keptAs(state: LoopState): { n: number | null; word: Word } {
  const { ended, best } = state;
  if (ended?.ending !== 'aborted') return { n: best, word: ended ? 'kept' : 'best so far' };
  const left = iterationInTree(state);
  return left === null ? { n: best, word: 'best' } : { n: left, word: 'in the working tree' };
}

/** ` (kept)` beside that iteration, nothing beside any other. */
export function keptMark(state: LoopState, n: number): string {
  const kept = keptAs(state);
  return kept.n === n ? ` (${kept.word})` : '';
}
