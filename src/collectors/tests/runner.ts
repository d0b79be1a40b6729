import type { TestCounts } from '../../core/verdict.ts';

/** One run's summary as a test runner printed it. */
export interface Summary {
  /** Where in the text the summary begins and ends. */
  start: number;
  end: number;
  /** Null where tests ran and the output does not say how many. */
  counts: TestCounts | null;
  /** Something other than a test failed: a file that could not be loaded, an error outside of every test. */
  broken?: boolean;
}

export interface TestRunner {
  name: string;
  /**
   * Every summary in the text (plain, `\n` line ends), in order; none where unsure. Never throws. `complete` is false
   * where the text's beginning was cut off, so that what is counted line by line may be too little.
   */
  human(text: string, complete: boolean): Summary[];
  /** The line that this runner prints whenever a run begins. What lies between it and the summary came out of tests. */
  begins?: RegExp;
  /** True where a run began, and the process ended before the runner could report. */
  abandoned?(text: string): boolean;
}

export function tally(passed: number, failed: number, skipped: number): TestCounts {
  return { total: passed + failed + skipped, passed, failed, skipped };
}

/** Bounds the search where a line of a megabyte pretends to be a summary. */
const LONGEST_SUMMARY_LINE = 1000;

/** The number in front of a word (`3 passed`) or behind it (`failures=3`), whichever the pattern's group captures; else 0. */
export function numberIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text.slice(0, LONGEST_SUMMARY_LINE))?.[1] ?? 0);
}

/** Every match of a global pattern as a summary. `read` may refuse one with null. */
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
