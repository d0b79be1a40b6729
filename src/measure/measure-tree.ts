import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../config/errors.ts';
import type { Criterion } from '../core/criterion.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Settings } from '../core/settings.ts';
import { createChecker } from '../criteria/checker.ts';
import { checkEnvironment } from '../criteria/environment.ts';
import { supervise } from '../process/supervise.ts';
import { createMeter } from './meter.ts';

const git = promisify(execFile);

export interface TreeToMeasure {
  workspace: { root: string; cwd: string };
  settings: Settings;
  criteria: readonly Criterion[];
  /** A folder for outputs and, with a commit, its files. */
  scratch: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** Runs the checks once and measures: the working tree as it is, or a commit in a worktree of its own. */
export async function measureTree(tree: TreeToMeasure, commit: string | null): Promise<Metrics> {
  if (commit === null) return measureAt(tree, tree.workspace);
  const folder = join(tree.scratch, 'worktree');
  const { root, cwd } = tree.workspace;
  try {
    await git('git', ['worktree', 'add', '-q', '--detach', folder, commit], { cwd: root });
  } catch (error) {
    throw new UsageError(`cannot check out ${commit}: ${(error as { stderr?: string }).stderr?.trim() ?? error}`);
  }
  try {
    return await measureAt(tree, { root: folder, cwd: join(folder, relative(root, cwd)) });
  } finally {
    await git('git', ['worktree', 'remove', '--force', folder], { cwd: root }).catch(() => {});
  }
}

async function measureAt(
  { settings, criteria, scratch, env, signal }: TreeToMeasure,
  place: { root: string; cwd: string },
) {
  const loop = 'measure';
  const run = randomBytes(8).toString('hex');
  const outputs = join(scratch, run);
  await mkdir(outputs);
  const outputPath = (name: string) => ({ absolute: join(outputs, `${name}.log`), relative: `${name}.log` });
  const probeFolder = (name: string) => join(outputs, `probe-${name}`);
  const request = { ...place, run, settings, outputPath };
  const checking = createChecker({ supervise, env, loop }).verify({ ...request, criteria, probeFolder }, signal);
  const meter = createMeter({
    supervise,
    env: checkEnvironment(env, place.root, place.cwd),
    loop,
    now: Date.now,
    code: async ({ root }) => {
      const { measureCode } = await import('../collectors/code/measure-code.ts');
      return measureCode({ root, paths: await filesIn(root), signal });
    },
  });
  return meter.measure(
    { ...request, commit: '' },
    checking.then(({ tests }) => tests),
    signal,
  );
}

/** What git would take in; every file where there is no git. */
async function filesIn(root: string): Promise<string[]> {
  const listed = await git('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  }).catch(() => null);
  return listed ? [...new Set(listed.stdout.split('\0').filter(Boolean))] : [];
}
