import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deadline } from './deadline.ts';
import type { RepairTest, RunPlan, TestOutcome, TestRunner } from './model/model.ts';
import { DID_NOT_END, wholeFilesRun } from './model/whole-file.ts';
import type { Scratch } from './scratch.ts';

export interface FileChange {
  path: string;
  before: string;
  after: string;
}

/** What the unchanged program did; every candidate is compared with it. */
export interface Baseline {
  failing: ReadonlySet<string>;
  passing: ReadonlySet<string>;
  /** Files with failing tests come first: most candidates fail there. */
  failingFiles: string[];
  otherFiles: string[];
  /** Failure messages, to see if a candidate changed anything. */
  messages: ReadonlyMap<string, string>;
  /** Some test, or a whole test file, timed out. */
  hasHang: boolean;
  /** The failing tests fail in the same way if no other test of their files runs: then they are tried alone first. */
  failsAlone: boolean;
  /** A failing assertion says nothing about the values: whether a candidate changed them is unknown. */
  isSilent: boolean;
  /** How long a candidate may run: much longer than the baseline, or only a little if the baseline timed out. */
  limitMs: number;
}

export type Evaluation =
  | { verdict: 'helped'; fixed: number }
  /** Nothing got better; `moved` if the failure at least changed and nothing broke. */
  | { verdict: 'useless'; failureChanged: boolean }
  /** `fixed` if so many failing tests passed, but not all other tests could be run in time. */
  | { verdict: 'cancelled'; fixed?: number }
  /** A file that it changes is no longer there. */
  | { verdict: 'gone' };

export function baselineOf(tests: readonly RepairTest[], durationMs: number): Baseline {
  const failed = tests.filter(({ status }) => status === 'failed');
  const failingFiles = filesOf(failed);
  const hasHang = failed.some(({ message }) => message === DID_NOT_END);
  return {
    failing: new Set(failed.map(({ id }) => id)),
    passing: new Set(tests.filter(({ status }) => status === 'passed').map(({ id }) => id)),
    failingFiles,
    otherFiles: filesOf(tests).filter((file) => !failingFiles.includes(file)),
    messages: new Map(failed.map(({ id, message }) => [id, message ?? ''])),
    hasHang,
    failsAlone: false,
    isSilent: false,
    limitMs: Math.max(hasHang ? 2000 : 3000, durationMs * 4 + 1000),
  };
}

/**
 * Tries one candidate in a scratch copy: first the files with failing tests, then the rest. Stops as soon as a test breaks
 * or the best result so far is out of reach. Restores the copy before it resolves.
 */
export async function evaluate(
  changes: readonly FileChange[],
  bestFixed: number,
  scratch: Scratch,
  runner: TestRunner,
  baseline: Baseline,
  deadline: Deadline,
): Promise<Evaluation> {
  const { warm, cwd } = scratch;
  let promising = false;
  const found = () => {
    promising = true;
    deadline.hold();
  };
  const signal = () => (promising ? deadline.verify : deadline.search);
  if (warm) {
    const run: Run = (plan, ms) => warm.run({ ...plan, changes }, ms, signal());
    const look = await judge(bestFixed, run, baseline, signal, found);
    if (look.verdict !== 'helped') return look;
  }
  if (!changes.every(({ path }) => existsSync(join(cwd, path)))) return { verdict: 'gone' };
  await writeSide(scratch, changes, 'after');
  try {
    return await judge(bestFixed, (plan, ms) => runner.run(cwd, plan, ms, signal()), baseline, signal, found);
  } finally {
    await writeSide(scratch, changes, 'before');
  }
}

type Run = (plan: RunPlan, timeoutMs: number) => Promise<TestOutcome>;

/** Says `found` as soon as failing tests pass: then only the other tests are left to run, for which there is more time. */
async function judge(
  bestFixed: number,
  run: Run,
  baseline: Baseline,
  signal: () => AbortSignal,
  found: () => void,
): Promise<Evaluation> {
  const { failing, passing, limitMs } = baseline;
  const allowed = failing.size - Math.max(1, bestFixed);
  const passedIn = ({ tests }: TestOutcome) =>
    tests.filter(({ id, status }) => status === 'passed' && failing.has(id)).length;
  let fixed = 0;
  const cancelled = (): Evaluation => ({ verdict: 'cancelled', ...(fixed > 0 && { fixed }) });
  if (baseline.failsAlone) {
    const alone = await run({ files: baseline.failingFiles, only: failing, mustPass: passing, allowed }, limitMs);
    if (alone.complete && passedIn(alone) >= Math.max(1, bestFixed)) {
      fixed = passedIn(alone);
      found();
    }
    if (signal().aborted) return cancelled();
    if (alone.reason === 'timeout' || !changesFailure(alone.tests, baseline))
      return { verdict: 'useless', failureChanged: baseline.isSilent };
  }
  const first = await run({ files: baseline.failingFiles, mustPass: passing, allowed }, limitMs);
  const whole = wholeFilesRun(first, failing);
  const broken = first.tests.some(({ id, status }) => status !== 'passed' && passing.has(id));
  const fixes = passedIn(first) + whole.length;
  const helps = first.complete && !broken && fixes >= Math.max(1, bestFixed);
  if (helps) {
    fixed = fixes;
    found();
  }
  if (signal().aborted) return cancelled();
  if (!helps) {
    return {
      verdict: 'useless',
      failureChanged: !broken && (whole.length > 0 || changesFailure(first.tests, baseline)),
    };
  }
  const rest = baseline.otherFiles;
  const second = rest.length === 0 ? null : await run({ files: rest, mustPass: passing, allowed: 0 }, limitMs);
  if (second && !second.complete && signal().aborted) return cancelled();
  const passedIds = new Set(
    [...first.tests, ...(second?.tests ?? [])].filter(({ status }) => status === 'passed').map(({ id }) => id),
  );
  // A test that is missing has not passed.
  const keeps = (second?.complete ?? true) && [...passing].every((id) => passedIds.has(id));
  return keeps ? { verdict: 'helped', fixed } : { verdict: 'useless', failureChanged: false };
}

function changesFailure(tests: readonly RepairTest[], { messages, failing }: Baseline): boolean {
  return tests.some(
    ({ id, status, message }) =>
      failing.has(id) && (status === 'passed' || (messages.get(id) ?? '') !== (message ?? '')),
  );
}

async function writeSide({ cwd }: Scratch, changes: readonly FileChange[], side: 'before' | 'after'): Promise<void> {
  await Promise.all(
    changes.map((change) =>
      writeFile(join(cwd, change.path), change[side]).catch((error: NodeJS.ErrnoException) => {
        // Its folder may have gone with a test that cleans up.
        if (error.code !== 'ENOENT') throw error;
      }),
    ),
  );
}

function filesOf(tests: readonly RepairTest[]): string[] {
  return [...new Set(tests.flatMap(({ file }) => (file === null ? [] : [file])))];
}
