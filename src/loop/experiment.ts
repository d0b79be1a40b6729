import type { Criterion } from '../core/criteria/criterion.ts';
import type { NamedTests } from '../core/metrics/lost-tests.ts';
import type { UnshownTests } from '../core/metrics/unshown-tests.ts';
import type { IterationState, LoopState } from '../core/state/state.ts';
import type { EditedRun } from '../core/verification/edited-results.ts';
import type { Ports } from '../ports/index.ts';
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

/** Runs the tests on a tree made for this purpose: a snapshot with these files laid over. Nothing of the run is kept. */
export async function runTests(
  label: string,
  commit: string,
  files: readonly OverlayFile[],
  { iteration, criteria, state: { settings }, ports, signal }: Experiment,
): Promise<EditedRun> {
  const quick = { ...settings, metrics: { ...settings.metrics, coverage: 'off' as const } };
  const run = await ports.room.judge(
    commit,
    (place) => {
      const request = requestFor(label, [...criteria], iteration, place, { settings: quick }, ports);
      return ports.checker.verify({ ...request, measured: settings.metrics.tests !== undefined }, signal);
    },
    { files, isSecret: true },
  );
  const outcomes = run.verdicts.map(({ outcome }) => outcome);
  return {
    tests: run.tests?.tests ? new Map(run.tests.tests.map(({ id, status }) => [id, status])) : null,
    outcome: outcomes.includes('fail') ? 'failed' : outcomes.includes('unmeasured') ? 'unmeasured' : 'held',
  };
}

/** Tests of which nothing is shown, by why. */
export function groupedByReason(unshown: readonly { test: string; reason: string }[]): UnshownTests[] {
  const reasons = [...new Set(unshown.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const tests = unshown.filter((one) => one.reason === reason).map(({ test }) => test);
    return { reason, count: tests.length, tests: tests.slice(0, MAX_NAMED) };
  });
}
