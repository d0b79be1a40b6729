/** A person's statement about a loop, or a timeout in their place. Reports must include it. */
export interface Statement {
  at: number;
  word:
    | 'approve'
    | 'reject'
    | 'block'
    | 'false-positive'
    | 'not-false'
    | 'apply'
    | 'abort'
    | 'loosened'
    | 'limits-raised';
  /** The iteration it is about; null if it is about none. */
  iteration: number | null;
  /** Ids of what it settles, or the settings that it changed; empty if the question was only whether to go on. */
  about: string[];
  /** What was asked, if it was only whether to go on. */
  question?: string;
  reason: string | null;
  /** Where it came from: `terminal`, `command`, `timeout`. */
  by: string;
  /** The account under which it was given; null if not recorded. */
  person: string | null;
}
