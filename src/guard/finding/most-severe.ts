import { compareSeverity, type Severity } from '../../core/metrics/severity.ts';
import type { Hit } from './types.ts';

/** The most severe hits of a pattern, up to a limit, in their order; a hit without a severity has the pattern's own. */
export function mostSevere(hits: readonly Hit[], severity: Severity, most: number): Hit[] {
  if (hits.length <= most) return [...hits];
  const weighed = hits.map((hit, i) => ({ hit, i, severity: hit.severity ?? severity }));
  const first = weighed.sort((a, b) => compareSeverity(a, b) || a.i - b.i).slice(0, most);
  return first.sort((a, b) => a.i - b.i).map(({ hit }) => hit);
}
