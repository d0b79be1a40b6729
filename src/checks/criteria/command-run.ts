import { rm } from 'node:fs/promises';
import { findCoverage } from '../../collectors/coverage/find.ts';
import type { CommandExit, Measurement } from '../../collectors/measurement.ts';
import { prepareProbe } from '../../collectors/probe/prepare.ts';
import { coverageHint } from '../../collectors/probe/runners-coverage.ts';
import { COUNTED_TAIL } from '../../collectors/test-output/count.ts';
import type { RunnersCoverage } from '../../core/metrics/coverage.ts';
import type { WatchCommand } from '../../ports/activity.ts';
import type { CheckRequest } from '../../ports/index.ts';
import type { RunResult, RunSpec } from '../../process/supervise.ts';
import { readTail } from '../../process/tail.ts';
import { toSeen } from '../../system/seen-path.ts';
import { tryCoverage } from './coverage-trial.ts';
import type { Durations } from './durations.ts';

/** The completed run of a criterion's command. */
export interface CommandRun {
  command: string;
  result: RunResult;
  timeoutMs: number;
  outputFile: { absolute: string; relative: string };
  /** The end of the output, long enough for summaries. */
  tail: string;
  /** Whether the tail is the whole output. */
  complete: boolean;
  /** What its test runners reported. */
  measurement: Measurement;
  /** Absent if it was not requested, or if the project writes its own coverage. */
  coverage?: RunnersCoverage;
}

interface RunContext {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Record<string, string>;
  loop: string;
  durations?: Durations;
  watch?: WatchCommand;
}

/** Rejects only with the signal's reason, if cancelled. */
export async function runCommand(
  check: { id: string; command: string },
  request: CheckRequest,
  context: RunContext,
  signal: AbortSignal,
): Promise<CommandRun> {
  const { measured, settings, coverage = settings.metrics.coverage === 'auto' ? 'collect' : 'none' } = request;
  const mode = measured ? coverage : 'none';
  const run = (id: string, collects: boolean) => runOnce({ ...check, id }, collects, request, context, signal);
  const since = Date.now();
  const first = await run(check.id, mode === 'collect');
  if (mode !== 'try' || (await findCoverage(request, since))) return first;
  const tried = await tryCoverage(first, settings.metrics.coverageBudget, () => run(`${check.id}-coverage`, true));
  return tried ? { ...first, coverage: tried } : first;
}

async function runOnce(
  { id, command }: { id: string; command: string },
  collectsCoverage: boolean,
  request: CheckRequest,
  { supervise, env, loop, durations, watch }: RunContext,
  signal: AbortSignal,
): Promise<CommandRun> {
  const { root, cwd, seenRoot, run, outputPath, probeFolder, settings } = request;
  const outputFile = outputPath(id);
  const timeoutMs = settings.verify.timeoutMinutes * 60_000;
  // A run that was killed may have left partial reports.
  await rm(probeFolder(id), { recursive: true, force: true, maxRetries: 3 });
  const seenCwd = toSeen(request, cwd);
  const probe = await prepareProbe({ folder: probeFolder(id), env, cwd, seenCwd, coverage: collectsCoverage });
  const since = Date.now();
  const watching = request.measured ? watch?.(command) : undefined;
  const result = await supervise(
    {
      command,
      cwd,
      env: { ...env, ...probe.env },
      run: `${run}-${id}`,
      loop,
      stdin: null,
      outputFile: outputFile.absolute,
      streams: 'merged',
      timeoutMs,
      silenceMs: null,
      graceMs: settings.agent.graceSeconds * 1000,
      writable: [probeFolder(id)],
      ...(watching && { onOutput: watching.write }),
    },
    signal,
  ).finally(() => watching?.end());
  if (result.ended === 'cancelled') throw signal.reason;
  const tail = await readTail(outputFile.absolute, COUNTED_TAIL);
  const complete = result.outputBytes <= COUNTED_TAIL;
  const completeLines = complete ? tail : tail.slice(tail.indexOf('\n') + 1);
  const measurement = await probe.collect({
    code: result.exitCode,
    ended: endOf(result),
    output: completeLines,
    whole: complete,
  });
  const ownReport = collectsCoverage && (await findCoverage({ root, seenRoot }, since));
  const runnerCoverage = collectsCoverage && !ownReport ? await probe.coverage({ root, seenRoot }) : null;
  const { durationMs } = result;
  if (!collectsCoverage && measurement.outcome === 'tests') await durations?.keep(command, durationMs);
  const plainMs = (runnerCoverage && (await durations?.recall(command))) ?? null;
  const hint = runnerCoverage?.report === null ? coverageHint(measurement.run?.runner ?? '') : null;
  const coverage = runnerCoverage && {
    ...runnerCoverage,
    ...(hint && { reason: hint }),
    collecting: { runMs: durationMs, plainMs },
  };
  await rm(probeFolder(id), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  return {
    command,
    result,
    timeoutMs,
    outputFile,
    complete,
    tail: completeLines,
    measurement,
    ...(coverage && { coverage }),
  };
}

function endOf({ ended, signal }: RunResult): CommandExit['ended'] {
  if (ended === 'not-started') return 'not-started';
  if (ended !== 'exited') return 'timeout';
  return signal ? 'signal' : 'exit';
}
