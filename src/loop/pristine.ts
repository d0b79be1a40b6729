import type { Criterion } from '../core/criteria/criterion.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import { isPartial, type Metrics } from '../core/metrics/metrics.ts';
import type { TestCounts } from '../core/metrics/test-counts.ts';
import { capturedChars } from '../core/progress/index.ts';
import { type Counted, isOverstated } from '../core/quality/proven-counts.ts';
import { OBJECTIVE, objectiveOf, worthOf } from '../core/selection/goal.ts';
import { acceptedBaseline } from '../core/state/baseline.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import { type IterationState, type LoopState, seenRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { needTests, onlyParts } from '../core/verification/only-parts.ts';
import { whyNotAgain } from '../core/verification/suite-time.ts';
import { toProve } from '../core/verification/to-prove.ts';
import type { Place, Ports, ReportSource } from '../ports/index.ts';
import type { PristineFiles } from '../ports/safeguards.ts';
import { commandsIn, countsApart, type Pristine, runWithOriginals, withFiles } from './original-runs.ts';
import { openOriginalTests } from './original-tests.ts';
import { countsFinding, namesFinding, notRunFinding, objectiveFinding, pristineFindings } from './pristine-findings.ts';
import { requestFor } from './run-criteria.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;

const MAX_PATHS = 50;

/** What the original judge says of a number or of counts, or what is wrong with them. */
interface Proof {
  objective?: number;
  tests?: TestCounts;
  finding?: LoopFinding;
}

/**
 * Asks the baseline's judge whether what the iteration would be kept for is so. Commands are run with the original tests, and every
 * test that ran at the baseline has to run; for what is measured only the set-up is the original, for tests that were added may
 * well cover more.
 */
