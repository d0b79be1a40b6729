import { acceptedBaseline } from '../core/baseline.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import { needTests, onlyParts } from '../core/criteria/only-parts.ts';
import type { Criterion } from '../core/criterion.ts';
import type { LoopEvent } from '../core/events.ts';
import type { LoopFinding } from '../core/finding.ts';
import { OBJECTIVE, objectiveOf, worthOf } from '../core/goal.ts';
import { isPartial, type Metrics } from '../core/metrics.ts';
import { type IterationState, knownTree, type LoopState } from '../core/state.ts';
import { type Claim, toProve } from '../core/to-prove.ts';
import type { TestCounts, Verdict } from '../core/verdict.ts';
import type { VerificationStep } from '../core/verification/cross-checks.ts';
import { type Counted, isOverstated } from '../core/verification/proven-counts.ts';
import { capturedChars } from '../notes/index.ts';
import type { PristineFiles } from '../verify/pristine.ts';
import { countsFinding, objectiveFinding, pristineFindings } from '../verify/pristine-findings.ts';
import type { LaidFile } from '../workspace/overlay.ts';
import type { Ports } from './ports.ts';
import { requestFor } from './run-criteria.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;
interface Place {
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
    knownTree(state, baseline).commit,
    knownTree(state, iteration).commit,
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
  const place = { iteration, state, ports, signal };
  const asksCommands = found.files.length > 0 && (commandsIn(claim).length > 0 || countsApart(claim, state));
  if (!asksCommands && numbers.length === 0 && !asksNumber) {
    const nothing = { ...about, verdicts: [], findings: [], durationMs: ports.now() - began };
    yield { type: 'pristine-checked', iteration, ...nothing } satisfies LoopEvent;
    return;
  }
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const ran = asksCommands ? await runWithOriginals(claim, found, place) : null;
  if (asksCommands && (numbers.length > 0 || asksNumber)) await restored(place);
  const measured =
    numbers.length > 0 || asksNumber
      ? await laid(setUp, ports, () => measureAnew(numbers, asksNumber, place))
      : { verdicts: [], metrics: null };
  const verdicts = [...(ran?.verdicts ?? []), ...measured.verdicts];
  const before = state.iterations[baseline];
  const known = before?.verdicts ?? [];
  const failed = pristineFindings(
    verdicts.filter(({ criterion }) => criteria.some(({ id }) => id === criterion)),
    found,
    {
      criteria: state.criteria,
      task: state.task,
      measured: (id) => known.some((one) => one.criterion === id && one.outcome !== 'unmeasured'),
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

/** New tests may need what came with them: where that is taken away, they go too before anything is held against the change. */
async function runWithOriginals(claim: Claim, found: PristineFiles, place: Place): Promise<Ran> {
  const { iteration, state, ports, signal } = place;
  const run = (label: string, which: readonly string[], files: readonly LaidFile[]) =>
    laid(files, ports, async (): Promise<Ran> => {
      const criteria = state.criteria.filter(({ id }) => which.includes(id));
      const request = { ...requestFor(label, criteria, iteration, state, ports), measured: countsApart(claim, state) };
      const { verdicts, tests, testsDoubt } = await ports.checker.verify(request, signal);
      return { verdicts, counted: { tests: tests?.counts ?? null, ...(testsDoubt && { testsDoubt }) } };
    });
  const held = claim.criteria.map(({ id }) => id);
  const claimed = state.iterations[iteration]?.metrics;
  const isShort = ({ counted }: Ran) => claim.tests && claimed != null && isOverstated(claimed, counted);
  const first = await run('pristine', commandsIn(claim), found.files);
  const open = first.verdicts.filter((one) => one.outcome !== 'pass' && held.includes(one.criterion));
  if (found.newTests.length === 0 || !(open.length > 0 || isShort(first))) return first;
  await restored(place);
  const away = found.newTests.map((path) => ({ path, content: null, mode: 0o644 }));
  const again = isShort(first) ? commandsIn(claim) : open.map(({ criterion }) => criterion);
  const second = await run('pristine-old', again, [...found.files, ...away]);
  const better = (id: string) =>
    second.verdicts.find(({ criterion, outcome }) => criterion === id && outcome === 'pass');
  if (isShort(first) && !isShort(second)) return second;
  return { ...first, verdicts: first.verdicts.map((verdict) => better(verdict.criterion) ?? verdict) };
}

const commandsIn = ({ criteria, counted }: Claim) =>
  [...criteria, ...counted].filter((one) => 'command' in one).map(({ id }) => id);

/** By a command of its own, which is no criterion. */
const countsApart = ({ tests }: Claim, { settings }: LoopState) => tests && settings.metrics.tests !== undefined;

async function measureAnew(criteria: readonly MetricCriterion[], asksNumber: boolean, place: Place) {
  const { iteration, state, ports, signal } = place;
  const names = [...criteria.map(({ metric }) => metric), ...(asksNumber ? [`custom.${OBJECTIVE}`] : [])];
  const settings = { ...state.settings, metrics: onlyParts(state.settings.metrics, names) };
  const commands = state.criteria.filter((criterion) => 'command' in criterion);
  const sources: MeasuredFrom[] = [];
  const tell = (from: MeasuredFrom) => sources.push(from);
  const request = { ...requestFor('pristine-measured', commands, iteration, { ...state, settings }, ports), tell };
  const checks = needTests(names)
    ? ports.checker.verify({ ...request, measured: true }, signal)
    : Promise.resolve({ tests: null });
  const metrics = await ports.meter.measure(
    {
      ...request,
      commit: knownTree(state, iteration).commit,
      ...(state.toolchain && { toolchain: state.toolchain }),
    },
    checks,
    signal,
  );
  const maxChars = capturedChars(state.settings.progress);
  const verdicts = criteria.map((one) => metricVerdict(one, metrics, acceptedBaseline(state), sources, maxChars));
  return { verdicts, metrics };
}

/** The number by the original judge is the one that counts, where it is better than best's; else the claim is a finding. */
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

/** The tests by the original judge are those that count; where more pass only by the changed one, that is a finding. */
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

async function laid<T>(files: readonly LaidFile[], ports: Ports, work: () => Promise<T>): Promise<T> {
  try {
    await ports.safeguards.lay(files);
    return await work();
  } finally {
    await ports.safeguards.putBack();
  }
}

async function restored({ iteration, state, ports }: Place): Promise<void> {
  await ports.workspace.restore(knownTree(state, iteration).commit);
}

const named = (paths: readonly string[]) => ({ paths: paths.slice(0, MAX_PATHS), count: paths.length });
