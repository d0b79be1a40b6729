import { allHold } from '../criteria/verdict.ts';
import { findingKey, isUnresolved } from '../findings/blockers.ts';
import { isDone, isImproving } from '../selection/goal.ts';
import { baselineFor } from '../state/baseline.ts';
import { shownBy, showsDone } from '../state/shown-by.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';
import type { VerificationStep } from '../state/step.ts';
import { isHoldOutDue } from './held-out.ts';
import { isOnMutants, withoutPending } from './mutants-due.ts';
import { whyNotAgain } from './suite-time.ts';
import { toProve } from './to-prove.ts';

/**
 * What is still to be asked of a tree whose criteria were run once: the checks that the agent is not shown, whether the
 * result stands a repetition, whether it stands with the baseline's tests, and whether its tests can fail and need its change. Each on the tree as it was snapshotted.
 */
export function crossCheck(state: LoopState, iteration: IterationState): VerificationStep | null {
  const current = withoutPending(state, iteration);
  const { verify } = state.settings;
  if (isHoldOutDue(state, current) && !isDone(state, current)) return { type: 'hold-out', iteration: 0 };
  if (Object.keys(verify.hidden).length > 0 && !current.hiddenChecked) {
    return { type: 'check-hidden', iteration: current.n };
  }
  if (!current.repeated) {
    const again = repetition(state, current);
    if (again) return { type: 'repeat-checks', iteration: current.n, ...again };
  }
  const asksHeldOut = current.n > 0 && (state.heldOut?.tests.length ?? 0) > 0 && !current.heldOut;
  if (asksHeldOut && allHold(current.verdicts ?? [])) return { type: 'check-held-out', iteration: current.n };
  const byAgent = current.n > 0 && !current.byHand;
  if (verify.pristine && byAgent && !current.pristine && toProve(state, current)) {
    return { type: 'check-pristine', iteration: current.n, baseline: baselineFor(state, current.n)?.n ?? 0 };
  }
  const experiment =
    (byAgent ? dueExperiment(state, current) : null) ??
    (areMutantsDue(state, current, byAgent) ? ('test-mutants' as const) : null);
  if (experiment) return { type: experiment, iteration: current.n, baseline: baselineFor(state, current.n)?.n ?? 0 };
  return isBestDoubted(state, current) ? { type: 'reverify', iteration: state.best as number } : null;
}

/** Tests of the task are tried in all ways, whatever is switched off. */
function dueExperiment(state: LoopState, current: IterationState) {
  const { flip, newTests } = state.settings.evidence;
  const isTestFirst = shownBy(state) === 'tests';
  if ((flip || isTestFirst) && !current.flipped && isToShow(state, current)) return 'flip-expectations';
  if ((newTests || isTestFirst) && !current.newTests && wouldComplete(state, current)) return 'check-new-tests';
  const asksTests = isTestFirst && !current.taskTests && allHold(current.verdicts ?? []) && !isNoop(current);
  return asksTests && !isHeld(state, current) ? ('check-task-tests' as const) : null;
}

/** It would be kept for tests that pass, and nothing that is raised already holds it. */
function isToShow(state: LoopState, current: IterationState): boolean {
  return passesTests(state, current) && toProve(state, current) !== null;
}

function wouldComplete(state: LoopState, current: IterationState): boolean {
  return allHold(current.verdicts ?? []) && passesTests(state, current);
}

/** Asked for by a criterion, they are tested even if a person made the change; nothing else may be in the way. */
function areMutantsDue(state: LoopState, current: IterationState, byAgent: boolean): boolean {
  if (current.mutants || current.n === 0) return false;
  if (!state.criteria.some(isOnMutants))
    return state.settings.evidence.mutants && byAgent && wouldComplete(state, current) && showsDone(state, current);
  return (current.verdicts ?? []).every(({ outcome }) => outcome === 'pass') && !isHeld(state, current);
}

function passesTests(state: LoopState, current: IterationState): boolean {
  return (current.metrics?.tests?.passed ?? 0) > 0 && !isHeld(state, current);
}

function isHeld(state: LoopState, { raised }: IterationState): boolean {
  return raised.some(({ id, blocking }) => blocking && isUnresolved(state, findingKey(id)));
}

/**
 * Best holds by its record, and what holds there broke: the cause may be something that no snapshot keeps, such as an ignored
 * file that a check needs, and then best no longer holds either. If nothing of that kind changed, nothing runs again.
 */
function isBestDoubted(state: LoopState, current: IterationState): boolean {
  const best = state.best === null ? undefined : state.iterations[state.best];
  if (!isImproving(state) || !best || best.n === current.n || current.byHand || current.bestHolds !== null)
    return false;
  const runnableIds = new Set(runnable(state));
  const broken = (current.verdicts ?? []).some(
    ({ criterion, outcome }) => outcome !== 'pass' && runnableIds.has(criterion),
  );
  return broken && allHold(best.verdicts ?? []);
}

/** What holds is confirmed as often as asked; what held before and fails now is run once more. */
function repetition(state: LoopState, current: IterationState): { criteria: string[]; times: number } | null {
  const { confirm, rerun } = state.settings.verify;
  const verdicts = current.verdicts ?? [];
  if (allHold(verdicts)) {
    const criteria = runnable(state);
    return confirm > 0 && criteria.length > 0 ? { criteria, times: confirm } : null;
  }
  const criteria = rerun && !current.byHand ? suspects(state, current) : [];
  return criteria.length > 0 && whyNotAgain(criteria, state, current) === null ? { criteria, times: 1 } : null;
}

/** Criteria that held on the tree this one started from; all that fail, if a test that passed there fails now. */
function suspects(state: LoopState, current: IterationState): string[] {
  const parent = current.parent === null ? undefined : state.iterations[current.parent];
  const failing = (current.verdicts ?? []).filter(({ outcome }) => outcome === 'fail').map((one) => one.criterion);
  const broken = current.alerts.some(({ type }) => type === 'working_test_failing');
  const passedBefore = (id: string) => parent?.verdicts?.find(({ criterion }) => criterion === id)?.outcome === 'pass';
  const runnableIds = new Set(runnable(state));
  return failing.filter((id) => runnableIds.has(id) && (broken || passedBefore(id)));
}

function runnable(state: LoopState): string[] {
  return state.criteria.filter((criterion) => 'command' in criterion).map(({ id }) => id);
}
