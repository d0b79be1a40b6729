import type { LoopState } from '../state/state.ts';

const MAX_LISTED = 5;

/** Jumar undid it in the tree, but the agent's own commit holds it, and commits of kept iterations are left as they are. */
export function committedWords(paths: readonly string[]): string {
  const more = paths.length - MAX_LISTED;
  const names = `${paths.slice(0, MAX_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return `the agent committed changes that were undone: ${names}; they are not in the working tree, and git status shows the difference`;
}

/** What HEAD holds of what was undone, for the iteration that is kept; empty if the two agree. */
export function committedIn({ iterations, best, ended }: Pick<LoopState, 'iterations' | 'best' | 'ended'>): string[] {
  if (best === null || best === 0 || ended?.ending === 'aborted') return [];
  return iterations[best]?.snapshot?.committed ?? [];
}
