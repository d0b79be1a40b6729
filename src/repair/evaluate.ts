import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepairTest, RunPlan, TestOutcome, TestRunner } from './model.ts';
import type { Scratch } from './scratch.ts';
import { DID_NOT_END, wholeFilesRun } from './whole-file.ts';

export interface FileChange {
  path: string;
  before: string;
  after: string;
}

/** What the unchanged program did, with which every candidate is compared. */
export interface Baseline {
  failing: ReadonlySet<string>;
  passing: ReadonlySet<string>;
  /** Files with failing tests first: most candidates end there. */
  failingFiles: string[];
  otherFiles: string[];
  /** What failures said, to see whether a candidate changed anything. */
  messages: ReadonlyMap<string, string>;
  /** Some test, or a file of them, did not come to an end. */
  hangs: boolean;
  /** How long a candidate may run: much longer than what it is compared with, or a little where that never ended. */
  limitMs: number;
}

export type Evaluation =
  | { verdict: 'helped'; fixed: number }
  /** Nothing got better; `moved` where the failure at least became another one and nothing broke. */
  | { verdict: 'useless'; moved: boolean }
  | { verdict: 'cancelled' };

export function baselineOf(tests: readonly RepairTest[], durationMs: number): Baseline {
  const failed = tests.filter(({ status }) => status === 'failed');
  const failingFiles = filesOf(failed);
  const hangs = failed.some(({ message }) => message === DID_NOT_END);
  return {
    failing: new Set(failed.map(({ id }) => id)),
    passing: new Set(tests.filter(({ status }) => status === 'passed').map(({ id }) => id)),
    failingFiles,
    otherFiles: filesOf(tests).filter((file) => !failingFiles.includes(file)),
    messages: new Map(failed.map(({ id, message }) => [id, message ?? ''])),
    hangs,
    limitMs: Math.max(hangs ? 2000 : 3000, durationMs * 4 + 1000),
  };
}

/**
 * Tries one candidate in a scratch copy: the files with failing tests first, then the rest, stopping as soon as a test
 * broke or the best so far is out of reach. The copy is as before when it resolves.
 */
export async function evaluate(
  changes: readonly FileChange[],
  bestFixed: number,
  scratch: Scratch,
  runner: TestRunner,
  baseline: Baseline,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { warm, cwd } = scratch;
  if (warm) {
    const look = await judge(bestFixed, (plan, ms) => warm.run({ ...plan, changes }, ms, signal), baseline, signal);
    if (look.verdict !== 'helped') return look;
  }
  await put(scratch, changes, 'after');
  try {
    return await judge(bestFixed, (plan, ms) => runner.run(cwd, plan, ms, signal), baseline, signal);
  } finally {
    await put(scratch, changes, 'before');
  }
}

async function judge(
  bestFixed: number,
  run: (plan: RunPlan, timeoutMs: number) => Promise<TestOutcome>,
  baseline: Baseline,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { failing, passing, limitMs } = baseline;
  const allowed = failing.size - Math.max(1, bestFixed);
  const first = await run({ files: baseline.failingFiles, mustPass: passing, allowed }, limitMs);
  if (signal.aborted) return { verdict: 'cancelled' };
  const whole = wholeFilesRun(first, failing);
  const fixed = first.tests.filter(({ id, status }) => status === 'passed' && failing.has(id)).length + whole.length;
  const broken = first.tests.some(({ id, status }) => status !== 'passed' && passing.has(id));
  if (!first.complete || broken || fixed < Math.max(1, bestFixed)) {
    return { verdict: 'useless', moved: !broken && (whole.length > 0 || hasMoved(first.tests, baseline)) };
  }
  const rest = baseline.otherFiles;
  const second = rest.length === 0 ? null : await run({ files: rest, mustPass: passing, allowed: 0 }, limitMs);
  if (signal.aborted) return { verdict: 'cancelled' };
  const seen = new Set(
    [...first.tests, ...(second?.tests ?? [])].filter(({ status }) => status === 'passed').map(({ id }) => id),
  );
  // A test that is not there any more has not passed.
  const keeps = (second?.complete ?? true) && [...passing].every((id) => seen.has(id));
  return keeps ? { verdict: 'helped', fixed } : { verdict: 'useless', moved: false };
}

function hasMoved(tests: readonly RepairTest[], { messages, failing }: Baseline): boolean {
  return tests.some(
    ({ id, status, message }) =>
      failing.has(id) && (status === 'passed' || (messages.get(id) ?? '') !== (message ?? '')),
  );
}

async function put({ cwd }: Scratch, changes: readonly FileChange[], side: 'before' | 'after'): Promise<void> {
  await Promise.all(changes.map((change) => writeFile(join(cwd, change.path), change[side])));
}

function filesOf(tests: readonly RepairTest[]): string[] {
  return [...new Set(tests.flatMap(({ file }) => (file === null ? [] : [file])))];
}
