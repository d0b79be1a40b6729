import type { TestCounts } from '../../core/metrics/test-counts.ts';

/** The summary of one run in a test runner's output. */
export interface Summary {
  /** The position of the summary in the text. */
  start: number;
  end: number;
  /** Null if tests ran but the output does not say how many. */
  counts: TestCounts | null;
  /** Something other than a test failed: a file that could not be loaded, or an error outside all tests. */
  hasOtherErrors?: boolean;
}

export interface TestRunner {
  name: string;
  /**
   * All summaries in the text (plain, `\n` line breaks), in order; none if unsure. Never throws. `complete` is false if
   * the beginning of the text was cut off, so that counting lines may give too few.
   */
  readSummaries(text: string, complete: boolean): Summary[];
  /** The line that this runner prints at the start of a run. Text between it and the summary was printed by tests. */
  startLine?: RegExp;
  /** Whether a run started and the process ended before the runner could report. */
  isAbandoned?(text: string): boolean;
}

export function toCounts(passed: number, failed: number, skipped: number): TestCounts {
  return { total: passed + failed + skipped, passed, failed, skipped };
}

/** Limits the search in case a very long line looks like a summary. */
const LONGEST_SUMMARY_LINE = 1000;

/** The number before a word (`3 passed`) or after it (`failures=3`) that the pattern's group captures; else 0. */
export function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text.slice(0, LONGEST_SUMMARY_LINE))?.[1] ?? 0);
}

/** Every match of a global pattern as a summary. `read` returns null to skip one. */
export function summaries(
  text: string,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Omit<Summary, 'start' | 'end'> | null,
): Summary[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const summary = read(match);
    return summary ? [{ ...summary, start: match.index, end: match.index + match[0].length }] : [];
  });
}
