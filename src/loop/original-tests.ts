import { isMarked } from '../core/findings/marks.ts';
import {
  executedNames,
  type MovedFile,
  type OriginalTests,
  originalTests,
  type ReportedTests,
  ranWhereMoved,
} from '../core/metrics/original-tests.ts';
import type { IterationState, LoopState } from '../core/state/state.ts';
import { testsToRemove } from '../core/task/requested-removal.ts';
import { approvedChanges } from '../core/verification/approved-changes.ts';
import type { ClaimToProve } from '../core/verification/to-prove.ts';
import type { Ports } from '../ports/index.ts';
import type { MovedFile as MovedJudge } from '../ports/safeguards.ts';
import { readTests } from './movement.ts';
import { type CompareTests, commandsIn, countsApart } from './original-runs.ts';

interface OriginalTestsOfLoop {
  compare: CompareTests;
  /** If nothing that judges was changed, the iteration's own run shows what ran. */
  inSnapshot(moved: readonly MovedJudge[]): OriginalTests | null;
  ranWhereMoved(moved: readonly MovedJudge[]): boolean;
}

/** What is known of the tests that ran at the baseline. Those that the task asks to remove, or that a person let go, need not run. */
export async function openOriginalTests(
  claim: ClaimToProve,
  baseline: IterationState | undefined,
  current: IterationState,
  state: LoopState,
  ports: Ports,
): Promise<OriginalTestsOfLoop> {
  const reported = async (one: IterationState | undefined): Promise<ReportedTests> => ({
    names: one ? await readTests(one, ports) : null,
    counts: one?.metrics?.tests ?? null,
  });
  const [before, now] = [await reported(baseline), await reported(current)];
  const approved = await approvedRuns(baseline?.n ?? 0, state, ports);
  const excused = (missing: readonly string[]) => [
    ...testsToRemove(state.task, missing),
    ...missing.filter((id) => isApproved(state, id) || approved.some((names) => !names.has(id))),
  ];
  const isKnown = ranAll(claim, baseline, state) && !state.approved.some((id) => id.startsWith('lost-tests:'));
  const compare: CompareTests = (runs, moved) => (isKnown ? originalTests(before, runs, moved, excused) : null);
  return {
    compare,
    inSnapshot: (moved) => compare([now], moved.map(pathsOf)),
    ranWhereMoved: (moved) =>
      moved.length === 0 || (moved.every(({ follows }) => follows) && ranWhereMoved(before, now, moved.map(pathsOf))),
  };
}

/** Every command that counted tests at the baseline is one of the claim. */
function ranAll(claim: ClaimToProve, baseline: IterationState | undefined, state: LoopState): boolean {
  if (countsApart(state)) return true;
  const commands = new Set(commandsIn(claim));
  const counted = (baseline?.verdicts ?? []).filter(({ tests }) => tests !== null).map(({ criterion }) => criterion);
  return counted.every((id) => commands.has(id) || !state.criteria.some((one) => one.id === id && 'command' in one));
}

/** The names of the tests that ran in the snapshots that a person approved. */
async function approvedRuns(since: number, state: LoopState, ports: Ports): Promise<ReadonlySet<string>[]> {
  const runs: ReadonlySet<string>[] = [];
  for (const { iteration, files } of approvedChanges(state, since)) {
    if (files !== 'judging' && files !== 'tests') continue;
    const one = state.iterations[iteration];
    const names = one && (await readTests(one, ports));
    if (names) runs.push(new Set(executedNames(names)));
  }
  return runs;
}

function isApproved(state: LoopState, id: string): boolean {
  return state.approved.includes(`lost-test:${id}`) || isMarked(state, `lost-test:${id}`);
}

const pathsOf = ({ file, to }: MovedJudge): MovedFile => ({ from: file.path, to });
