import { acceptedBaseline } from '../core/baseline.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import { metricVerdict } from '../core/criteria/metric-verdict.ts';
import { needTests, onlyParts } from '../core/criteria/only-parts.ts';
import type { Criterion } from '../core/criterion.ts';
import type { LoopEvent } from '../core/events.ts';
import type { LoopFinding } from '../core/finding.ts';
import { OBJECTIVE, objectiveOf, worthOf } from '../core/goal.ts';
import type { Metrics } from '../core/metrics.ts';
import { type IterationState, knownTree, type LoopState } from '../core/state.ts';
import { toProve } from '../core/to-prove.ts';
import type { Verdict } from '../core/verdict.ts';
import type { VerificationStep } from '../core/verification/cross-checks.ts';
import { capturedChars } from '../notes/index.ts';
import type { PristineFiles } from '../verify/pristine.ts';
import { objectiveFinding, pristineFindings } from '../verify/pristine-findings.ts';
import type { LaidFile } from '../workspace/overlay.ts';
import type { Ports } from './ports.ts';
import { requestFor, runCriteria } from './run-criteria.ts';

type MetricCriterion = Extract<Criterion, { kind: 'metric' }>;
interface Place {
  iteration: number;
  state: LoopState;
  ports: Ports;
  signal: AbortSignal;
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
  const { criteria, objective } = toProve(state, current) ?? { criteria: [], objective: false };
  const commands = found.files.length > 0 ? criteria.filter((one) => 'command' in one).map(({ id }) => id) : [];
  const setUp = found.files.filter(({ setsUp }) => setsUp);
  const numbers = setUp.length > 0 ? criteria.filter((one) => one.kind === 'metric') : [];
  const asksNumber = objective && setUp.length > 0;
  if (commands.length === 0 && numbers.length === 0 && !asksNumber) {
    const nothing = { ...about, verdicts: [], findings: [], durationMs: ports.now() - began };
    yield { type: 'pristine-checked', iteration, ...nothing } satisfies LoopEvent;
    return;
  }
  yield { type: 'checks-started', iteration } satisfies LoopEvent;
  const place = { iteration, state, ports, signal };
  const ran = commands.length > 0 ? await runWithOriginals(commands, found, place) : [];
  if (commands.length > 0 && (numbers.length > 0 || asksNumber)) await restored(place);
  const measured =
    numbers.length > 0 || asksNumber
      ? await laid(setUp, ports, () => measureAnew(numbers, asksNumber, place))
      : { verdicts: [], metrics: null };
  const verdicts = [...ran, ...measured.verdicts];
  const known = state.iterations[baseline]?.verdicts ?? [];
  const findings = pristineFindings(verdicts, found, {
    criteria: state.criteria,
    task: state.task,
    measured: (id) => known.some((one) => one.criterion === id && one.outcome !== 'unmeasured'),
  });
  const proof = asksNumber && measured.metrics ? proofOf(measured.metrics, current, found, state) : {};
  const { finding, ...proven } = { finding: null, ...proof };
  yield {
    type: 'pristine-checked',
    iteration,
    ...about,
    ...proven,
    verdicts,
    findings: [...findings, ...(finding ? [finding] : [])],
    durationMs: ports.now() - began,
  } satisfies LoopEvent;
}

/** New tests may need what came with them: where that is taken away, they go too before anything is held against the change. */
async function runWithOriginals(ids: string[], found: PristineFiles, place: Place): Promise<Verdict[]> {
  const run = (label: string, which: string[], files: readonly LaidFile[]) =>
    laid(files, place.ports, async () => {
      const { verdicts } = await runCriteria(label, which, place.iteration, place.state, place.ports, place.signal);
      return verdicts;
    });
  const first = await run('pristine', ids, found.files);
  const open = first.filter(({ outcome }) => outcome !== 'pass').map(({ criterion }) => criterion);
  if (open.length === 0 || found.newTests.length === 0) return first;
  await restored(place);
  const away = found.newTests.map((path) => ({ path, content: null, mode: 0o644 }));
  const second = await run('pristine-old', open, [...found.files, ...away]);
  return first.map(
    (verdict) =>
      second.find(({ criterion, outcome }) => criterion === verdict.criterion && outcome === 'pass') ?? verdict,
  );
}

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
