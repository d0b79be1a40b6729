import { cp, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnersCoverage } from '../../core/metrics/coverage.ts';
import type { SeenFolder } from '../../system/seen-path.ts';
import { type CommandExit, judge, type Measurement } from '../measurement.ts';
import { probeAssets } from './assets.ts';
import { collectEvidence } from './collect.ts';
import { probeParts } from './index.ts';
import type { ProbeContext } from './part.ts';
import { projectReports } from './project-reports.ts';
import { runnersCoverage } from './runners-coverage.ts';

export interface ProbeRequest {
  /** An empty folder for this run, which may be removed after `collect`. */
  folder: string;
  /** The environment of the command without the probe. */
  env: Readonly<Record<string, string | undefined>>;
  /** Where the command runs. File names are relative to it. */
  cwd: string;
  /** The same folder as the command sees it. */
  seenCwd?: string;
  /** Also makes node, and runners that support it, write coverage. */
  coverage?: boolean;
}

export interface Probe {
  /** Variables to set on top of the command's environment. */
  env: Record<string, string>;
  /** Judges the runners' reports after the command has ended. Never rejects because a report is missing or broken. */
  collect(exit: CommandExit): Promise<Measurement>;
  /** The coverage that was written. Call it before the folder is removed. Never rejects. */
  coverage(folder: SeenFolder): Promise<RunnersCoverage>;
}

/**
 * Makes the test runners of any command report their results, only through the environment: the command stays as it is and
 * runs once. The output, the exit code and the project's own reporters are not changed.
 */
export async function prepareProbe(request: ProbeRequest): Promise<Probe> {
  const folder = await prepareFolder(request.folder);
  const coverage = request.coverage ? join(folder, 'coverage') : null;
  if (coverage) await mkdir(coverage);
  const { env, cwd, seenCwd = cwd } = request;
  const context: ProbeContext = { folder, out: join(folder, 'out'), env, cwd, seenCwd, coverage };
  const [before, ...variables] = await Promise.all([
    projectReports(request.cwd),
    ...probeParts.map((part) => part(context).catch(() => ({}))),
  ]);
  return {
    env: Object.assign({}, ...variables),
    coverage: (tree) => runnersCoverage(context, tree),
    collect: async (exit) => judge(exit, await collectEvidence(context, before, exit)),
  };
}

/** The probes find their output folder relative to their own files, so no variable is needed for it. */
async function prepareFolder(folder: string): Promise<string> {
  await mkdir(join(folder, 'out'), { recursive: true });
  const real = await realpath(folder);
  await cp(probeAssets, real, { recursive: true });
  return real;
}
