import type { LoopState } from '../core/state.ts';

/** The iteration that reports put forward, and in which word: nothing is kept before the loop has ended. */
export function keptAs({ ended, best }: LoopState): { n: number | null; word: 'kept' | 'best so far' } {
  return { n: best, word: ended ? 'kept' : 'best so far' };
}

/** ` (kept)` beside that iteration, nothing beside any other. */
export function keptMark(state: LoopState, n: number): string {
  const kept = keptAs(state);
  return kept.n === n ? ` (${kept.word})` : '';
}
