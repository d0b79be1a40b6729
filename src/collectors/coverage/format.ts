import type { FileCoverage } from '../../core/metrics/coverage.ts';

/**
 * Reads one report in pieces. The methods never throw: a damaged or truncated report yields the files that could be
 * read, in the worst case none.
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
