import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measurement } from '../../collectors/measurement.ts';
import { prepareProbe } from '../../collectors/probe/prepare.ts';
import type { RepairTest, RunPlan, TestOutcome, TestRunner } from '../model/model.ts';
import { runProcess } from '../model/run-process.ts';
import { framesIn } from './facts.ts';

interface CommandOptions {
  command: string;
  probes: string;
  env: Readonly<Record<string, string>>;
}

/** How to run some test files alone, and how long a changed program may take for those that fail. */
export interface Narrowing {
  command: Narrow;
  limitMs: number;
}

/** The command for some test files, or null if its runner cannot be asked for them; it may end at the first failure if `stops`. */
export type Narrow = (files: readonly string[], stops: boolean) => string | null;

let runs = 0;

/**
 * The project's own command with results by test name. Works with every runner that the probes support, but is slow: with
 * `narrow`, the whole suite runs only for what passes in the files that fail.
 */
export function commandRunner(
  options: CommandOptions & {
    name: string;
    /** The run of the unchanged program in this folder, which the first survey need not do again. */
    first: { folder: string; outcome: TestOutcome };
    narrow: Narrowing | null;
  },
): TestRunner {
  let first: TestOutcome | null = options.first.outcome;
  return {
    name: options.name,
    async survey(folder, timeoutMs, signal) {
      const known = folder === options.first.folder ? first : null;
      first = null;
      return known ?? runCommand({ ...options, folder, timeoutMs }, signal);
    },
    async run(folder, plan, timeoutMs, signal) {
      const narrowed = commandFor(plan, options.narrow?.command ?? null);
      // A change that never ends must not take as long as the whole suite may.
      const limitMs = narrowed === null ? timeoutMs : Math.min(timeoutMs, options.narrow?.limitMs ?? timeoutMs);
      return runCommand({ ...options, command: narrowed ?? options.command, folder, timeoutMs: limitMs }, signal);
    },
  };
}

/** So many files are not worth naming: starting a runner costs more than the tests that are left out. */
const MOST_FILES = 40;

function commandFor({ files, allowed }: RunPlan, narrow: Narrow | null): string | null {
  return files.length > MOST_FILES ? null : (narrow?.(files, allowed === 0) ?? null);
}

/** Null unless asking for these files alone gives what the whole run gave for them. */
export async function checkNarrow(
  whole: TestOutcome,
  files: readonly string[],
  narrow: Narrow,
  options: CommandOptions & { folder: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<Narrowing | null> {
  const command = files.length > MOST_FILES ? null : narrow(files, false);
  if (command === null) return null;
  const alone = await runCommand({ ...options, command }, signal);
  const wanted = whole.tests.filter(({ file }) => file !== null && files.includes(file));
  const statuses = new Map(alone.tests.map(({ id, status }) => [id, status]));
  const agrees = statuses.size === wanted.length && wanted.every(({ id, status }) => statuses.get(id) === status);
  return agrees ? { command: narrow, limitMs: alone.durationMs * 4 + 3000 } : null;
}

async function runCommand(
  options: CommandOptions & { folder: string; timeoutMs: number },
  signal: AbortSignal,
): Promise<TestOutcome> {
  const startedAt = performance.now();
  const measured = await measureCommand(options, signal);
  return outcomeOf(measured, options.folder, performance.now() - startedAt);
}

export function outcomeOf(measured: Measurement, folder: string, durationMs: number): TestOutcome {
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
  return { tests, complete, reason: complete ? null : measured.reason, durationMs };
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
