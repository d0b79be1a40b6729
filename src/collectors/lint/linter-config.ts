import type { LinterName } from './index.ts';

/** A linter that a project has set up. If its program is not installed, it is missing. */
export interface LinterConfig {
  linter: LinterName;
  program: string;
  /** The whole command, with `{}` in place of the program. */
  template: string;
  why: string;
  timeoutMs?: number;
}

export const minutes = (count: number) => count * 60_000;
