import { iterationInTree } from '../../core/state/in-tree.ts';
import type { LoopState } from '../../core/state/state.ts';

type Word = 'kept' | 'best so far' | 'in the working tree' | 'best';

/** The iteration that reports highlight, and its label: nothing is kept before the end, nor by an abort. */
export function headlineIteration(state: LoopState): { n: number | null; word: Word } {
  const { ended, best } = state;
  if (ended?.ending !== 'aborted') return { n: best, word: ended ? 'kept' : 'best so far' };
  const inTree = iterationInTree(state);
  return inTree === null ? { n: best, word: 'best' } : { n: inTree, word: 'in the working tree' };
}

/** ` (kept)` for that iteration, else empty. */
export function keptMark(state: LoopState, n: number): string {
  const headline = headlineIteration(state);
  return headline.n === n ? ` (${headline.word})` : '';
}
