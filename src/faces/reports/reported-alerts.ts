import { findingKey, findingsIn } from '../../core/findings/blockers.ts';
import { lossesIn } from '../../core/findings/losses.ts';
import { alertKey } from '../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { approvalText } from './human-decisions.ts';

/** A loss of an iteration, for formats that count failures (JUnit, SARIF). */
export interface ReportedAlert {
  /** The most telling of what raised it. */
  alert: Raised;
  /** What else raised it, in words. */
  others: string[];
  /** The guard's finding; null for a metric alert. */
  finding: LoopFinding | null;
  /** The tests that the alerts name. */
  tests: string[];
  /** `holds`: it blocks completion; `settled`: approved, marked false or expected. */
  status: Status;
  /** Why it is settled. */
  reason: string | null;
}

type Status = 'holds' | 'warns' | 'settled';

/** All losses of an iteration, each once: findings, lost tests, metrics past their thresholds. */
export function reportedAlerts(state: LoopState, iteration: IterationState): ReportedAlert[] {
  const findings = new Map(findingsIn(iteration).map((finding) => [findingKey(finding.id), finding]));
  const alerts = new Map(iteration.alerts.map((alert) => [alertKey(iteration.n, alert), alert]));
  const here = raisedIn(state).filter(({ iterations }) => iterations.includes(iteration.n));
  return lossesIn(here).map(({ main, raised }) => {
    const holds = raised.some((one) => statusOf(state, one, iteration.n) === 'holds');
    return {
      alert: main,
      others: raised.filter((one) => one !== main).map(({ text }) => text),
      finding: findings.get(main.key) ?? null,
      tests: [...new Set(raised.flatMap(({ key }) => alerts.get(key)?.tests ?? []))],
      status: holds ? 'holds' : statusOf(state, main, iteration.n),
      reason: holds ? null : settledBy(state, main, iteration.n),
    };
  });
}

function statusOf(state: LoopState, alert: Raised, n: number): Status {
  return settledBy(state, alert, n) !== null ? 'settled' : alert.blocking ? 'holds' : 'warns';
}

function settledBy(state: LoopState, alert: Raised, n: number): string | null {
  const { key, source, severity, blocking, marked, approvedIn, expectedByTask } = alert;
  if (approvedIn.includes(n)) return approvalText(state, key);
  if (marked) return `marked a false positive${marked.reason ? `: ${marked.reason}` : ''}`;
  if (expectedByTask) return 'expected by the task';
  return source === 'guard' && isSevere(severity) && !blocking ? 'allowed beforehand' : null;
}
