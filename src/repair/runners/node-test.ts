import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../system/package-root.ts';
import type { RepairTest, RunPlan, TestOutcome, TestRunner } from '../model/model.ts';
import { type ProcessRun, runProcess } from '../model/run-process.ts';
import { DID_NOT_END, wholeFile } from '../model/whole-file.ts';
import { framesIn, limitTo, type RunFact, readFacts } from './facts.ts';
import { linesOfRanges } from './v8-lines.ts';
import { warmNodeRunner } from './warm-node.ts';

/** Runs each node:test file directly, without the runner: one process instead of two or three, which can stop early. */
export function nodeTestRunner(options: {
  files: readonly string[];
  /** Flags that the project passes to node, for example `--import tsx`. */
  flags: readonly string[];
  env: Readonly<Record<string, string>>;
}): TestRunner {
  const assets = join(packageRoot(), 'assets', 'repair', 'node');
  const reporter = [`--test-reporter=${join(assets, 'reporter.mjs')}`, '--test-reporter-destination=stderr'];
  const runFile = async (
    folder: string,
    file: string,
    extra: { flags: string[]; env: Record<string, string> },
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<TestOutcome> => {
    const run = await runProcess(
      {
        command: { file: 'node', args: [...options.flags, ...extra.flags, ...reporter, file] },
        cwd: folder,
        env: { ...options.env, ...extra.env },
        timeoutMs,
      },
      signal,
    );
    return outcomeOf(run, file, folder);
  };
  return {
    name: 'node:test',
    // Flags may load hooks that a thread would not have.
    ...(options.flags.length === 0 && {
      warm: (from, place) => warmNodeRunner({ from, place, files: options.files, env: options.env }),
    }),
    async survey(folder, timeoutMs, signal, fileMs) {
      const extra = { flags: ['--require', join(assets, 'coverage.cjs')], env: { JUMAR_REPAIR_ROOT: folder } };
      return together(
        options.files,
        timeoutMs,
        signal,
        // A file that gets less time because the total is nearly up cannot be said to hang.
        async (file, left) => (left < (fileMs ?? 0) ? UNSEEN : runFile(folder, file, extra, fileMs ?? left, signal)),
        'whatever comes',
      );
    },
    async run(folder, plan, timeoutMs, signal) {
      let allowed = plan.allowed;
      return together(plan.files, timeoutMs, signal, async (file, left) => {
        const env = { JUMAR_REPAIR_PLAN: await writePlan(folder, file, plan, allowed) };
        const outcome = await runFile(folder, file, { flags: [], env }, left, signal);
        allowed -= outcome.tests.filter(({ status }) => status === 'failed').length;
        return outcome;
      });
    },
  };
}

const UNSEEN: TestOutcome = { tests: [], complete: false, reason: 'the time was up', durationMs: 0 };

/** Next to the copy, where no test looks. */
async function writePlan(folder: string, file: string, plan: RunPlan, allowed: number): Promise<string> {
  const path = `${folder}.plan.json`;
  const prefix = `${file} › `;
  const mustPass = [...plan.mustPass].filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length));
  await writeFile(path, JSON.stringify({ mustPass, allowed }));
  return path;
}

/** Runs file by file until one is cut short, or all of them. The duration counts only completed files. */
async function together(
  files: readonly string[],
  timeoutMs: number,
  signal: AbortSignal,
  one: (file: string, leftMs: number) => Promise<TestOutcome>,
  until: 'one is cut short' | 'whatever comes' = 'one is cut short',
): Promise<TestOutcome> {
  const all: TestOutcome = { tests: [], complete: true, reason: null, durationMs: 0 };
  const startedAt = performance.now();
  for (const file of files) {
    if (signal.aborted) return { ...all, complete: false, reason: 'cancelled' };
    const outcome = await one(file, Math.max(1, timeoutMs - (performance.now() - startedAt)));
    all.tests.push(...outcome.tests);
    if (outcome.complete) all.durationMs += outcome.durationMs;
    else Object.assign(all, { complete: false, reason: outcome.reason });
    if (!all.complete && until === 'one is cut short') return all;
  }
  return all;
}

async function outcomeOf(run: ProcessRun, file: string, folder: string): Promise<TestOutcome> {
  const facts = readFacts(run.facts);
  const lines = await linesByTest(facts, folder);
  const tests = facts.flatMap((fact) => testOf(fact, file, folder, lines));
  const ended = facts.some(({ ev }) => ev === 'end');
  const stopped = facts.find(({ ev }) => ev === 'stopped');
  // A file that fails to load has no tests to report that.
  if (ended && run.exitCode !== 0 && !tests.some(({ status }) => status === 'failed'))
    tests.push(loadFailure(run, file, folder));
  else if (!ended && !stopped && run.ended === 'exited') tests.push(loadFailure(run, file, folder));
  else if (run.ended === 'timeout') tests.push(wholeFile(file, { message: DID_NOT_END, frames: [] }));
  const reason = stopped?.reason ?? (ended ? null : run.ended === 'exited' ? 'the test file crashed' : run.ended);
  return { tests, complete: reason === null, reason, durationMs: run.durationMs };
}

function testOf(
  fact: RunFact,
  file: string,
  folder: string,
  lines: ReadonlyMap<string, RepairTest['covered']>,
): RepairTest[] {
  if (fact.ev !== 'test' || fact.name === undefined) return [];
  const { name, status = 'failed', error } = fact;
  return [
    {
      id: `${file} › ${name}`,
      file,
      name,
      status,
      message: error?.message ?? null,
      frames: framesIn(error?.stack ?? '', folder),
      covered: lines.get(name) ?? null,
    },
  ];
}

function loadFailure(run: ProcessRun, file: string, folder: string): RepairTest {
  return wholeFile(file, { message: run.output.trim().slice(-2000), frames: framesIn(run.output, folder) });
}

async function linesByTest(facts: readonly RunFact[], folder: string): Promise<Map<string, RepairTest['covered']>> {
  const texts = new Map<string, string>();
  const coverage = new Map<string, RepairTest['covered']>();
  for (const { ev, name, scripts } of facts) {
    if (ev !== 'covered' || name === undefined) continue;
    const covered = new Map<string, Set<number>>();
    for (const { url, ranges } of scripts ?? []) {
      const path = limitTo(url, folder);
      if (path === null || !/\.[cm]?js$/.test(path)) continue;
      const text = texts.get(path) ?? (await readFile(join(folder, path), 'utf8').catch(() => ''));
      texts.set(path, text);
      const lines = linesOfRanges(text, ranges);
      if (lines.size > 0) covered.set(path, lines);
    }
    coverage.set(name, covered);
  }
  return coverage;
}
