import { findingKey, findingsIn } from '../../core/findings/blockers.ts';
import { alertKey } from '../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { isSevere } from '../../core/metrics/severity.ts';
import type { LoopFinding } from '../../core/state/finding.ts';
import type { IterationState, LoopState } from '../../core/state/state.ts';
import { approvalText } from './said.ts';

/** Something that was raised in an iteration, as tools that count failures are told of it. */
export interface ShownRaised {
  raised: Raised;
  /** What the guard saw, where it was the guard; null for what was measured. */
  finding: LoopFinding | null;
  /** The tests that it names. */
  tests: string[];
  /** `holds`: it stands in the way of completion; `settled`: somebody's word has taken it out of the way. */
  standing: 'holds' | 'warns' | 'settled';
  /** Whose word, where it is settled. */
  word: string | null;
}

/** All that was raised in an iteration: findings, tests that ran no more, metrics past their thresholds. */
export function shownRaised(state: LoopState, iteration: IterationState): ShownRaised[] {
  const findings = new Map(findingsIn(iteration).map((finding) => [findingKey(finding.id), finding]));
  const alerts = new Map(iteration.alerts.map((alert) => [alertKey(iteration.n, alert), alert]));
  return raisedIn(state)
    .filter(({ iterations }) => iterations.includes(iteration.n))
    .map((raised) => {
      const word = wordOn(state, raised, iteration.n);
      const standing = word !== null ? 'settled' : raised.blocking ? 'holds' : 'warns';
      const tests = alerts.get(raised.key)?.tests ?? [];
      return { raised, finding: findings.get(raised.key) ?? null, tests, standing, word };
    });
}

function wordOn(state: LoopState, raised: Raised, n: number): string | null {
  const { key, source, severity, blocking, marked, approvedIn, expectedByTask } = raised;
  if (approvedIn.includes(n)) return approvalText(state, key);
  if (marked) return `marked a false positive${marked.reason ? `: ${marked.reason}` : ''}`;
  if (expectedByTask) return 'expected by the task';
  return source === 'guard' && isSevere(severity) && !blocking ? 'allowed beforehand' : null;
}
