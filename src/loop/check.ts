import type { Criterion } from '../core/criteria/criterion.ts';
import { withoutLostCount } from '../core/criteria/lost-count.ts';
import { type MeasuredFrom, partsOf } from '../core/criteria/measured-from.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import { type DeferrablePart, isPartial, type Metrics } from '../core/metrics/metrics.ts';
import { capturedChars } from '../core/progress/index.ts';
import { deferredIn, partsToDefer, whyDeferred } from '../core/quality/deferred.ts';
import { acceptedBaseline } from '../core/state/baseline.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { Settings } from '../core/state/settings.ts';
import { type LoopState, seenRef } from '../core/state/state.ts';
import { coverageMode } from '../core/verification/coverage-mode.ts';
import { isOnMutants, pendingVerdict, tooSlow } from '../core/verification/mutants-due.ts';
import { setupProblem, withoutDependencies } from '../core/verification/setup.ts';
import type { Place, Ports, ReportSource } from '../ports/index.ts';
import { keepTests, movementOf } from './movement.ts';
import { keepReach } from './reach.ts';

export async function* verify(iteration: number, state: LoopState, ports: Ports, signal: AbortSignal) {
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const problem = setupProblem(state);
  if (problem) {
    yield { type: 'checks-finished', iteration, verdicts: unmeasuredFor(state, problem) } satisfies LoopEvent;
    return;
  }
  const { metrics, tests, reach, verdicts, sources, durationMs, kept } = await ports.room.judge(
    seenRef(state, iteration).commit,
    (place) => checkAndMeasure(iteration, place, state, ports, signal),
  );
  const testsFile = tests && (await keepTests(iteration, tests, ports));
  const reachFile = reach && (await keepReach(iteration, reach, ports));
  const movement = await movementOf(iteration, metrics, tests, state, ports);
  const files = { testsFile, ...(reachFile && { reachFile }) };
  yield { type: 'metrics-taken', iteration, metrics, ...movement, ...files, durationMs } satisfies LoopEvent;
  const baseline = iteration === 0 ? metrics : acceptedBaseline(state);
  const maxChars = capturedChars(state.settings.progress);
  const first = state.iterations[0]?.verdicts ?? [];
  const counted = (verdict: Verdict | undefined) =>
    verdict && iteration > 0
      ? withoutLostCount(
          verdict,
          first.find(({ criterion }) => criterion === verdict.criterion),
        )
      : verdict;
  const slow = tooSlow(
    state,
    verdicts.reduce((sum, { durationMs: ms }) => sum + ms, 0),
  );
  const all = state.criteria.map((criterion) =>
    isOnMutants(criterion)
      ? pendingVerdict(criterion, iteration, slow)
      : criterion.kind === 'metric'
        ? metricVerdict(criterion, metrics, baseline, sources, maxChars)
        : counted(verdicts.find((verdict) => verdict.criterion === criterion.id)),
  );
  yield {
    type: 'checks-finished',
    iteration,
    verdicts: withTests(
      all.filter((verdict) => verdict !== undefined).map((verdict) => withoutDependencies(state, iteration, verdict)),
      state.criteria,
      metrics,
    ),
    ...(kept && { kept }),
  } satisfies LoopEvent;
}

/** If no check counted the tests itself, the first one about their number carries the counts; only one, because counts add up. */
function withTests(verdicts: Verdict[], criteria: readonly Criterion[], { tests }: Metrics): Verdict[] {
  if (!tests || verdicts.some((verdict) => verdict.tests)) return verdicts;
  const counting = criteria.find(
    (criterion) => criterion.kind === 'metric' && partsOf(criterion.metric).includes('tests'),
  );
  return verdicts.map((verdict) => (verdict.criterion === counting?.id ? { ...verdict, tests } : verdict));
}

/** A workspace that could not be set up measures nothing; the first verdict has what the set-up printed. */
function unmeasuredFor(state: LoopState, reason: string): Verdict[] {
  const rest = { exitCode: null, durationMs: 0, tests: null, excerpt: '', outputFile: null };
  return state.criteria
    .filter(({ kind }) => kind !== 'hidden')
    .map(({ id }, index) => ({
      criterion: id,
      outcome: 'unmeasured',
      unmeasured: 'not-started',
      reason,
      ...rest,
      ...(index === 0 && state.setup?.printed),
    }));
}

/** One run of the user's commands serves both; what needs no tests is measured beside them. */
async function checkAndMeasure(iteration: number, where: Place, state: LoopState, ports: Ports, signal: AbortSignal) {
  const run = ports.runId();
  const remembered = await rememberedOf(iteration, where, state, ports);
  const sources: MeasuredFrom[] = [];
  const report: ReportSource = (from) => sources.push(from);
  const deferred = iteration === 0 || state.settings.metrics.everyIteration ? [] : deferredIn(state);
  const place = { ...where, run, settings: state.settings, criteria: state.criteria, remembered, report };
  const checking = ports.checker.verify(
    {
      ...place,
      measured: true,
      coverage: coverageMode(state, iteration),
      outputPath: (criterion) => ports.files.path(iteration, `check-${criterion}.log`),
      probeFolder: (criterion) => ports.files.path(iteration, `probe-${criterion}`).absolute,
    },
    signal,
  );
  const { parent: from } = state.iterations[iteration] ?? {};
  const parent = from != null && state.iterations[from]?.snapshot ? seenRef(state, from).commit : undefined;
  const measuring = ports.meter.measure(
    {
      ...place,
      settings: withoutParts(state.settings, deferred),
      commit: seenRef(state, iteration).commit,
      ...(parent && { parent }),
      ...(state.toolchain && { toolchain: state.toolchain }),
      outputPath: (name) => ports.files.path(iteration, `measure-${name}.log`),
    },
    checking,
    signal,
  );
  const checked = checking.then((result) => ({ ...result, at: ports.now() }));
  const [{ verdicts, tests, coverage, at }, measured] = await Promise.all([checked, measuring]);
  const metrics = iteration === 0 ? withDeferred(measured, state) : withReasons(measured, deferred, state);
  const digest = await remembered?.settle();
  const reach = isPartial(metrics) ? null : (coverage?.reach ?? null);
  return { verdicts, tests, reach, metrics, sources, kept: digest, durationMs: Math.max(0, ports.now() - at) };
}

function withoutParts(settings: Settings, parts: readonly DeferrablePart[]): Settings {
  const off = Object.fromEntries(parts.map((part) => [part, false]));
  return { ...settings, metrics: { ...settings.metrics, ...off } };
}

function withDeferred(metrics: Metrics, state: LoopState): Metrics {
  const deferred = partsToDefer(state, metrics);
  return deferred.length > 0 ? { ...metrics, deferred } : metrics;
}

function withReasons(metrics: Metrics, parts: readonly DeferrablePart[], { iterations }: LoopState): Metrics {
  const first = iterations[0]?.metrics;
  if (!first || parts.length === 0) return metrics;
  return { ...metrics, unknown: [...metrics.unknown, ...parts.map((part) => whyDeferred(part, first))] };
}

/** Only results that the loop's own log names are believed: an agent could write others. */
export async function rememberedOf(iteration: number, place: Place, state: LoopState, ports: Ports) {
  const snapshot = state.iterations[iteration]?.snapshot;
  if (!state.settings.verify.cache || !snapshot || !ports.remember) return null;
  const trusted = new Set(state.iterations.flatMap(({ kept }) => kept ?? []));
  const { commit, tree } = seenRef(state, iteration);
  return ports.remember({ commit, tree, trusted, place });
}
