import { didCrash, isRefused } from '../agents/could-not-run.ts';
import type { Verdict } from '../criteria/verdict.ts';
import type { ReportedFailure } from '../failures/reported-failure.ts';
import { findingsIn } from '../findings/blockers.ts';
import type { Reflection } from '../state/lesson.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';

/** How tests moved from the iteration that this one started from; null if names are unknown. */
export interface MovedTests {
  failing: string[];
  fixed: string[];
  broken: string[];
}

/** What a reflection is made from. */
export interface ReflectionEvidence {
  state: LoopState;
  current: IterationState;
  moved: MovedTests | null;
  /** Every check that failed passed as well, on the same tree: nothing was broken or repaired. */
  unsteady: string[];
  failed: Verdict[];
  failures: ReportedFailure[];
  files: string[];
  unchanged: boolean;
  /** Reflections of earlier iterations, oldest first; of cheats only if this is one too. */
  earlier: { n: number; reflection: Reflection }[];
}

const MAX_FILES = 12;

export function evidenceOf(state: LoopState, n: number, moved: MovedTests | null): ReflectionEvidence {
  const current = state.iterations[n];
  if (!current?.verdicts) throw new Error(`iteration ${n} has not been verified`);
  const failed = current.verdicts.filter(({ outcome }) => outcome !== 'pass');
  const changes = current.snapshot?.changes;
  return {
    state,
    current,
    moved: moved && steady(moved, current.flaky),
    unsteady: failed.length > 0 && failed.every(({ flaky }) => flaky) ? current.flaky : [],
    failed,
    failures: failed.flatMap(({ failures }) => failures ?? []),
    files: isNoop(current) ? [] : (changes?.paths.slice(0, MAX_FILES) ?? []),
    unchanged: isNoop(current),
    earlier: state.iterations
      .slice(0, n)
      .filter((iteration) => isCheat(current) || !isCheat(iteration))
      .flatMap((iteration) =>
        iteration.reflected ? [{ n: iteration.n, reflection: iteration.reflected.reflection }] : [],
      ),
  };
}

/** What passes and fails on the same tree was neither broken nor repaired by what was changed. */
function steady(moved: MovedTests, flaky: readonly string[]): MovedTests {
  const without = (names: readonly string[]) => names.filter((name) => !flaky.includes(name));
  return { ...moved, fixed: without(moved.fixed), broken: without(moved.broken) };
}

/** The guard holds it back: how its checks ended says nothing about the code. */
export function isCheat(iteration: IterationState): boolean {
  return findingsIn(iteration).some(({ blocking }) => blocking);
}

/** It did not complete the loop: a check failed, or what it changed holds completion. */
export function didFail(iteration: IterationState): boolean {
  const { n, byHand, verdicts, findings, raised, agent } = iteration;
  if (n === 0 || byHand || verdicts === null) return false;
  // An agent that could not run says nothing about the task.
  if (agent && isNoop(iteration) && (isRefused(agent) || didCrash(agent))) return false;
  return (
    verdicts.some(({ outcome }) => outcome !== 'pass') ||
    [...(findings ?? []), ...raised].some(({ blocking }) => blocking)
  );
}
