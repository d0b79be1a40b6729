import type { Comparison } from '../compare.ts';
import type { LanguageName } from '../model.ts';
import type { Hit, RegressionType, Severity } from '../types.ts';

/** One thing the guard knows to look for. `find` is pure; everything else is documentation and tuning. */
export interface Pattern {
  id: string;
  name: string;
  type: RegressionType;
  severity: Severity;
  confidence: number;
  languages: LanguageName[] | 'any' | 'config';
  catches: string;
  ignores: string;
  fix: string;
  example: { before: string; after: string };
  find(comparison: Comparison): Hit[];
}

export const everyLanguage: LanguageName[] = ['javascript', 'python', 'go', 'rust', 'java'];
