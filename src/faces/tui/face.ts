export type GateWord = 'approve' | 'reject' | 'abort';

/** What lies over the view: an answer that is being written, or a diff that is being read. */
export type Dialog =
  | { type: 'answer'; answer: GateWord; text: string }
  | { type: 'diff'; title: string; lines: readonly string[]; top: number };

/** What only this terminal knows: nothing of it is in the log. */
export interface Face {
  /** Another process runs the loop: leaving the view does not touch it. */
  attached: boolean;
  /** The loop was asked to pause when its iteration has ended. */
  pausing: boolean;
  /** The loop is being stopped, and its agent with it. */
  leaving: boolean;
  /** The last thing worth saying, until the next key or until it is no news any more. */
  notice: string | null;
  dialog: Dialog | null;
}

export const plainFace: Face = { attached: false, pausing: false, leaving: false, notice: null, dialog: null };
