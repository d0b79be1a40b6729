import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { CodeMeasure } from '../collectors/code/measure-code.ts';
import type { FileCoverage } from '../collectors/coverage/report.ts';
import type { MeasuredFrom } from '../core/criteria/measured-from.ts';
import type { Criterion } from '../core/criterion.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Settings } from '../core/settings.ts';
import type { TestCase } from '../core/tests.ts';
import type { Toolchain } from '../core/toolchain.ts';
import type { Verdict } from '../core/verdict.ts';
import { createChecker } from '../criteria/checker.ts';
import { openDurations } from '../criteria/durations.ts';
import { checkEnvironment } from '../criteria/environment.ts';
import { supervise } from '../process/supervise.ts';
import { type Redact, redactor } from '../redact/redact.ts';
import { rememberTree } from '../results/remember-tree.ts';
import type { Tell } from '../runner/ports.ts';
import { redactedChecker, redactedMeter } from '../runner/redacted.ts';
import { checkOut } from './checkout.ts';
import { filesIn, treeId } from './files-in.ts';
import { createMeter } from './meter.ts';

export interface TreeToMeasure {
  workspace: { root: string; cwd: string };
  settings: Settings;
  criteria: readonly Criterion[];
  toolchain: Toolchain;
  /** A folder for outputs and, with a commit, its files. */
  scratch: string;
  /** Where results are kept, outside the workspace. */
  state: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

export interface MeasuredTree {
  metrics: Metrics;
  verdicts: Verdict[];
  /** What the metrics were read from. */
  sources: MeasuredFrom[];
  /** By name; null where only their number is known, or not even that. */
  tests: TestCase[] | null;
  /** Null where there is no coverage. */
  covered: readonly FileCoverage[] | null;
  /** By file; empty where code is not measured. */
  functions: CodeMeasure['functions'];
}

/** Runs the checks once and measures, and tells no secrets: the working tree as it is, or a commit in a folder of its own. */
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
  const tell: Tell = (from) => sources.push(from);
  const found: Pick<MeasuredTree, 'covered' | 'functions'> = { covered: null, functions: new Map() };
  const request = { ...place, run, settings, criteria, remembered, outputPath, tell };
  const redact = redactor(env);
  const checker = redactedChecker(
    createChecker({ supervise, env, loop, durations: openDurations(tree.state) }),
    redact,
  );
  const checking = checker.verify({ ...request, measured: true, probeFolder }, signal);
  const meter = createMeter({
    supervise,
    env: checkEnvironment(env, place.root, place.cwd),
    loop,
    now: Date.now,
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
  const tellFiles = (files: readonly FileCoverage[]) => {
    found.covered = files;
  };
  const asked = { ...request, commit: '', toolchain, tellFiles };
  const metrics = await redactedMeter(meter, redact).measure(asked, checking, signal);
  await remembered?.settle();
  const { verdicts, tests: told } = await checking;
  const tests = told?.tests?.map((test) => hiddenTest(test, redact)) ?? null;
  return { metrics, verdicts, sources, tests, ...found };
}

function hiddenTest(test: TestCase, redact: Redact): TestCase {
  const { id, name, suite, message } = test;
  return { ...test, id: redact(id), name: redact(name), suite: suite.map(redact), message: message && redact(message) };
}

/** No agent is about: whatever was kept is believed. */
async function rememberedOf(
  { state, env }: TreeToMeasure,
  { root, cwd }: { root: string; cwd: string },
  paths: string[],
) {
  const tree = await treeId(root, paths);
  if (tree === null) return null;
  const surroundings = { cwd, env, paths: async () => paths };
  return rememberTree({ folder: state, root }, surroundings, { commit: '', tree, trusted: null });
}
