import type { Criterion } from '../core/criteria/criterion.ts';
import type { NamedTests } from '../core/metrics/lost-tests.ts';
import type { UnshownTests } from '../core/metrics/unshown-tests.ts';
import type { Settings } from '../core/state/settings.ts';
import type { IterationState, LoopState } from '../core/state/state.ts';
import type { EditedRun } from '../core/verification/edited-results.ts';
import type { MutantRun } from '../core/verification/mutant-result.ts';
import type { CheckResult, NarrowedTests, Ports } from '../ports/index.ts';
import type { OverlayFile } from '../ports/safeguards.ts';
import { requestFor } from './run-criteria.ts';

/** What every experiment with the tests of an iteration needs. */
export interface Experiment {
  iteration: number;
  /** The commands that run the tests. */
  criteria: readonly Criterion[];
  state: LoopState;
  ports: Ports;
  signal: AbortSignal;
}

const MAX_NAMED = 5;

/** The commands that ran tests, and those before them, which may build what they run. */
export function testCommands({ criteria }: LoopState, { verdicts }: IterationState): Criterion[] {
  const ran = (id: string) => verdicts?.some(({ criterion, tests }) => criterion === id && tests !== null);
  const last = criteria.findLastIndex((one) => 'command' in one && ran(one.id));
  return criteria.slice(0, last + 1).filter((one) => 'command' in one);
}

/** Why no experiment can be made with these tests; null if one can. */
export function whyNoExperiment(
  { settings }: LoopState,
  { verdicts }: IterationState,
  tests: NamedTests | null,
  criteria: readonly Criterion[],
): string | null {
  if (!tests) return 'the runner reports no names of tests';
  if (criteria.length === 0) return 'no criterion runs the tests';
  const durations = criteria.map(({ id }) => verdicts?.find(({ criterion }) => criterion === id)?.durationMs ?? 0);
  const minutes = durations.reduce((sum, one) => sum + one, 0) / 60_000;
  const { maxMinutes } = settings.evidence;
  return minutes > maxMinutes
    ? `the tests take ${minutes.toFixed(1)} minutes, more than evidence.maxMinutes (${maxMinutes})`
    : null;
}

/** Which of the tests to run, and for how long; all of them, as long as checks may take. */
export interface RunLimits {
  tests?: NarrowedTests | null;
  timeoutMs?: number | null;
}

/** Runs the tests on a tree made for this purpose: a snapshot with these files laid over. Nothing of the run is kept. */
export async function runTests(
  label: string,
  commit: string,
  files: readonly OverlayFile[],
  { iteration, criteria, state, ports, signal }: Experiment,
  limits: RunLimits = {},
): Promise<EditedRun & MutantRun> {
  const settings = quickSettings(state.settings, limits);
  const own = criteria.map((one) => withCommand(one, limits.tests));
  const run = await ports.room.judge(
    commit,
    (place) => {
      const request = requestFor(label, own, iteration, place, { settings }, ports);
      return ports.checker.verify({ ...request, measured: settings.metrics.tests !== undefined }, signal);
    },
    { files, isSecret: true },
  );
  return testRunOf(run);
}

/** How a run of tests ended, whatever they were run for. */
export function testRunOf({ verdicts, tests, runs = [] }: CheckResult): EditedRun & MutantRun {
  const outcomes = verdicts.length > 0 ? verdicts.map(({ outcome }) => outcome) : runs.map(outcomeOf);
  return {
    tests: tests?.tests ? new Map(tests.tests.map(({ id, status }) => [id, status])) : null,
    outcome: outcomes.includes('fail') ? 'failed' : outcomes.includes('unmeasured') ? 'unmeasured' : 'held',
    timedOut: verdicts.some(({ unmeasured }) => unmeasured === 'timeout'),
    durationMs: runs.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** Of a command that only counts the tests. */
const outcomeOf = ({ exitCode }: { exitCode: number | null }) =>
  exitCode === 0 ? 'pass' : exitCode === null ? 'unmeasured' : 'fail';

/** No coverage is collected, and less time may be given than checks have. */
export function quickSettings(settings: Settings, { tests, timeoutMs }: RunLimits): Settings {
  const { metrics, verify } = settings;
  const command = metrics.tests && (tests?.commands.get(metrics.tests.command) ?? metrics.tests.command);
  return {
    ...settings,
    metrics: { ...metrics, coverage: 'off', ...(command !== undefined && { tests: { ...metrics.tests, command } }) },
    verify: {
      ...verify,
      timeoutMinutes: timeoutMs == null ? verify.timeoutMinutes : Math.min(verify.timeoutMinutes, timeoutMs / 60_000),
    },
  };
}

export function withCommand(criterion: Criterion, tests: NarrowedTests | null | undefined): Criterion {
  const command = 'command' in criterion ? tests?.commands.get(criterion.command) : undefined;
  return command === undefined ? criterion : ({ ...criterion, command } as Criterion);
}

/** Tests of which nothing is shown, by why. */
export function groupedByReason(unshown: readonly { test: string; reason: string }[]): UnshownTests[] {
  const reasons = [...new Set(unshown.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const tests = unshown.filter((one) => one.reason === reason).map(({ test }) => test);
    return { reason, count: tests.length, tests: tests.slice(0, MAX_NAMED) };
  });
}
