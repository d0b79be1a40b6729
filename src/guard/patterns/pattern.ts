import type { RegressionType } from '../../core/findings/regression-types.ts';
import type { Severity } from '../../core/metrics/severity.ts';
import type { LanguageName } from '../../syntax/model.ts';
import type { TreeComparison } from '../align/compare.ts';
import type { Loss } from '../finding/types.ts';

/** One kind of loss or cheating. `find` is pure; everything else is documentation and tuning. */
export interface Pattern {
  id: string;
  name: string;
  type: RegressionType;
  /** What it is unless something excuses it; only the table of excuses makes it milder. */
  severity: Severity;
  confidence: number;
  /** The most findings of this pattern, most severe first. */
  most?: number;
  languages: LanguageName[] | 'any' | 'config';
  catches: string;
  ignores: string;
  fix: string;
  example: { before: string; after: string };
  find(comparison: TreeComparison): Loss[];
}

export const everyLanguage: LanguageName[] = ['javascript', 'python', 'go', 'rust', 'java'];
