import { type HeldOutNow, heldOutNow } from '../../core/analytics/overview.ts';
import type { LoopState } from '../../core/state/state.ts';

/** What is held out, and whether the working tree lacks it now; null if nothing is to be held out. */
export function heldOutRow(state: LoopState): string | null {
  return heldOutNowText(heldOutNow(state));
}

export function heldOutNowText(held: HeldOutNow | null): string | null {
  if (!held?.mayLack) return held?.text ?? null;
  return `${held.text}; not in the working tree now: resume goes on without, abort puts them back`;
}
