import { relative } from 'node:path';
import { commandOf } from '../../core/criteria/criterion.ts';
import type { Verdict } from '../../core/criteria/verdict.ts';
import type { CheckRequest } from '../../ports/index.ts';
import { nameOf } from '../results/result-name.ts';
import type { CommandRun } from './command-run.ts';

type StoredRun = Omit<CommandRun, 'outputFile'>;

/**
 * Earlier runs of the same commands on the same tree; null if any of them must run. All or none, because a command may
 * build what the next one tests.
 */
export async function findCachedRuns(
  request: CheckRequest,
  env: Readonly<Record<string, string>>,
): Promise<Map<string, CommandRun> | null> {
  const { remembered, outputPath } = request;
  const outputIds = outputIdsOf(request);
  const name = outputIds.size > 0 && remembered ? nameOfChecks(request, env) : null;
  if (!remembered || name === null) return null;
  const files = Object.fromEntries([...outputIds.values()].map((id, index) => [index, outputPath(id).absolute]));
  const storedRuns = (await remembered.find(name, files)) as StoredRun[] | null;
  if (!storedRuns) return null;
  return new Map(
    [...outputIds].map(([command, id], index) => [
      command,
      { ...(storedRuns[index] as StoredRun), outputFile: outputPath(id) },
    ]),
  );
}

/** Caches runs that finished and measured something. Unmeasured criteria are tried again. */
export function cacheRuns(
  request: CheckRequest,
  env: Readonly<Record<string, string>>,
  runs: ReadonlyMap<string, CommandRun>,
  verdicts: readonly Verdict[],
): void {
  const name = request.remembered ? nameOfChecks(request, env) : null;
  const all = [...runs.values()];
  if (name === null || all.length === 0 || !all.every(isCacheable)) return;
  if (verdicts.some(({ outcome }) => outcome === 'unmeasured')) return;
  const values: StoredRun[] = all.map(({ outputFile: _, ...run }) => run);
  const files = Object.fromEntries(all.map(({ outputFile }, index) => [index, outputFile.absolute]));
  request.remembered?.keep(name, values, files);
}

/** Coverage is cached under this name too, because it belongs to these runs. */
export function nameOfChecks(
  { criteria, root, cwd, settings }: Pick<CheckRequest, 'criteria' | 'root' | 'cwd' | 'settings'>,
  env: Readonly<Record<string, string>>,
): string | null {
  const commands = [...outputIdsOf({ criteria, settings }).keys()];
  const { coverage } = settings.metrics;
  return nameOf('checks', commands, {
    cwd,
    root,
    env,
    folder: relative(root, cwd),
    timeoutMinutes: settings.verify.timeoutMinutes,
    coverage,
    writable: settings.room.writable,
  });
}

/** Each command with the id of its output: that of the first criterion that uses it. */
function outputIdsOf({ criteria, settings }: Pick<CheckRequest, 'criteria' | 'settings'>): Map<string, string> {
  const outputIds = new Map<string, string>();
  for (const criterion of criteria) {
    const command = commandOf(criterion);
    if (command !== null && !outputIds.has(command)) outputIds.set(command, criterion.id);
  }
  const { tests } = settings.metrics;
  if (tests && !outputIds.has(tests.command)) outputIds.set(tests.command, 'tests');
  return outputIds;
}

/** Crashes are not cached, because the machine may have caused them. */
function isCacheable({ result, measurement }: CommandRun): boolean {
  if (result.ended !== 'exited' || result.exitCode === null || result.exitCode > 125) return false;
  return !/^(?:crashed|runner-missing|timeout|exit0-before-end)$/.test(measurement.outcome);
}
