import type { Verdict } from '../criteria/verdict.ts';
import type { MetricAlert } from '../metrics/alerts.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { OBJECTIVE } from '../selection/goal.ts';
import type { EventOf, LoopEvent } from '../state/events.ts';
import { currentIteration, type IterationState, type LoopState } from '../state/state.ts';
import type { verificationEvents } from '../state/verification-events.ts';
import { treeAfterChecks } from '../state/verification-state.ts';
import { evolveHeldOut } from './held-out.ts';

type VerificationType = (typeof verificationEvents)[number]['_output']['type'];
type VerificationEvent = Extract<LoopEvent, { type: VerificationType }>;
type Update = (iteration: number, change: Partial<IterationState>) => LoopState;

/** Applies one event about what keeps the judge out of the agent's reach. */
export function evolveVerification(state: LoopState, event: VerificationEvent, update: Update): LoopState {
  switch (event.type) {
    case 'changes-reverted': {
      const { type, iteration, ...reverted } = event;
      return update(iteration, { reverted, raised: event.findings });
    }
    case 'setup-started':
      return setupStarted(state, event);
    case 'setup-finished':
      return setupFinished(state, event, update);
    case 'checks-repeated':
      return { ...update(event.iteration, repeated(state, event)), workspaceTree: treeAfterChecks(state) };
    case 'hidden-checked':
      return {
        ...update(event.iteration, { hiddenChecked: true, verdicts: merged(state, event.iteration, event.verdicts) }),
        workspaceTree: treeAfterChecks(state),
        hiddenFingerprint: state.hiddenFingerprint ?? event.fingerprint,
      };
    case 'pristine-checked':
      return pristineChecked(state, event, update);
    case 'expectations-flipped': {
      const { type, iteration, ...flipped } = event;
      const raised = [...(state.iterations[iteration]?.raised ?? []), ...event.findings];
      return { ...update(iteration, { flipped, raised }), workspaceTree: treeAfterChecks(state) };
    }
    case 'new-tests-checked': {
      const { type, iteration, ...newTests } = event;
      return { ...update(iteration, { newTests }), workspaceTree: treeAfterChecks(state) };
    }
    case 'task-tests-checked': {
      const { type, iteration, ...taskTests } = event;
      return { ...update(iteration, { taskTests }), workspaceTree: treeAfterChecks(state) };
    }
    case 'tests-held-out':
    case 'held-out-checked':
    case 'tests-revealed':
    case 'tests-put-back':
      return evolveHeldOut(state, event);
    case 'mutants-tested': {
      const { type, iteration, ...mutants } = event;
      const { metrics } = state.iterations[iteration] ?? {};
      const change = {
        mutants,
        verdicts: merged(state, iteration, event.verdicts),
        ...(metrics && event.problem === undefined && { metrics: { ...metrics, mutants: event.counts } }),
      };
      return { ...update(iteration, change), workspaceTree: treeAfterChecks(state) };
    }
    case 'tree-reverified':
      return treeReverified(state, event);
    case 'hook-finished':
      return {
        ...state,
        workspaceTree: null,
        hooked: [...state.hooked, `${event.hook}:${event.iteration}`].slice(-20),
      };
    case 'refs-reset': {
      const iterations = state.iterations.map((one) =>
        event.iterations.includes(one.n) ? { ...one, refsReset: true } : one,
      );
      return { ...state, iterations };
    }
  }
}

/** A command that was found is due again if it is interrupted, whatever the lock files. */
const INTERRUPTED = { locks: null, ok: false, reason: 'it was interrupted' };

function setupStarted(state: LoopState, { where, command }: EventOf<'setup-started'>): LoopState {
  if (command !== undefined) return { ...state, setup: INTERRUPTED };
  if (where === 'room') return { ...state, setup: null };
  return isOnlyForWorkspace(state) ? { ...state, workspaceTree: null } : { ...state, workspaceTree: null, setup: null };
}

/** Once there is a baseline, a room is set up for itself. */
function isOnlyForWorkspace({ room, iterations }: LoopState): boolean {
  return room.kind !== 'in place' && iterations.length > 0;
}

