import type { Criterion } from '../core/criteria/criterion.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import { isPartial, type Metrics } from '../core/metrics/metrics.ts';
import type { TestCounts } from '../core/metrics/test-counts.ts';
import { capturedChars } from '../core/progress/index.ts';
import { type Counted, isOverstated } from '../core/quality/proven-counts.ts';
import { OBJECTIVE, objectiveOf, worthOf } from '../core/selection/goal.ts';
import { acceptedBaseline } from '../core/state/baseline.ts';
import type { LoopEvent } from '../core/state/events.ts';
import type { LoopFinding } from '../core/state/finding.ts';
import { type IterationState, type LoopState, snapshotRef } from '../core/state/state.ts';
import type { VerificationStep } from '../core/state/step.ts';
import { needTests, onlyParts } from '../core/verification/only-parts.ts';
import { type ClaimToProve, toProve } from '../core/verification/to-prove.ts';
import type { Place, Ports, ReportSource } from '../ports/index.ts';
import type { OverlayFile, PristineFiles } from '../ports/safeguards.ts';
import { countsFinding, objectiveFinding, pristineFindings } from './pristine-findings.ts';
import { requestFor } from './run-criteria.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;
interface Pristine {
  iteration: number;
  state: LoopState;
  ports: Ports;
  signal: AbortSignal;
}

interface Ran {
  verdicts: Verdict[];
  counted: Counted;
}

const MAX_PATHS = 50;

/**
 * Asks the baseline's judge whether what the iteration would be kept for is so. Commands are run with the original tests; for what is
 * measured only the set-up is the original, for tests that were added may well cover more.
 */
