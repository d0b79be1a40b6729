import { findingKey, findingsIn } from '../../core/findings/blockers.ts';
import { alertKey } from '../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { approvalText } from './human-decisions.ts';

/** Something that was raised in an iteration, as tools that count failures are told of it. */
export interface ReportedAlert {
  alert: Raised;
  /** What the guard saw, where it was the guard; null for what was measured. */
  finding: LoopFinding | null;
  /** The tests that it names. */
  tests: string[];
  /** `holds`: it stands in the way of completion; `settled`: somebody's word has taken it out of the way. */
  status: 'holds' | 'warns' | 'settled';
  /** Whose word, where it is settled. */
  reason: string | null;
}

/** All that was raised in an iteration: findings, tests that ran no more, metrics past their thresholds. */
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
