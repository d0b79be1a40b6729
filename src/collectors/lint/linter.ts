export interface Problem {
  /** As the tool names it; `readLint` makes it relative to the root. Empty if the problem belongs to no file. */
  file: string;
  line: number | null;
  rule: string | null;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** Suppressed by a comment or a suppression file: listed, but not counted. */
  suppressed: boolean;
}

export interface Counts {
  errors: number;
  warnings: number;
  suppressed: number;
}

export interface ParsedReport {
  problems: Problem[];
  /** The tool's own totals, if it lists fewer problems than it found. */
  totals?: { errors: number; warnings: number };
  /** The tool that found them, for formats that many tools use. */
  tool?: string;
}

export const areas = ['lint', 'types'] as const;
/** The metric that a problem counts for. */
export type Area = (typeof areas)[number];

export interface Linter {
  name: string;
  areas: readonly Area[];
  /** Required if a tool covers both areas. */
  areaOf?(problem: Problem): Area;
  /**
   * Never throws. Null if the text is not a report of this tool, as after a crash or without configuration. A report
   * without problems is an empty list.
   */
  parse(text: string): ParsedReport | null;
}

export function problem(fields: Partial<Problem> & Pick<Problem, 'severity'>): Problem {
  return { file: '', line: null, rule: null, message: '', suppressed: false, ...fields };
}

/** A line number, counted from 1. */
export function lineNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}
