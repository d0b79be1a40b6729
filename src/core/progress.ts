import { contextOf } from '../notes/context.ts';
import { createNotes } from '../notes/create.ts';
import { notesLimits, strategyNamed } from '../notes/index.ts';
import { checksText, systemCaptured } from '../notes/system-captured.ts';
import { saidText } from './answers.ts';
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
  return [saidText(state), notes.text()].filter(Boolean).join('\n');
}

/** What the checks said of the tree as it was found, for the first prompt; empty where nothing failed or more is known. */
export function baselineText(state: LoopState): string {
  const [found, ...made] = state.iterations;
  if (!found?.verdicts || made.some(({ decision }) => decision !== null)) return '';
  const failed = found.verdicts.filter(({ outcome }) => outcome !== 'pass');
  const hidden = new Set(state.criteria.filter(({ kind }) => kind === 'hidden').map(({ id }) => id));
  const told = failed.filter(({ criterion }) => !hidden.has(criterion));
  if (told.length === 0) return '';
  const { maxChars } = notesLimits(systemCaptured, state.settings.progress);
  return checksText(contextOf(state, { ...found, verdicts: told }).checks, maxChars);
}
