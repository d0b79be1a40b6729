import { rm } from 'node:fs/promises';
import { findCoverage } from '../collectors/coverage/find.ts';
import type { CommandExit, Measurement } from '../collectors/measurement.ts';
import { prepareProbe } from '../collectors/probe/prepare.ts';
import { coverageHint, type RunnersCoverage } from '../collectors/probe/runners-coverage.ts';
import { COUNTED_TAIL } from '../collectors/tests/count.ts';
import type { RunResult, RunSpec } from '../process/supervise.ts';
import { readTail } from '../process/tail.ts';
import type { CheckRequest } from '../runner/ports.ts';
import type { Durations } from './durations.ts';

/** A criterion's command after its run. */
export interface CommandRun {
  command: string;
  result: RunResult;
  timeoutMs: number;
  outputFile: { absolute: string; relative: string };
  /** The end of the output, long enough for summaries. */
  tail: string;
  /** The tail is the whole output. */
  complete: boolean;
  /** What the test runners in it reported. */
  measurement: Measurement;
  /** Left out where it was not asked for, or the project writes coverage by itself. */
  coverage?: RunnersCoverage;
}

interface Means {
  supervise: (spec: RunSpec, signal: AbortSignal) => Promise<RunResult>;
  env: Record<string, string>;
  loop: string;
  durations?: Durations;
}

/** Rejects with the signal's reason where it was cancelled, and in no other case. */
export async function runCommand(
  { id, command }: { id: string; command: string },
  { root, cwd, run, outputPath, probeFolder, settings, measured }: CheckRequest,
  { supervise, env, loop, durations }: Means,
  signal: AbortSignal,
): Promise<CommandRun> {
  const outputFile = outputPath(id);
  const timeoutMs = settings.verify.timeoutMinutes * 60_000;
  // A run that was killed left its half of the story there.
  await rm(probeFolder(id), { recursive: true, force: true, maxRetries: 3 });
  const asksCoverage = measured === true && settings.metrics.coverage === 'auto';
  const probe = await prepareProbe({ folder: probeFolder(id), env, cwd, coverage: asksCoverage });
  const since = Date.now();
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
    },
    signal,
  );
  if (result.ended === 'cancelled') throw signal.reason;
  const tail = await readTail(outputFile.absolute, COUNTED_TAIL);
  const complete = result.outputBytes <= COUNTED_TAIL;
  const shown = complete ? tail : tail.slice(tail.indexOf('\n') + 1);
  const measurement = await probe.collect({
    code: result.exitCode,
    ended: endOf(result),
    output: shown,
    whole: complete,
  });
  const found = asksCoverage && !(await findCoverage(root, since)) ? await probe.coverage(root) : null;
  const { durationMs } = result;
  if (!asksCoverage && measurement.outcome === 'tests') await durations?.keep(command, durationMs);
  const plainMs = (found && (await durations?.recall(command))) ?? null;
  const hint = found?.report === null ? coverageHint(measurement.run?.runner ?? '') : null;
  const coverage = found && { ...found, ...(hint && { reason: hint }), collecting: { runMs: durationMs, plainMs } };
  await rm(probeFolder(id), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  return { command, result, timeoutMs, outputFile, complete, tail: shown, measurement, ...(coverage && { coverage }) };
}

function endOf({ ended, signal }: RunResult): CommandExit['ended'] {
  if (ended === 'not-started') return 'not-started';
  if (ended !== 'exited') return 'timeout';
  return signal ? 'signal' : 'exit';
}
