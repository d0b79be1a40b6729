import type { LinterName } from './index.ts';

/** What detection may ask of the project; nothing is run. */
export interface ProjectFolder {
  names: ReadonlySet<string>;
  /** Null where the file is missing or unreadable. */
  read(name: string): Promise<string | null>;
  /** The project's own program, or one on the PATH, as it is written in a command. */
  program(name: string): Promise<string | null>;
}

/** What one ecosystem wants to run; without a program it is missing. */
export interface WantedLinter {
  linter: LinterName;
  program: string;
  /** The whole command, with `{}` where the program goes. */
  template: string;
  why: string;
  timeoutMs?: number;
}

export const minutes = (count: number) => count * 60_000;
