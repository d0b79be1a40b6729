import type { RunnersCoverage } from '../collectors/probe/runners-coverage.ts';
import type { Criterion } from '../core/criterion.ts';
import type { TestsDoubt } from '../core/metrics.ts';
import { mergeReach } from '../core/reach.ts';
import { mergeRuns } from '../core/tests.ts';
import type { Verdict } from '../core/verdict.ts';
import { capturedChars } from '../notes/index.ts';
import type { RunResult, RunSpec } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { Checker, CheckRequest, CheckResult } from '../runner/ports.ts';
import { checkFile } from './check-file.ts';
import { type CommandRun, runCommand } from './command-run.ts';
import type { Durations } from './durations.ts';
import { checkEnvironment } from './environment.ts';
import { judgeCommand } from './judge-command.ts';
import { keepRuns, recallRuns } from './remembered-runs.ts';
import { READ_BYTES } from './shown.ts';

export interface CheckerOptions {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Readonly<Record<string, string | undefined>>;
  loop: string;
  /** How long commands took without coverage; without it nobody can say what collecting costs. */
  durations?: Durations;
}

/** The name of the output of `metrics.tests.command`. */
export const TESTS = 'tests';

/**
 * Runs criteria one after another in the user's order, for they may share ports and files. A command that several of
 * them name runs once; none runs where their results on this very tree are known.
 */
export function createChecker(options: CheckerOptions): Checker {
  return {
    async verify(request, signal) {
      const env = checkEnvironment(options.env, request.root, request.cwd);
      const known = await recallRuns(request, env);
      const runs = known ?? new Map<string, CommandRun>();
      const check = checksOf({ ...options, env }, request, runs, signal);
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
        verdicts.push(known && criterion.kind !== 'file' ? { ...verdict, cached: true } : verdict);
      }
      signal.throwIfAborted();
      await measureTests();
      if (!known) keepRuns(request, env, runs, verdicts);
      await tellTests([...runs.values()], request);
      return { verdicts, ...whatRunnersTold([...runs.values()], request) };
    },
  };
}

/** Of all the commands, or of the one that the settings name for it. */
function whatRunnersTold(runs: readonly CommandRun[], { settings }: CheckRequest): Omit<CheckResult, 'verdicts'> {
  const asked = countedRuns(runs, settings);
  const tests = mergeRuns(asked.flatMap(({ measurement }) => (measurement.run ? [measurement.run] : [])));
  const testsDoubt = doubtOf(asked);
  return {
    tests,
    ...(testsDoubt && { testsDoubt }),
    testsProblem: testsDoubt?.reason ?? (tests ? null : (asked[0]?.measurement.reason ?? null)),
    coverage: mostCovered(asked.flatMap(({ coverage }) => coverage ?? [])),
    runs: runs.map(({ command, result }) => ({
      command,
      exitCode: result.ended === 'exited' ? result.exitCode : null,
      durationMs: result.durationMs,
    })),
  };
}

/** A command without tests beside one that ran some is no test command. */
function doubtOf(runs: readonly CommandRun[]): TestsDoubt | null {
  const ranSome = runs.some(({ measurement }) => measurement.outcome === 'tests');
  for (const { measurement, result } of runs) {
    const { outcome, reason, run } = measurement;
    if (outcome === 'unknown' || (outcome === 'no-tests' && ranSome)) continue;
    if (outcome !== 'tests') return { kind: outcome, reason };
    if (result.exitCode !== 0 && run?.counts.failed === 0) return { kind: 'command-failed', reason };
  }
  return null;
}

function countedRuns(runs: readonly CommandRun[], { metrics }: CheckRequest['settings']): readonly CommandRun[] {
  const own = runs.filter(({ command }) => command === metrics.tests?.command);
  return own.length > 0 ? own : runs;
}

async function tellTests(runs: readonly CommandRun[], { settings, tell }: CheckRequest): Promise<void> {
  for (const { command, result, measurement, outputFile } of tell ? countedRuns(runs, settings) : []) {
    const { exitCode, durationMs } = result;
    const output = measurement.succeeded ? '' : await readTail(outputFile.absolute, READ_BYTES);
    tell?.({ part: 'tests', command, exitCode, durationMs, outputFile: outputFile.relative, output });
  }
}

/** Runs may cover the same lines: they are not added up, the one that saw most speaks. What test files reach is told by all. */
function mostCovered(found: readonly RunnersCoverage[]): RunnersCoverage | null {
  const costMs = found.reduce((sum, one) => sum + one.costMs, 0);
  const runs = found.flatMap(({ collecting }) => collecting ?? []);
  const collecting = {
    runMs: runs.reduce((sum, { runMs }) => sum + runMs, 0),
    plainMs: runs.every(({ plainMs }) => plainMs !== null)
      ? runs.reduce((sum, { plainMs }) => sum + (plainMs ?? 0), 0)
      : null,
  };
  const ranked = [...found].sort((a, b) => (b.report?.lines.total ?? 0) - (a.report?.lines.total ?? 0));
  const reach = mergeReach(found.map((one) => one.reach));
  return ranked[0] ? { ...ranked[0], ...(reach && { reach }), costMs, ...(runs.length > 0 && { collecting }) } : null;
}

type Means = Omit<CheckerOptions, 'env'> & { env: Record<string, string> };

function checksOf(means: Means, request: CheckRequest, runs: Map<string, CommandRun>, signal: AbortSignal) {
  const limits = { timeoutMs: request.settings.verify.timeoutMinutes * 60_000, signal };
  return async (criterion: Exclude<Criterion, { kind: 'metric' | 'hidden' }>): Promise<Verdict> => {
    if (criterion.kind === 'file') return checkFile(criterion, request, limits);
    const run = runs.get(criterion.command) ?? (await runCommand(criterion, request, means, signal));
    runs.set(criterion.command, run);
    return judgeCommand(criterion, run, capturedChars(request.settings.progress), limits);
  };
}
