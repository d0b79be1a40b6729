import type { FileCoverage } from './report.ts';

/**
 * Reads one report, piece by piece. Neither method throws, whatever the text is: a damaged or truncated report yields
 * the files that could be read, in the worst case none.
 */
export interface CoverageReader {
  write(text: string): void;
  end(): FileCoverage[];
}

export interface CoverageFormat {
  name: string;
  /** Judged by the first few thousand characters. */
  looksLike(head: string): boolean;
  reader(): CoverageReader;
}
