import type { LoopState } from '../state.ts';

const SHOWN = 5;

/** Jumar undid it in the tree, but the agent's own commit holds it, and commits of kept iterations are left as they are. */
export function committedWords(paths: readonly string[]): string {
  const more = paths.length - SHOWN;
  const names = `${paths.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `what was undone is in the agent's own commit: ${names}; the working tree is without it, and git status shows the difference`;
}

/** What HEAD holds of what was undone, for the iteration that is kept; empty where the two agree. */
export function committedIn({ iterations, best, ended }: Pick<LoopState, 'iterations' | 'best' | 'ended'>): string[] {
  if (best === null || best === 0 || ended?.ending === 'aborted') return [];
  return iterations[best]?.snapshot?.committed ?? [];
}
