import { answersText } from '../people/answers.ts';
import type { LoopState } from '../state/state.ts';
import { contextOf } from './context.ts';
import { createNotes } from './create.ts';
import { notesLimits, strategyNamed } from './index.ts';
import type { ProgressStrategy } from './notes.ts';
import { checksText, systemCaptured } from './system-captured.ts';

/**
 * What the next prompt says about earlier iterations, by the loop's strategy. Made from recorded facts only, so that
 * a resumed loop builds the same text to the byte. `own`: the strategy of the user's own module.
 */
export function progressText(state: LoopState, own?: ProgressStrategy): string {
  const strategy = own ?? strategyNamed(state.settings.progress.strategy).strategy;
  const limits = notesLimits(strategy, state.settings.progress);
  const notes = createNotes(strategy, limits);
  const judged = state.iterations.filter(
    (iteration) => iteration.n > state.progressSince && iteration.decision !== null,
  );
  for (const iteration of judged.slice(-limits.maxEntries)) notes.record(contextOf(state, iteration));
  return [answersText(state), notes.text()].filter(Boolean).join('\n');
}

/** What the checks said of the tree as it was found, for the first prompt; empty if nothing failed or an iteration was judged since. */
export function baselineText(state: LoopState): string {
  const [baseline, ...later] = state.iterations;
  if (!baseline?.verdicts || later.some(({ decision }) => decision !== null)) return '';
  const failed = baseline.verdicts.filter(({ outcome }) => outcome !== 'pass');
  const hidden = new Set(state.criteria.filter(({ kind }) => kind === 'hidden').map(({ id }) => id));
  const visible = failed.filter(({ criterion }) => !hidden.has(criterion));
  if (visible.length === 0) return '';
  const { maxChars } = notesLimits(systemCaptured, state.settings.progress);
  return checksText(contextOf(state, { ...baseline, verdicts: visible }).checks, maxChars);
}
