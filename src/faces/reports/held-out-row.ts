import type { LoopState } from '../../core/state/state.ts';
import { heldOutText, mayLackTests } from '../../core/verification/held-out.ts';

/** What is held out, and whether the working tree lacks it now; null if nothing is to be held out. */
export function heldOutRow(state: LoopState): string | null {
  const text = heldOutText(state);
  if (text === null || !mayLackTests(state)) return text;
  return `${text}; not in the working tree now: resume goes on without, abort puts them back`;
}
