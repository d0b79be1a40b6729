import { contextOf } from '../notes/context.ts';
import { createNotes } from '../notes/create.ts';
import { notesLimits, strategyNamed } from '../notes/index.ts';
import type { LoopState } from './state.ts';

/**
 * What the next prompt is told about earlier iterations, by the loop's strategy. Made from recorded facts only, so that
 * a resumed loop builds the same text to the byte.
 */
export function progressText(state: LoopState): string {
  const { strategy } = strategyNamed(state.settings.progress.strategy);
  const limits = notesLimits(strategy, state.settings.progress);
  const notes = createNotes(strategy, limits);
  const told = state.iterations.filter((iteration) => iteration.n >= 1 && iteration.decision !== null);
  for (const iteration of told.slice(-limits.maxEntries)) notes.record(contextOf(state, iteration));
  return notes.text();
}
