import type { LoopFinding } from '../core/finding.ts';
import type { IterationState } from '../core/state.ts';
import { sarif } from '../guard/reporters/sarif.ts';
import type { Finding } from '../guard/types.ts';

/** SARIF of what the guard found in one iteration, as `jumar audit --format sarif` writes it. */
export function loopSarif({ findings, n, guardMs }: IterationState): string {
  const report = { label: `#${n}`, findings: (findings ?? []).map(asFinding), skipped: [], files: 0, ms: guardMs };
  return sarif(report, false);
}

function asFinding({ blocking, ...finding }: LoopFinding): Finding {
  const grave = finding.severity === 'critical' || finding.severity === 'high';
  const allowed = grave && !blocking && !finding.expectedByTask ? 'allowed beforehand' : null;
  return { ...finding, type: finding.type as Finding['type'], expectation: null, allowed };
}
