export interface Problem {
  /** As the tool names it; `readLint` makes it relative to the root. Empty where the problem belongs to no file. */
  file: string;
  line: number | null;
  rule: string | null;
  severity: 'error' | 'warning' | 'info';
  message: string;
  /** Silenced by a comment or a suppression file: told, but not counted. */
  suppressed: boolean;
}

export interface Counts {
  errors: number;
  warnings: number;
  suppressed: number;
}

export interface Parsed {
  problems: Problem[];
  /** The tool's own totals, where it lists fewer problems than it found. */
  totals?: { errors: number; warnings: number };
  /** Who found them, where the format serves many tools. */
  tool?: string;
}

export const areas = ['lint', 'types'] as const;
/** What a problem is counted as. */
export type Area = (typeof areas)[number];

export interface Linter {
  name: string;
  areas: readonly Area[];
  /** Needed where a tool serves both areas. */
  areaOf?(problem: Problem): Area;
  /**
   * Never throws. Null where the text is no report of this tool: a crash, a missing configuration. A report without
   * problems is an empty list.
   */
  parse(text: string): Parsed | null;
}

export function problem(fields: Partial<Problem> & Pick<Problem, 'severity'>): Problem {
  return { file: '', line: null, rule: null, message: '', suppressed: false, ...fields };
}
