import type { Criterion } from '../core/criterion.ts';
import { mergeRuns } from '../core/tests.ts';
import type { Verdict } from '../core/verdict.ts';
import { capturedChars } from '../notes/index.ts';
import type { RunResult, RunSpec } from '../process/supervise.ts';
import type { Checker, CheckRequest } from '../runner/ports.ts';
import { checkFile } from './check-file.ts';
import { type CommandRun, runCommand } from './command-run.ts';
import { checkEnvironment } from './environment.ts';
import { judgeCommand } from './judge-command.ts';

export interface CheckerOptions {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Readonly<Record<string, string | undefined>>;
  loop: string;
}

/**
 * Runs criteria one after another in the user's order, for they may share ports and files. A command that several of
 * them name runs once.
 */
export function createChecker(options: CheckerOptions): Checker {
  return {
    async verify(request, signal) {
      const runs = new Map<string, CommandRun>();
      const check = checksOf(options, request, runs, signal);
      const verdicts: Verdict[] = [];
      for (const criterion of request.criteria) {
        signal.throwIfAborted();
        if (criterion.kind !== 'metric' && criterion.kind !== 'hidden') verdicts.push(await check(criterion));
      }
      signal.throwIfAborted();
      const tests = [...runs.values()].flatMap(({ measurement }) => (measurement.run ? [measurement.run] : []));
      return { verdicts, tests: mergeRuns(tests) };
    },
  };
}

function checksOf(options: CheckerOptions, request: CheckRequest, runs: Map<string, CommandRun>, signal: AbortSignal) {
  const env = checkEnvironment(options.env, request.root, request.cwd);
  const limits = { timeoutMs: request.settings.verify.timeoutMinutes * 60_000, signal };
  return async (criterion: Exclude<Criterion, { kind: 'metric' | 'hidden' }>): Promise<Verdict> => {
    if (criterion.kind === 'file') return checkFile(criterion, request, limits);
    const run = runs.get(criterion.command) ?? (await runCommand(criterion, request, { ...options, env }, signal));
    runs.set(criterion.command, run);
    return judgeCommand(criterion, run, capturedChars(request.settings.progress), limits);
  };
}
