export type GateWord = 'approve' | 'reject' | 'abort';

/** A dialog over the view: an answer in progress, or a diff. */
export type Dialog =
  | { type: 'answer'; answer: GateWord; text: string }
  | { type: 'diff'; title: string; lines: readonly string[]; top: number };

/** State of this terminal only; none of it is in the log. */
export interface Face {
  /** Another process runs the loop: leaving the view does not affect it. */
  attached: boolean;
  /** The loop was asked to pause after its current iteration. */
  pausing: boolean;
  /** The loop and its agent are being stopped. */
  leaving: boolean;
  /** The last notice, until the next key or until it expires. */
  notice: string | null;
  dialog: Dialog | null;
}

export const plainFace: Face = { attached: false, pausing: false, leaving: false, notice: null, dialog: null };
