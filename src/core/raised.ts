import type { MetricAlert } from './alerts.ts';
import { expectedLosses, findingKey, findingsIn, lossesOf } from './blockers.ts';
import { iterationInTree } from './in-tree.ts';
import { alertKey } from './marks.ts';
import { isPartial } from './metrics.ts';
import type { IterationState, LoopState } from './state.ts';

/** Something a loop raised: a finding of the guard, a test that ran no more, or a metric past its threshold. */
export interface Raised {
  /** As the log names it: `finding:…`, `lost-test:…`, `alert:<iteration>:<type>`. */
  key: string;
  source: 'guard' | 'tests' | 'metrics';
  /** The iterations in which it was seen: what stays in the tree is seen again in every one. */
  iterations: number[];
  severity: MetricAlert['severity'];
  type: string;
  pattern: string | null;
  place: { path: string; line: number } | null;
  text: string;
  /** It held completion wherever it was seen, but for a person's word. */
  blocking: boolean;
  expectedByTask: boolean;
  approved: boolean;
  /** Of the iterations in which it was seen, those that the approval is about: the one that was looked at, and later ones. */
  approvedIn: number[];
  marked: { reason: string | null } | null;
  /** The loop rolled it back, or a person rejected it: it was rightly raised. */
  confirmed: boolean;
  /** The iteration that has it and that an abort left in the working tree; null where it is gone or may stay. */
  stillIn: number | null;
}

type Seen = Omit<Raised, 'iterations' | 'approved' | 'approvedIn' | 'marked' | 'confirmed' | 'stillIn'> & {
  n: number;
  /** Grave enough to roll an iteration back. */
  grave: boolean;
};

/** Everything the loop raised, each once, in the order in which it was first seen. */
export function raisedIn(state: LoopState): Raised[] {
  const byKey = new Map<string, Seen[]>();
  for (const seen of state.iterations.flatMap((iteration) => seenIn(state, iteration))) {
    byKey.set(seen.key, [...(byKey.get(seen.key) ?? []), seen]);
  }
  return [...byKey.values()].map((sightings) => joined(state, sightings));
}

function joined(state: LoopState, sightings: readonly Seen[]): Raised {
  const { n, grave, ...seen } = (sightings.findLast(({ blocking }) => blocking) ?? sightings.at(-1)) as Seen;
  const approved = state.approved.includes(seen.key);
  const mark = state.marked.find(({ id }) => id === seen.key);
  const rolledBack = sightings.some((one) => one.grave && state.iterations[one.n]?.decision?.action === 'rollback');
  const iterations = sightings.map((one) => one.n);
  const since = approvedSince(state, seen.key);
  return {
    ...seen,
    iterations,
    approved,
    approvedIn: approved ? iterations.filter((one) => one >= since) : [],
    marked: mark ? { reason: mark.reason } : null,
    stillIn: mark || approved ? null : stillIn(state, sightings),
    confirmed: !mark && !approved && (rolledBack || state.rejected.includes(seen.key)),
  };
}

/** Only of what would have been undone, had the loop gone on. */
function stillIn(state: LoopState, sightings: readonly Seen[]): number | null {
  if (state.ended?.ending !== 'aborted') return null;
  const left = iterationInTree(state);
  return sightings.some(({ n, grave, blocking }) => n === left && (grave || blocking)) ? left : null;
}

/** Whoever approved it looked at that iteration: what was held back for the same before, nobody has seen. */
function approvedSince({ said }: LoopState, key: string): number {
  return said.find(({ word, about }) => word === 'approve' && about.includes(key))?.iteration ?? 0;
}

function seenIn(state: LoopState, iteration: IterationState): Seen[] {
  return [...findingsSeen(iteration), ...lossesSeen(iteration), ...alertsSeen(state, iteration)];
}

function findingsSeen(iteration: IterationState): Seen[] {
  return findingsIn(iteration).map(({ id, severity, type, pattern, before, after, why, blocking, expectedByTask }) => ({
    key: findingKey(id),
    source: 'guard',
    n: iteration.n,
    severity,
    type,
    pattern,
    place: after ?? before,
    text: why,
    blocking,
    expectedByTask,
    grave: blocking,
  }));
}

function lossesSeen(iteration: IterationState): Seen[] {
  const partial = iteration.metrics && isPartial(iteration.metrics);
  const held = lossesOf(iteration).map(
    ({ id, text }): Seen => ({
      ...measured(id, text, iteration.n),
      source: 'tests',
      severity: 'critical',
      type: partial ? 'working_test_failing' : 'test_deletion',
      blocking: true,
      grave: true,
    }),
  );
  const expected = expectedLosses(iteration).map(
    ({ id, text }): Seen => ({
      ...measured(id, text, iteration.n),
      source: 'tests',
      severity: 'critical',
      type: 'test_deletion',
      blocking: false,
      expectedByTask: true,
      grave: false,
    }),
  );
  return [...held, ...expected];
}

function alertsSeen({ settings }: LoopState, { n, alerts }: IterationState): Seen[] {
  const held = new Set<string>(settings.alerts.block);
  return alerts.map((alert) => ({
    ...measured(alertKey(n, alert), alert.message, n),
    source: 'metrics',
    severity: alert.severity,
    type: alert.type,
    blocking: held.has(alert.type) || alert.type === 'working_test_failing',
    grave: held.has(alert.type) || alert.severity === 'critical',
  }));
}

function measured(key: string, text: string, n: number) {
  return { key, text, n, pattern: null, place: null, expectedByTask: false };
}
