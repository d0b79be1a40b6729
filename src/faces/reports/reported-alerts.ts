import { findingKey, findingsIn } from '../../core/findings/blockers.ts';
import { alertKey } from '../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { approvalText } from './human-decisions.ts';

/** An alert of an iteration, for formats that count failures (JUnit, SARIF). */
export interface ReportedAlert {
  alert: Raised;
  /** The guard's finding; null for a metric alert. */
  finding: LoopFinding | null;
  /** The tests that the alert names. */
  tests: string[];
  /** `holds`: it blocks completion; `settled`: approved, marked false or expected. */
  status: 'holds' | 'warns' | 'settled';
  /** Why it is settled. */
  reason: string | null;
}

/** All alerts of an iteration: findings, lost tests, metrics past their thresholds. */
export function reportedAlerts(state: LoopState, iteration: IterationState): ReportedAlert[] {
  const findings = new Map(findingsIn(iteration).map((finding) => [findingKey(finding.id), finding]));
  const alerts = new Map(iteration.alerts.map((alert) => [alertKey(iteration.n, alert), alert]));
  return raisedIn(state)
    .filter(({ iterations }) => iterations.includes(iteration.n))
    .map((alert) => {
      const reason = settledBy(state, alert, iteration.n);
      const status = reason !== null ? 'settled' : alert.blocking ? 'holds' : 'warns';
      const tests = alerts.get(alert.key)?.tests ?? [];
      return { alert, finding: findings.get(alert.key) ?? null, tests, status, reason };
    });
}

function settledBy(state: LoopState, alert: Raised, n: number): string | null {
  const { key, source, severity, blocking, marked, approvedIn, expectedByTask } = alert;
  if (approvedIn.includes(n)) return approvalText(state, key);
  if (marked) return `marked a false positive${marked.reason ? `: ${marked.reason}` : ''}`;
  if (expectedByTask) return 'expected by the task';
  return source === 'guard' && isSevere(severity) && !blocking ? 'allowed beforehand' : null;
}
