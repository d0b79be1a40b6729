import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createChecker } from '../checks/criteria/checker.ts';
import { openDurations } from '../checks/criteria/durations.ts';
import type { CodeMeasure } from '../collectors/code/measure-code.ts';
import type { Criterion } from '../core/criteria/criterion.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import type { Toolchain } from '../core/criteria/toolchain.ts';
import type { Verdict } from '../core/criteria/verdict.ts';
import type { FileCoverage } from '../core/metrics/coverage.ts';
import type { Metrics } from '../core/metrics/metrics.ts';
import type { TestCase } from '../core/metrics/tests.ts';
import type { Settings } from '../core/state/settings.ts';
import { passedVariables } from '../core/verification/passed-variables.ts';
import { createMeter } from '../measure/meter.ts';
import type { ReportSource } from '../ports/index.ts';
import { supervise } from '../process/supervise.ts';
import { checkEnvironment } from '../project/check-environment.ts';
import { type Redact, redactor } from '../redact/redact.ts';
import { checkOut } from './checkout.ts';
import { filesIn, treeId } from './files-in.ts';
import { redactedChecker, redactedMeter } from './redacted-ports.ts';
import { rememberTree } from './remember-tree.ts';

export interface TreeToMeasure {
  workspace: { root: string; cwd: string };
  settings: Settings;
  criteria: readonly Criterion[];
  toolchain: Toolchain;
  /** A folder for outputs and, with a commit, its files. */
  scratch: string;
  /** The folder of cached results, outside the workspace. */
  state: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface MeasuredTree {
  metrics: Metrics;
  verdicts: Verdict[];
  /** What the metrics were read from. */
  sources: MeasuredFrom[];
  /** By name; null if the names are unknown. */
  tests: TestCase[] | null;
  /** Null if there is no coverage. */
  covered: readonly FileCoverage[] | null;
  /** By file; empty if code is not measured. */
  functions: CodeMeasure['functions'];
}

/** Runs the checks once, measures, and redacts secrets: for the working tree, or for a commit in its own folder. */
export async function measureTree(tree: TreeToMeasure, commit: string | null): Promise<MeasuredTree> {
  if (commit === null) return measureAt(tree, tree.workspace);
  const folder = join(tree.scratch, 'commit');
  const { root, cwd } = tree.workspace;
  const doubts = await checkOut(root, commit, folder);
  const measured = await measureAt(tree, { root: folder, cwd: join(folder, relative(root, cwd)) });
  return { ...measured, metrics: { ...measured.metrics, unknown: [...measured.metrics.unknown, ...doubts] } };
}

async function measureAt(tree: TreeToMeasure, place: { root: string; cwd: string }): Promise<MeasuredTree> {
  const { settings, criteria, toolchain, scratch, env, signal } = tree;
  const loop = 'measure';
  const run = randomBytes(8).toString('hex');
  const outputs = join(scratch, run);
  await mkdir(outputs);
  const outputPath = (name: string) => ({ absolute: join(outputs, `${name}.log`), relative: `${name}.log` });
  const probeFolder = (name: string) => join(outputs, `probe-${name}`);
  const paths = await filesIn(place.root);
  const remembered = settings.verify.cache ? await rememberedOf(tree, place, paths) : null;
  const sources: MeasuredFrom[] = [];
  const report: ReportSource = (from) => sources.push(from);
  const found: Pick<MeasuredTree, 'covered' | 'functions'> = { covered: null, functions: new Map() };
  const request = { ...place, run, settings, criteria, remembered, outputPath, report };
  const redact = redactor(env);
  const checker = redactedChecker(
    createChecker({ supervise, env, loop, durations: openDurations(tree.state) }),
    redact,
  );
  const checking = checker.verify({ ...request, measured: true, probeFolder }, signal);
  const meter = createMeter({
    supervise,
    env: checkEnvironment(env, place.root, place.cwd, passedVariables(settings, criteria)),
    loop,
    now: Date.now,
    paths: async () => paths,
    code: async ({ root }) => {
      const { measureCode } = await import('../collectors/code/measure-code.ts');
      const { openCodeCache } = await import('../collectors/code/cache.ts');
      const cache = await openCodeCache(join(tree.state, 'code-cache.json'));
      const measured = await measureCode({ root, paths, cache, signal });
      await cache.save().catch(() => {});
      found.functions = measured.functions;
      return measured;
    },
  });
  const reportFiles = (files: readonly FileCoverage[]) => {
    found.covered = files;
  };
  const measureRequest = { ...request, commit: '', toolchain, reportFiles };
  const metrics = await redactedMeter(meter, redact).measure(measureRequest, checking, signal);
  await remembered?.settle();
  const { verdicts, tests: reported } = await checking;
  const tests = reported?.tests?.map((test) => redactTest(test, redact)) ?? null;
  return { metrics, verdicts, sources, tests, ...found };
}

function redactTest(test: TestCase, redact: Redact): TestCase {
  const { id, name, suite, message } = test;
  return { ...test, id: redact(id), name: redact(name), suite: suite.map(redact), message: message && redact(message) };
}

/** No agent is running, so all cached results are trusted. */
async function rememberedOf(
  { state, env, settings, criteria }: TreeToMeasure,
  { root, cwd }: { root: string; cwd: string },
  paths: string[],
) {
  const tree = await treeId(root, paths);
  if (tree === null) return null;
  const surroundings = { env, passed: passedVariables(settings, criteria), paths: async () => paths };
  return rememberTree(state, surroundings, { commit: '', tree, trusted: null, place: { root, cwd } });
}
