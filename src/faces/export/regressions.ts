import { type Loss, lossesIn } from '../../core/findings/losses.ts';
import { alertKey } from '../../core/findings/marks.ts';
import { type Raised, raisedIn } from '../../core/findings/raised.ts';
import { type Metrics, unmeasured, wholeTests } from '../../core/metrics/metrics.ts';
import type { LoopState } from '../../core/state/state.ts';
import { uuidOf } from '../reports/identity.ts';
import { recoveryOutcomeOf } from './recovery.ts';
import { type ExportedLoop, exportSchema } from './schema.ts';

type Event = ExportedLoop['regression_events'][number];

const types = exportSchema.shape.regression_events.element.shape.regression_type;

/** The closest regression type of alerts that have none of their own. */
const nearest: Record<string, Event['regression_type']> = {
  working_test_failing: 'feature_removal',
  functionality_loss: 'test_skipping',
  file_deletion: 'feature_removal',
};

/** The alerts of the guard, the tests and the metrics that are one of the seven regression types. */
export function regressionEvents(state: LoopState): Event[] {
  return lossesIn(raisedIn(state)).flatMap((loss) => {
    const type = types.safeParse(loss.type).data ?? nearest[loss.type];
    return type === undefined ? [] : [eventOf(state, loss, type)];
  });
}

function eventOf(state: LoopState, { main: alert, raised }: Loss, type: Event['regression_type']): Event {
  const n = alert.iterations[0] ?? 0;
  const iteration = state.iterations[n];
  const finding = iteration?.findings?.find(({ id }) => `finding:${id}` === alert.key);
  const counted = alert.source !== 'guard' || raised.length > 1;
  const seen = new Set(raised.flatMap(({ iterations }) => iterations).filter((one) => one > n));
  const again = [...seen].sort((a, b) => a - b);
  const parent = iteration?.parent == null ? undefined : state.iterations[iteration.parent];
  // What stayed in the tree may be recovered from when it is seen again.
  const recovered = [n, ...again].find((at) => state.recoveries.some(({ iteration: from }) => from === at));
  const rolledBack = iteration?.decision?.action === 'rollback';
  const measure = raised.find(({ type: kind }) => kind in metricOf)?.type ?? 'functionality_loss';
  const value = (one: typeof iteration) => (counted ? (metricOf[measure]?.(one?.metrics ?? unmeasured) ?? null) : null);
  return {
    event_id: uuidOf(state.id, alert.key),
    timestamp: new Date(iteration?.endedAt ?? state.lastAt).toISOString(),
    iteration: Math.max(1, n),
    regression_type: type,
    severity: alert.severity,
    details: {
      raised_as: alert.pattern ?? alert.type,
      message: alert.text,
      path: alert.place?.path ?? null,
      line: alert.place?.line ?? null,
      baseline_value: value(parent),
      current_value: value(iteration),
      diff: {
        before: finding?.excerptBefore ?? '',
        after: finding?.excerptAfter ?? '',
        deleted_tests: testsIn(state, n, raised),
      },
      alerts: raised.map(({ key }) => key),
    },
    recurrences: again,
    recovery_protocol_invoked: recovered !== undefined,
    recovery_outcome: rolledBack ? recoveryOutcomeOf(state, recovered ?? n) : null,
    human_gate_invoked: raised.some((one) => isAsked(state, one)),
    human_decision: raised.map((one) => decisionOn(state, one, n)).find((answer) => answer !== null) ?? null,
  };
}

/** A gate is open for it, or was answered. */
function isAsked({ gate, rejected, said }: LoopState, { key, approved }: Raised): boolean {
  const isAbout =
    gate?.blockers.includes(key) || said.some(({ word, about }) => word === 'block' && about.includes(key));
  return isAbout || approved || rejected.includes(key);
}

/** By name: tests of an alert, and those that ran no more. */
function testsIn(state: LoopState, n: number, raised: readonly Raised[]): string[] {
  const keys = new Set(raised.map(({ key }) => key));
  const alerted = state.iterations[n]?.alerts.filter((one) => keys.has(alertKey(n, one))) ?? [];
  const gone = [...keys].flatMap((key) => (key.startsWith(LOST) ? [key.slice(LOST.length)] : []));
  return [...new Set([...gone, ...alerted.flatMap(({ tests }) => tests)])];
}

const LOST = 'lost-test:';

/** The decision on the iteration that first had the alert, or else a later one. */
function decisionOn(state: LoopState, { key, approved, approvedIn }: Raised, n: number): Event['human_decision'] {
  if (approved && (approvedIn.includes(n) || !state.rejected.includes(key))) return 'approve';
  return state.rejected.includes(key) ? 'reject' : null;
}

/** What an alert of this type compares. */
const metricOf: Record<string, (metrics: Metrics) => number | null> = {
  coverage_regression: ({ coverage }) => coverage?.lines.percentage ?? null,
  test_deletion: (metrics) => wholeTests(metrics)?.total ?? null,
  functionality_loss: (metrics) => wholeTests(metrics)?.passed ?? null,
  working_test_failing: (metrics) => wholeTests(metrics)?.passed ?? null,
  file_deletion: ({ files }) => files,
};
