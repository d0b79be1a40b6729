import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measurement } from '../../collectors/measurement.ts';
import { prepareProbe } from '../../collectors/probe/prepare.ts';
import type { RepairTest, TestOutcome, TestRunner } from '../model/model.ts';
import { runProcess } from '../model/run-process.ts';
import { framesIn } from './facts.ts';

interface CommandOptions {
  command: string;
  probes: string;
  env: Readonly<Record<string, string>>;
}

let runs = 0;

/** The project's own command, unchanged, with results by test name. Works with every runner that the probes support, but is slow. */
export function commandRunner(options: CommandOptions & { name: string }): TestRunner {
  const all = async (folder: string, timeoutMs: number, signal: AbortSignal): Promise<TestOutcome> => {
    const startedAt = performance.now();
    const measured = await measureCommand({ ...options, folder, timeoutMs }, signal);
    const tests = (measured.run?.tests ?? []).map(
      ({ id, file, suite, name, status, message }): RepairTest => ({
        id,
        file,
        name: [...suite, name].join(' > '),
        status: status === 'todo' ? 'skipped' : status,
        message,
        frames: framesIn(message ?? '', folder),
        covered: null,
      }),
    );
    const complete = measured.outcome === 'tests' || (measured.outcome === 'collection-error' && tests.length > 0);
    return { tests, complete, reason: complete ? null : measured.reason, durationMs: performance.now() - startedAt };
  };
  return { name: options.name, survey: all, run: (folder, _, timeoutMs, signal) => all(folder, timeoutMs, signal) };
}

/** Runs a command once with the probes. */
export async function measureCommand(
  { command, probes, env, folder, timeoutMs }: CommandOptions & { folder: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<Measurement> {
  runs += 1;
  const place = join(probes, `probe-${process.pid}-${runs}`);
  const probe = await prepareProbe({ folder: place, env, cwd: folder });
  const run = await runProcess({ command, cwd: folder, env: { ...env, ...probe.env }, timeoutMs }, signal);
  const measurement = await probe.collect({
    code: run.exitCode,
    ended: run.ended === 'exited' ? 'exit' : run.ended === 'not-started' ? 'not-started' : 'timeout',
    output: run.output,
    whole: run.output.length < 60_000,
  });
  await rm(place, { recursive: true, force: true }).catch(() => {});
  return measurement;
}