export async function* checkPristine(
  { iteration, baseline }: Extract<VerificationStep, { type: 'check-pristine' }>,
  state: LoopState,
  ports: Ports,
  signal: AbortSignal,
) {
  const began = ports.now();
  const current = state.iterations[iteration] as IterationState;
  const found = await ports.safeguards.pristine(
    snapshotRef(state, baseline).commit,
    snapshotRef(state, iteration).commit,
    state,
  );
  const files = named(found.files.map(({ path }) => path));
  const added = found.files.filter(({ isNew }) => isNew).map(({ path }) => path);
  const about = { files, ...(added.length > 0 && { added: added.slice(0, MAX_PATHS) }) };
  const claim = toProve(state, current) ?? { criteria: [], counted: [], tests: false, objective: false };
  const { criteria } = claim;
  const setUp = found.files.filter(({ setsUp }) => setsUp);
  const numbers = setUp.length > 0 ? criteria.filter((one) => one.kind === 'metric') : [];
  const asksNumber = claim.objective && setUp.length > 0;
  const run = { iteration, state, ports, signal };
  const asksCommands = found.files.length > 0 && (commandsIn(claim).length > 0 || countsApart(claim, state));
  if (!asksCommands && numbers.length === 0 && !asksNumber) {
    const nothing = { ...about, verdicts: [], findings: [], durationMs: ports.now() - began };
    yield { type: 'pristine-checked', iteration, ...nothing } satisfies LoopEvent;
    return;
  }
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const ran = asksCommands ? await runWithOriginals(claim, found, run) : null;
  const measured =
    numbers.length > 0 || asksNumber
      ? await withFiles(setUp, run, (place) => measureAgain(numbers, asksNumber, place, run))
      : { verdicts: [], metrics: null };
  const verdicts = [...(ran?.verdicts ?? []), ...measured.verdicts];
  const before = state.iterations[baseline];
  const baselineVerdicts = before?.verdicts ?? [];
  const failed = pristineFindings(
    verdicts.filter(({ criterion }) => criteria.some(({ id }) => id === criterion)),
    found,
    {
      criteria: state.criteria,
      task: state.task,
      measured: (id) => baselineVerdicts.some((one) => one.criterion === id && one.outcome !== 'unmeasured'),
    },
  );
  const number = asksNumber && measured.metrics ? proofOf(measured.metrics, current, found, state) : {};
  const asksTests = claim.tests && failed.length === 0;
  const tests = asksTests && ran ? countsOf(ran.counted, current, found, before, state.task) : {};
  const { finding, ...proven } = { finding: null, ...number };
  const { finding: overstated, ...counts } = { finding: null, ...tests };
  yield {
    type: 'pristine-checked',
    iteration,
    ...about,
    ...proven,
    ...counts,
    verdicts,
    findings: [...failed, ...(finding ? [finding] : []), ...(overstated ? [overstated] : [])],
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}

/** New tests may need files that came with them: if those are removed, the new tests are removed too before the change is blamed. */
async function runWithOriginals(claim: ClaimToProve, found: PristineFiles, pristine: Pristine): Promise<Ran> {
  const { iteration, state, ports, signal } = pristine;
  const run = (label: string, which: readonly string[], files: readonly OverlayFile[]) =>
    withFiles(files, pristine, async (place): Promise<Ran> => {
      const criteria = state.criteria.filter(({ id }) => which.includes(id));
      const request = {
        ...requestFor(label, criteria, iteration, place, state, ports),
        measured: countsApart(claim, state),
      };
      const { verdicts, tests, testsDoubt } = await ports.checker.verify(request, signal);
      return { verdicts, counted: { tests: tests?.counts ?? null, ...(testsDoubt && { testsDoubt }) } };
    });
  const claimedIds = claim.criteria.map(({ id }) => id);
  const claimed = state.iterations[iteration]?.metrics;
  const isShort = ({ counted }: Ran) => claim.tests && claimed != null && isOverstated(claimed, counted);
  const first = await run('pristine', commandsIn(claim), found.files);
  const open = first.verdicts.filter((one) => one.outcome !== 'pass' && claimedIds.includes(one.criterion));
  if (found.newTests.length === 0 || !(open.length > 0 || isShort(first))) return first;
  const away = found.newTests.map((path) => ({ path, content: null, mode: 0o644 }));
  const again = isShort(first) ? commandsIn(claim) : open.map(({ criterion }) => criterion);
  const second = await run('pristine-old', again, [...found.files, ...away]);
  const better = (id: string) =>
    second.verdicts.find(({ criterion, outcome }) => criterion === id && outcome === 'pass');
  if (isShort(first) && !isShort(second)) return second;
  return { ...first, verdicts: first.verdicts.map((verdict) => better(verdict.criterion) ?? verdict) };
}

const commandsIn = ({ criteria, counted }: ClaimToProve) =>
  [...criteria, ...counted].filter((one) => 'command' in one).map(({ id }) => id);

/** By a command of its own, which is not a criterion. */
const countsApart = ({ tests }: ClaimToProve, { settings }: LoopState) => tests && settings.metrics.tests !== undefined;

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
      commit: snapshotRef(state, iteration).commit,
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
function proofOf(
  metrics: Metrics,
  current: IterationState,
  found: PristineFiles,
  state: LoopState,
): { objective: number } | { finding: LoopFinding } {
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
): { tests: TestCounts } | { finding: LoopFinding } | Record<never, never> {
  if (!metrics?.tests) return {};
  if (isOverstated(metrics, proven)) {
    const isFirst = !baseline?.metrics?.tests?.total;
    return { finding: countsFinding({ claimed: metrics.tests, proven: proven.tests }, found, task, isFirst) };
  }
  return proven.tests && !isPartial(metrics) ? { tests: proven.tests } : {};
}

function withFiles<T>(
  files: readonly OverlayFile[],
  { iteration, state, ports }: Pristine,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  return ports.room.judge(snapshotRef(state, iteration).commit, work, { files });
}

const named = (paths: readonly string[]) => ({ paths: paths.slice(0, MAX_PATHS), count: paths.length });
