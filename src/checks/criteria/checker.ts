import type { Criterion } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { RunnersCoverage } from '../../core/metrics/coverage.ts';
import type { TestsDoubt } from '../../core/metrics/metrics.ts';
import { mergeReach } from '../../core/metrics/reach.ts';
import { mergeRuns } from '../../core/metrics/tests.ts';
import { capturedChars } from '../../core/progress/index.ts';
import { passedVariables } from '../../core/verification/passed-variables.ts';
import type { WatchCommand } from '../../ports/activity.ts';
import type { Checker, CheckRequest, CheckResult } from '../../ports/index.ts';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { readTail } from '../../process/tail.ts';
import { checkEnvironment } from '../../project/check-environment.ts';
import { toSeen } from '../../system/seen-path.ts';
import { cacheRuns, findCachedRuns } from './cached-runs.ts';
import { checkFile } from './check-file.ts';
import { type CommandRun, runCommand } from './command-run.ts';
import type { Durations } from './durations.ts';
import { judgeCommand } from './judge-command.ts';
import { READ_BYTES } from './shown.ts';

export interface CheckerOptions {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Readonly<Record<string, string | undefined>>;
  loop: string;
  /** How long commands took without coverage, to determine the cost of collecting it. */
  durations?: Durations;
  /** Shows what measured runs print. Other runs are not shown: those with hidden files must not be. */
  watch?: WatchCommand;
}

/** The output id of `metrics.tests.command`. */
export const TESTS = 'tests';

/**
 * Runs criteria one after another in the user's order, because they may share ports and files. A command that several
 * criteria use runs once. No command runs if all results for this tree are cached.
 */
export function createChecker(options: CheckerOptions): Checker {
  return {
    async verify(request, signal) {
      const env = checkEnvironment(
        options.env,
        toSeen(request, request.root),
        toSeen(request, request.cwd),
        passedVariables(request.settings, request.criteria),
      );
      const cachedRuns = await findCachedRuns(request, env);
      const runs = cachedRuns ?? new Map<string, CommandRun>();
      const check = checkWith({ ...options, env }, request, runs, signal);
      const verdicts: Verdict[] = [];
      const measureTests = async () => {
        const { tests } = request.settings.metrics;
        if (!request.measured || !tests || runs.has(tests.command)) return;
        runs.set(tests.command, await runCommand({ id: TESTS, ...tests }, request, { ...options, env }, signal));
      };
      for (const criterion of request.criteria) {
        signal.throwIfAborted();
        if (criterion.kind === 'metric' || criterion.kind === 'hidden') continue;
        const verdict = await check(criterion);
        verdicts.push(cachedRuns && criterion.kind !== 'file' ? { ...verdict, cached: true } : verdict);
      }
      signal.throwIfAborted();
      await measureTests();
      if (!cachedRuns) cacheRuns(request, env, runs, verdicts);
      await reportTests([...runs.values()], request);
      return { verdicts, ...summariseRuns([...runs.values()], request) };
    },
  };
}

/** Test results of all commands, or only of `metrics.tests.command` if it is set. */
function summariseRuns(runs: readonly CommandRun[], { settings }: CheckRequest): Omit<CheckResult, 'verdicts'> {
  const testRuns = countedRuns(runs, settings);
  const tests = mergeRuns(testRuns.flatMap(({ measurement }) => (measurement.run ? [measurement.run] : [])));
  const testsDoubt = doubtOf(testRuns);
  return {
    tests,
    ...(testsDoubt && { testsDoubt }),
    testsProblem: testsDoubt?.reason ?? (tests ? null : (testRuns[0]?.measurement.reason ?? null)),
    coverage: mergeCoverage(testRuns.flatMap(({ coverage }) => coverage ?? [])),
    runs: runs.map(({ command, result }) => ({
      command,
      exitCode: result.ended === 'exited' ? result.exitCode : null,
      durationMs: result.durationMs,
    })),
  };
}

/** If one command ran tests, another one without tests is not a test command. */
function doubtOf(runs: readonly CommandRun[]): TestsDoubt | null {
  const hasTests = runs.some(({ measurement }) => measurement.outcome === 'tests');
  for (const { measurement, result } of runs) {
    const { outcome, reason, run } = measurement;
    if (outcome === 'unknown' || (outcome === 'no-tests' && hasTests)) continue;
    if (outcome !== 'tests') return { kind: outcome, reason };
    if (result.exitCode !== 0 && run?.counts.failed === 0) return { kind: 'command-failed', reason };
  }
  return null;
}

function countedRuns(runs: readonly CommandRun[], { metrics }: CheckRequest['settings']): readonly CommandRun[] {
  const own = runs.filter(({ command }) => command === metrics.tests?.command);
  return own.length > 0 ? own : runs;
}

async function reportTests(runs: readonly CommandRun[], { settings, report: tell }: CheckRequest): Promise<void> {
  for (const { command, result, measurement, outputFile } of tell ? countedRuns(runs, settings) : []) {
    const { exitCode, durationMs } = result;
    const output = measurement.succeeded ? '' : await readTail(outputFile.absolute, READ_BYTES);
    tell?.({ part: 'tests', command, exitCode, durationMs, outputFile: outputFile.relative, output });
  }
}

/** Uses the run with the most lines, because runs may cover the same ones. The reach of test files is merged from all runs. */
function mergeCoverage(coverages: readonly RunnersCoverage[]): RunnersCoverage | null {
  const costMs = coverages.reduce((sum, one) => sum + one.costMs, 0);
  const runs = coverages.flatMap(({ collecting }) => collecting ?? []);
  const collecting = {
    runMs: runs.reduce((sum, { runMs }) => sum + runMs, 0),
    plainMs: runs.every(({ plainMs }) => plainMs !== null)
      ? runs.reduce((sum, { plainMs }) => sum + (plainMs ?? 0), 0)
      : null,
  };
  const sorted = [...coverages].sort((a, b) => (b.report?.lines.total ?? 0) - (a.report?.lines.total ?? 0));
  const reach = mergeReach(coverages.map((one) => one.reach));
  return sorted[0] ? { ...sorted[0], ...(reach && { reach }), costMs, ...(runs.length > 0 && { collecting }) } : null;
}

type RunContext = Omit<CheckerOptions, 'env'> & { env: Record<string, string> };

function checkWith(context: RunContext, request: CheckRequest, runs: Map<string, CommandRun>, signal: AbortSignal) {
  const limits = { timeoutMs: request.settings.verify.timeoutMinutes * 60_000, signal };
  return async (criterion: Exclude<Criterion, { kind: 'metric' | 'hidden' }>): Promise<Verdict> => {
    if (criterion.kind === 'file') return checkFile(criterion, request, limits);
    const run = runs.get(criterion.command) ?? (await runCommand(criterion, request, context, signal));
    runs.set(criterion.command, run);
    return judgeCommand(criterion, run, capturedChars(request.settings.progress), limits);
  };
}
