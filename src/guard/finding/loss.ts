import type { Reason } from './reasons.ts';
import type { Loss, Place } from './types.ts';

/** A loss between two places, for one reason. */
export const lossOf = (before: Place | null, after: Place | null, reason: Reason, subject: string[]): Loss => ({
  place: { before, after },
  reasons: [reason],
  subject,
});

/** Where something stands in a file, and what: a test, a function, a branch, an assertion. */
export const at = (path: string, { line, text, excerpt = '' }: Spot): Place => ({ path, line, text: text ?? excerpt });

interface Spot {
  line: number;
  text?: string;
  excerpt?: string;
}

/** The file as a whole. */
export const atFile = (path: string, text = ''): Place => ({ path, line: 1, text });

/** The loss, and one more thing to say of it. */
export const saying = (loss: Loss, reason: Reason): Loss => ({ ...loss, reasons: [...loss.reasons, reason] });
