import { cp, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type CommandExit, judge, type Measurement } from '../measurement.ts';
import { probeAssets } from './assets.ts';
import { collectEvidence } from './collect.ts';
import { probeParts } from './index.ts';
import { leftReports } from './left-reports.ts';
import type { ProbeContext } from './part.ts';
import { type RunnersCoverage, runnersCoverage } from './runners-coverage.ts';

export interface ProbeRequest {
  /** An empty folder of this run's own; it may be removed after `collect`. */
  folder: string;
  /** The environment that the command would be started with. */
  env: Readonly<Record<string, string | undefined>>;
  /** Where it runs, and what file names are relative to. */
  cwd: string;
  /** Runners that know how are also made to write coverage, and node to write its own. */
  coverage?: boolean;
}

export interface Probe {
  /** Variables to set on top of the command's environment. */
  env: Record<string, string>;
  /** Judges what the runners reported, once the command has ended. Never rejects because a report is missing or broken. */
  collect(exit: CommandExit): Promise<Measurement>;
  /** The coverage that was written. Never rejects. To be called before the folder is removed. */
  coverage(root: string): Promise<RunnersCoverage>;
}

/**
 * Makes the test runners of any command report their results: through the environment alone, with the command as it is, in
 * one run. What a runner prints, its exit code and the reporters that the project has set stay as they are.
 */
export async function prepareProbe(request: ProbeRequest): Promise<Probe> {
  const folder = await prepareFolder(request.folder);
  const coverage = request.coverage ? join(folder, 'coverage') : null;
  if (coverage) await mkdir(coverage);
  const context: ProbeContext = { folder, out: join(folder, 'out'), env: request.env, cwd: request.cwd, coverage };
  const [before, ...variables] = await Promise.all([
    leftReports(request.cwd),
    ...probeParts.map((part) => part(context).catch(() => ({}))),
  ]);
  return {
    env: Object.assign({}, ...variables),
    coverage: (root) => runnersCoverage(context, root),
    collect: async (exit) => judge(exit, await collectEvidence(context, before, exit)),
  };
}

/** Whatever the probes write lies inside, so that no variable is needed to tell them where. */
async function prepareFolder(folder: string): Promise<string> {
  await mkdir(join(folder, 'out'), { recursive: true });
  const real = await realpath(folder);
  await cp(probeAssets, real, { recursive: true });
  return real;
}
