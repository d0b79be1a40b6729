import { relative } from 'node:path';
import { commandOf } from '../core/criterion.ts';
import type { Verdict } from '../core/verdict.ts';
import { nameOf } from '../results/what.ts';
import type { CheckRequest } from '../runner/ports.ts';
import type { CommandRun } from './command-run.ts';

type Stored = Omit<CommandRun, 'outputFile'>;

/**
 * The runs of all the request's commands, from the same commands on the same tree; null where one of them must run. All
 * or none: a command may build what the next one tests.
 */
export async function recallRuns(
  request: CheckRequest,
  env: Readonly<Record<string, string>>,
): Promise<Map<string, CommandRun> | null> {
  const { remembered, outputPath } = request;
  const places = outputPlaces(request);
  const name = places.size > 0 && remembered ? nameOfChecks(request, env) : null;
  if (!remembered || name === null) return null;
  const files = Object.fromEntries([...places.values()].map((id, index) => [index, outputPath(id).absolute]));
  const stored = (await remembered.find(name, files)) as Stored[] | null;
  if (!stored) return null;
  return new Map(
    [...places].map(([command, id], index) => [command, { ...(stored[index] as Stored), outputFile: outputPath(id) }]),
  );
}

/** Keeps runs that came to their end and measured something: what could not be measured is tried again. */
export function keepRuns(
  request: CheckRequest,
  env: Readonly<Record<string, string>>,
  runs: ReadonlyMap<string, CommandRun>,
  verdicts: readonly Verdict[],
): void {
  const name = request.remembered ? nameOfChecks(request, env) : null;
  const all = [...runs.values()];
  if (name === null || all.length === 0 || !all.every(isWorthKeeping)) return;
  if (verdicts.some(({ outcome }) => outcome === 'unmeasured')) return;
  const values: Stored[] = all.map(({ outputFile: _, ...run }) => run);
  const files = Object.fromEntries(all.map(({ outputFile }, index) => [index, outputFile.absolute]));
  request.remembered?.keep(name, values, files);
}

/** Also what coverage is kept under: it belongs to these runs. */
export function nameOfChecks(
  { criteria, root, cwd, settings }: Pick<CheckRequest, 'criteria' | 'root' | 'cwd' | 'settings'>,
  env: Readonly<Record<string, string>>,
): string | null {
  const commands = [...outputPlaces({ criteria, settings }).keys()];
  const { coverage } = settings.metrics;
  return nameOf('checks', commands, {
    cwd,
    root,
    env,
    folder: relative(root, cwd),
    timeoutMinutes: settings.verify.timeoutMinutes,
    coverage,
  });
}

/** Each command with the criterion under whose name its output lies: the first that names it. */
function outputPlaces({ criteria, settings }: Pick<CheckRequest, 'criteria' | 'settings'>): Map<string, string> {
  const places = new Map<string, string>();
  for (const criterion of criteria) {
    const command = commandOf(criterion);
    if (command !== null && !places.has(command)) places.set(command, criterion.id);
  }
  const { tests } = settings.metrics;
  if (tests && !places.has(tests.command)) places.set(tests.command, 'tests');
  return places;
}

/** A crash may have been the machine's. */
function isWorthKeeping({ result, measurement }: CommandRun): boolean {
  if (result.ended !== 'exited' || result.exitCode === null || result.exitCode > 125) return false;
  return !/^(?:crashed|runner-missing|timeout|exit0-before-end)$/.test(measurement.outcome);
}
