/** One failure as a runner, compiler or linter printed it, without lines that say nothing about it. */
export interface Failure {
  /** The test's name, the file, or the code of a diagnosis; empty if there is none. */
  name: string;
  /** What people read first: the name as the runner writes it. */
  title: string;
  /** The assertion, the difference, the message: at least one line if the runner printed any. */
  message: string[];
  /** `src/price.js:12:5`; null if no frame lies in the user's own code. */
  location: string | null;
  /** The source line that the runner points at, if it shows one. */
  source: string | null;
}

/** The lines from `start` up to, not including, `end` belong to one failure. */
export interface Block {
  start: number;
  end: number;
  name: string;
}

/** How one runner prints failures. Adding a runner is one row in `layouts.ts` and one in its test. */
export interface Layout {
  runner: string;
  find(lines: readonly string[]): Block[];
  /** If a runner marks the lines that matter, all others of a block are left out. */
  keep?: RegExp;
}
