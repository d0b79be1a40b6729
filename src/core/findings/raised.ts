import type { MetricAlert } from '../metrics/alerts.ts';
import { isPartial } from '../metrics/metrics.ts';
import { iterationInTree } from '../state/in-tree.ts';
import type { IterationState, LoopState } from '../state/state.ts';
import { expectedLosses, findingKey, findingsIn, lossesOf } from './blockers.ts';
import { areLossesExplained } from './explained-losses.ts';
import { alertKey } from './marks.ts';
import { namesTest } from './same-loss.ts';

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
  /** It blocked completion in every iteration it was seen in, unless a person decided otherwise. */
  blocking: boolean;
  expectedByTask: boolean;
  approved: boolean;
  /** Of the iterations in which it was seen, those that the approval is about: the one that was looked at, and later ones. */
  approvedIn: number[];
  marked: { reason: string | null } | null;
  /** The loop rolled it back, or a person rejected it. */
  caught: boolean;
  /** A person rejected it: it was rightly raised. */
  confirmed: boolean;
  /** The iteration that has it and that an abort left in the working tree; null if it is gone or may stay. */
  stillIn: number | null;
}

type Sighting = Omit<
  Raised,
  'iterations' | 'approved' | 'approvedIn' | 'marked' | 'caught' | 'confirmed' | 'stillIn'
> & {
  n: number;
  /** Severe enough to roll an iteration back. */
  isSevere: boolean;
};

/** Everything the loop raised, each once, in the order in which it was first seen. */
export function raisedIn(state: LoopState): Raised[] {
  const byKey = new Map<string, Sighting[]>();
  for (const sighting of state.iterations.flatMap((iteration) => sightingsIn(state, iteration))) {
    const sightings = byKey.get(sighting.key);
    if (sightings) sightings.push(sighting);
    else byKey.set(sighting.key, [sighting]);
  }
  const raised = [...byKey.values()].map((sightings) => joined(state, sightings));
  return raised.map((one) => ({ ...one, place: one.place ?? placeOfTest(one, raised) }));
}

/** Where a test was that ran no more: the finding that names it knows. */
function placeOfTest({ source, key }: Raised, all: readonly Raised[]): Raised['place'] {
  if (source !== 'tests') return null;
  return all.find((other) => other.source === 'guard' && namesTest(other, key))?.place ?? null;
}

function joined(state: LoopState, sightings: readonly Sighting[]): Raised {
  const { n, isSevere, ...sighting } = (sightings.findLast(({ blocking }) => blocking) ?? sightings.at(-1)) as Sighting;
  const approved = state.approved.includes(sighting.key);
  const mark = state.marked.find(({ id }) => id === sighting.key);
  const rolledBack = sightings.some((one) => one.isSevere && state.iterations[one.n]?.decision?.action === 'rollback');
  const iterations = sightings.map((one) => one.n);
  const rejected = state.rejected.includes(sighting.key);
  const since = approvedSince(state, sighting.key);
  return {
    ...sighting,
    iterations,
    approved,
    approvedIn: approved ? iterations.filter((one) => one >= since) : [],
    marked: mark ? { reason: mark.reason } : null,
    stillIn: mark || approved ? null : stillIn(state, sightings),
    caught: !mark && !approved && (rolledBack || rejected),
    confirmed: !mark && !approved && rejected,
  };
}

/** Only of what would have been undone, had the loop gone on. */
function stillIn(state: LoopState, sightings: readonly Sighting[]): number | null {
  if (state.ended?.ending !== 'aborted') return null;
  const inTree = iterationInTree(state);
  return sightings.some(({ n, isSevere, blocking }) => n === inTree && (isSevere || blocking)) ? inTree : null;
}

/** The approver looked at that iteration: nobody has reviewed earlier ones that were held back for the same reason. */
function approvedSince({ said }: LoopState, key: string): number {
  return said.find(({ word, about }) => word === 'approve' && about.includes(key))?.iteration ?? 0;
}

function sightingsIn(state: LoopState, iteration: IterationState): Sighting[] {
  return [...findingSightings(iteration), ...lossSightings(iteration), ...alertSightings(state, iteration)];
}

function findingSightings(iteration: IterationState): Sighting[] {
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
    isSevere: blocking,
  }));
}

function lossSightings(iteration: IterationState): Sighting[] {
  const partial = iteration.metrics && isPartial(iteration.metrics);
  const blocking = lossesOf(iteration).map(
    ({ id, text }): Sighting => ({
      ...measured(id, text, iteration.n),
      source: 'tests',
      severity: 'critical',
      type: partial ? 'working_test_failing' : 'test_deletion',
      blocking: true,
      isSevere: true,
    }),
  );
  const expected = expectedLosses(iteration).map(
    ({ id, text }): Sighting => ({
      ...measured(id, text, iteration.n),
      source: 'tests',
      severity: 'critical',
      type: 'test_deletion',
      blocking: false,
      expectedByTask: true,
      isSevere: false,
    }),
  );
  return [...blocking, ...expected];
}

function alertSightings({ settings }: LoopState, iteration: IterationState): Sighting[] {
  const { n, alerts } = iteration;
  const blockingTypes = new Set<string>(settings.alerts.block);
  const livesOn = ({ type }: MetricAlert) => type === 'test_deletion' && areLossesExplained(iteration);
  return alerts.map((alert) => ({
    ...measured(alertKey(n, alert), `${alert.message}${livesOn(alert) ? LIVES_ON : ''}`, n),
    source: 'metrics',
    severity: livesOn(alert) ? 'low' : alert.severity,
    type: alert.type,
    blocking: blockingTypes.has(alert.type) || alert.type === 'working_test_failing',
    isSevere: blockingTypes.has(alert.type) || (alert.severity === 'critical' && !livesOn(alert)),
  }));
}

const LIVES_ON = '; their claims are in other tests, and the original tests hold';

function measured(key: string, text: string, n: number) {
  return { key, text, n, pattern: null, place: null, expectedByTask: false };
}