export async function* checkPristine(
  { iteration, baseline }: Extract<VerificationStep, { type: 'check-pristine' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const began = ports.now();
  const current = state.iterations[iteration] as IterationState;
  const before = state.iterations[baseline];
  const found = await ports.safeguards.pristine(
    seenRef(state, baseline).commit,
    seenRef(state, iteration).commit,
    state,
  );
  const claim = toProve(state, current) ?? { criteria: [], counted: [], tests: false, objective: false };
  const originals = await openOriginalTests(claim, before, current, state, ports);
  const staysMoved = originals.ranWhereMoved(found.moved);
  const { criteria } = claim;
  const setUp = found.files.filter(({ setsUp }) => setsUp);
  const toMeasure = setUp.length > 0 ? criteria.filter((one) => one.kind === 'metric') : [];
  const run: Pristine = { iteration, state, ports, signal };
  const isChanged = found.files.length > 0 || found.newTests.length > 0 || !staysMoved;
  const asksCommands = isChanged && (commandsIn(claim).length > 0 || (claim.tests && countsApart(state)));
  const again = asksCommands
    ? commandsIn(claim)
    : needTests(toMeasure.map(({ metric }) => metric))
      ? commandIds(state)
      : [];
  const problem = whyNotAgain(again, state, current);
  const numbers = problem === null ? toMeasure : [];
  const asksNumber = claim.objective && setUp.length > 0 && problem === null;
  const runsCommands = asksCommands && problem === null;
  if (runsCommands || numbers.length > 0 || asksNumber) yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const ran = runsCommands
    ? await runWithOriginals(claim, found, { staysMoved, compare: originals.compare }, run)
    : null;
  const measured =
    numbers.length > 0 || asksNumber
      ? await withFiles(setUp, run, (place) => measureAgain(numbers, asksNumber, place, run))
      : { verdicts: [], metrics: null };
  const judged = { ...found, files: ran?.files ?? found.files };
  const verdicts = [...(ran?.verdicts ?? []), ...measured.verdicts];
  const baselineVerdicts = before?.verdicts ?? [];
  const failed = pristineFindings(
    verdicts.filter(({ criterion }) => criteria.some(({ id }) => id === criterion)),
    judged,
    {
      criteria: state.criteria,
      task: state.task,
      measured: (id) => baselineVerdicts.some((one) => one.criterion === id && one.outcome !== 'unmeasured'),
    },
  );
  // New tests may stand beside the others; what was edited may say what they do.
  const isAsWritten = !isChanged || (problem !== null && found.files.length === 0 && staysMoved);
  const tests = ran
    ? originals.compare(ran.reports, ran.moved)
    : isAsWritten
      ? originals.inSnapshot(found.moved)
      : null;
  const number: Proof = asksNumber && measured.metrics ? proofOf(measured.metrics, current, found, state) : {};
  const counts: Proof =
    claim.tests && failed.length === 0 && ran ? countsOf(ran.counted, current, judged, before, state.task) : {};
  const others = [number, counts].flatMap(({ finding }) => finding ?? []);
  const isLost = tests !== null && tests.ran < tests.of && failed.length === 0 && others.length === 0;
  const unproven = problem !== null && tests === null ? [notRunFinding(problem, judged, state.task)] : [];
  const lost = isLost ? [namesFinding(tests, judged, state.task)] : [];
  const paths = judged.files.map(({ path }) => path);
  const added = judged.files.filter(({ isNew }) => isNew).map(({ path }) => path);
  yield {
    type: 'pristine-checked',
    iteration,
    files: named(paths),
    ...(added.length > 0 && { added: added.slice(0, MAX_PATHS) }),
    ...(tests && { originals: tests }),
    ...(number.objective !== undefined && { objective: number.objective }),
    ...(counts.tests && { tests: counts.tests }),
    ...(problem !== null && { problem }),
    verdicts,
    findings: [...failed, ...others, ...lost, ...unproven],
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}

const commandIds = ({ criteria }: LoopState) => criteria.filter((one) => 'command' in one).map(({ id }) => id);

async function measureAgain(
  criteria: readonly MetricCriterion[],
  asksNumber: boolean,
  place: Place,
  { iteration, state, ports, signal }: Pristine,
) {
  const names = [...criteria.map(({ metric }) => metric), ...(asksNumber ? [`custom.${OBJECTIVE}`] : [])];
  const settings = { ...state.settings, metrics: onlyParts(state.settings.metrics, names) };
  const commands = state.criteria.filter((criterion) => 'command' in criterion);
  const sources: MeasuredFrom[] = [];
  const report: ReportSource = (from) => sources.push(from);
  const request = { ...requestFor('pristine-measured', commands, iteration, place, { settings }, ports), report };
  const checks = needTests(names)
    ? ports.checker.verify({ ...request, measured: true }, signal)
    : Promise.resolve({ tests: null });
  const metrics = await ports.meter.measure(
    {
      ...request,
      commit: seenRef(state, iteration).commit,
      ...(state.toolchain && { toolchain: state.toolchain }),
    },
    checks,
    signal,
  );
  const maxChars = capturedChars(state.settings.progress);
  const verdicts = criteria.map((one) => metricVerdict(one, metrics, acceptedBaseline(state), sources, maxChars));
  return { verdicts, metrics };
}

/** The original judge's number counts, if it is better than best's; else the claim is a finding. */
function proofOf(metrics: Metrics, current: IterationState, found: PristineFiles, state: LoopState): Proof {
  const proven = objectiveOf({ ...current, metrics });
  const best = state.best === null ? undefined : state.iterations[state.best];
  const [worth, top] = [worthOf(state, { ...current, metrics }), best ? worthOf(state, best) : null];
  if (proven !== null && worth !== null && (top === null || worth > top)) return { objective: proven };
  const numbers = { claimed: objectiveOf(current), proven, best: best ? objectiveOf(best) : null };
  return { finding: objectiveFinding(numbers, found, state.task) };
}

/** The tests by the original judge are those that count; if more pass only by the changed one, that is a finding. */
function countsOf(
  proven: Counted,
  { metrics }: IterationState,
  found: PristineFiles,
  baseline: IterationState | undefined,
  task: string,
): Proof {
  if (!metrics?.tests) return {};
  if (isOverstated(metrics, proven)) {
    const isFirst = !baseline?.metrics?.tests?.total;
    return { finding: countsFinding({ claimed: metrics.tests, proven: proven.tests }, found, task, isFirst) };
  }
  return proven.tests && !isPartial(metrics) ? { tests: proven.tests } : {};
}

const named = (paths: readonly string[]) => ({ paths: paths.slice(0, MAX_PATHS), count: paths.length });
