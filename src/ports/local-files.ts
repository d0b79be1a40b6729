/** A file of the user's that git ignores, and that an agent changed or removed. */
export interface LocalChange {
  path: string;
  what: 'changed' | 'removed';
  /** There is a copy from before: not of what is too large, nor of a link. */
  undoable: boolean;
}

/**
 * What no snapshot holds and no command makes again: `.env`, local settings, notes. Dependencies, build output and caches
 * are not among them, nor is what came during the session. Copies are private to the user and stay in the loop's folder.
 */
export interface LocalFiles {
  /** Before an agent runs. Of several runs of an iteration, the first counts for what only agents changed. */
  note(commit: string, iteration: number): Promise<void>;
  /** As soon as it has ended: what differs later was not its work. */
  compare(iteration: number): Promise<void>;
  /** What the iteration's agent did, as far as it is still so, and the folder of the copies from before. */
  changes(iteration: number): Promise<{ changes: LocalChange[]; copies: string }>;
  /**
   * Puts back what the agents of these iterations did. What somebody changed since stays, and so does what cannot be put
   * back; a note says which, and where the version from before is.
   */
  restore(iterations: readonly number[]): Promise<{ restored: string[]; notes: string[] }>;
}