/** A set-up that crosses to other dependencies after a rollback makes the record of the tree doubtful. */
function setupFinished(state: LoopState, event: EventOf<'setup-finished'>, update: Update): LoopState {
  const { iteration, locks, ok, reason, where, command, excerpt, outputFile } = event;
  if (where !== 'room' && isOnlyForWorkspace(state))
    return { ...state, workspaceTree: null, workspaceSetup: { locks } };
  const target = state.iterations[iteration];
  const again = target?.decision != null && state.start?.iteration === iteration;
  const next =
    target && !ok && target.decision === null && command === undefined
      ? update(iteration, { setupFailed: `the setup command failed: ${reason}` })
      : state;
  return {
    ...next,
    ...(where !== 'room' && { workspaceTree: null, workspaceSetup: { locks } }),
    setup: { locks, ok, reason, ...(!ok && { printed: { excerpt, outputFile } }) },
    reverify: again ? iteration : state.reverify,
  };
}

/** A criterion that no longer holds on its own tree may not hold on other verified trees either. */
function treeReverified(state: LoopState, event: EventOf<'tree-reverified'>): LoopState {
  const under = currentIteration(state);
  const failing = new Set(event.verdicts.filter(({ outcome }) => outcome !== 'pass').map(({ criterion }) => criterion));
  const unmeasured = { outcome: 'unmeasured' as const, unmeasured: 'not-started' as const };
  const reason = `held before something outside the snapshots changed; no longer holds at iteration ${event.iteration}`;
  const iterations = state.iterations.map((one) => {
    if (one.n === under?.n && one.decision === null) return { ...one, bestHolds: event.agrees };
    if (event.agrees) return one;
    if (one.n === event.iteration) return { ...one, verdicts: merged(state, one.n, event.verdicts) };
    const verdicts = one.verdicts?.map((verdict) =>
      verdict.outcome === 'pass' && failing.has(verdict.criterion) ? { ...verdict, ...unmeasured, reason } : verdict,
    );
    return { ...one, verdicts: verdicts ?? null };
  });
  return { ...state, iterations, workspaceTree: treeAfterChecks(state), reverify: null };
}

function repeated(state: LoopState, event: EventOf<'checks-repeated'>): Partial<IterationState> {
  const { type, iteration, ...body } = event;
  const { alerts = [], unmended = [] } = state.iterations[iteration] ?? {};
  return {
    repeated: body,
    flaky: event.flaky,
    verdicts: merged(state, iteration, event.verdicts),
    alerts: withoutFlaky(alerts, event.flaky),
    unmended: unmended.flatMap((one) => {
      const tests = one.tests.filter((test) => !event.flaky.includes(test));
      return tests.length > 0 || one.tests.length === 0 ? [{ ...one, tests }] : [];
    }),
  };
}

/** A test that also passes on this very tree was not broken by it. */
function withoutFlaky(alerts: readonly MetricAlert[], flaky: readonly string[]): MetricAlert[] {
  return alerts.flatMap((alert) => {
    if (alert.type !== 'working_test_failing' || flaky.length === 0) return [alert];
    const tests = alert.tests.filter((test) => !flaky.includes(test));
    if (tests.length === 0) return [];
    if (tests.length === alert.tests.length) return [alert];
    const what = tests.length === 1 ? `The test "${tests[0]}" passed before and now fails` : null;
    return [{ ...alert, tests, message: what ?? `${tests.length} tests passed before and now fail` }];
  });
}

function pristineChecked(state: LoopState, event: EventOf<'pristine-checked'>, update: Update): LoopState {
  const { type, iteration, ...pristine } = event;
  const { raised = [], metrics } = state.iterations[iteration] ?? {};
  const { objective } = event;
  const change = {
    pristine,
    raised: [...raised, ...event.findings],
    ...(metrics && objective !== undefined && { metrics: withObjective(metrics, objective) }),
  };
  // If nothing that judges was changed, nothing was overlaid and nothing ran.
  return {
    ...update(iteration, change),
    workspaceTree: event.files.count > 0 ? treeAfterChecks(state) : state.workspaceTree,
  };
}

function withObjective(metrics: Metrics, number: number): Metrics {
  return { ...metrics, custom: { ...metrics.custom, [OBJECTIVE]: number } };
}

/** Later verdicts take the place of earlier ones on the same criterion. */
function merged(state: LoopState, iteration: number, later: readonly Verdict[]): Verdict[] {
  const first = state.iterations[iteration]?.verdicts ?? [];
  const replaced = first.map((verdict) => later.find(({ criterion }) => criterion === verdict.criterion) ?? verdict);
  return [...replaced, ...later.filter(({ criterion }) => !first.some((verdict) => verdict.criterion === criterion))];
}
