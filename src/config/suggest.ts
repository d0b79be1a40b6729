import { distance } from '../core/nearest.ts';

/** The candidate nearest to a misspelt word, or null where none is near enough to be meant. */
export function suggest(word: string, candidates: readonly string[]): string | null {
  let best: { candidate: string; edits: number } | null = null;
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase());
    if (!best || edits < best.edits) best = { candidate, edits };
  }
  return best && best.edits <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : null;
}
