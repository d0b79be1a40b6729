import { allHold } from '../criteria/verdict.ts';
import { blockersOf } from '../findings/blockers.ts';
import { criticalAlerts } from '../findings/marks.ts';
import { isPartial } from '../metrics/metrics.ts';
import { answersIn, isRefused } from '../people/answers.ts';
import { shownBy, showsDone } from '../state/shown-by.ts';
import { type IterationState, isNoop, type LoopState } from '../state/state.ts';
import { isImproving, worthOf } from './goal.ts';

/**
 * The iteration whose output would be kept if the loop ended now: verified first, then the highest score (or
 * objective), then the most criteria met, then, of runs that were not whole, the most tests seen to pass, then the
 * earliest. One that lost what the baseline had, or broke it without a person's approval of that iteration or one before
 * it, is not a candidate. Of work that checks which cannot show more hold for, the last is kept. What a person made by hand is the new ground: nothing from before it is ever put in its place.
 */
export function bestOf(state: LoopState): number {
  // What an agent outside left is what lies there: nothing from before is put in its place.
  if (state.agent.isOutside) return latestJudged(state);
  let best: IterationState | undefined;
  const ground = state.iterations.findLast((iteration) => iteration.byHand)?.n ?? 0;
  for (const candidate of state.iterations.slice(ground)) {
    if (!candidate.snapshot || !candidate.verdicts || isFlawed(state, candidate)) continue;
    if (!best || isBetter(state, candidate, best)) best = candidate;
  }
  if (!best) throw new Error('no iteration has been verified yet');
  return best.n;
}

function latestJudged({ iterations }: LoopState): number {
  return iterations.findLast(({ snapshot, verdicts }) => snapshot && verdicts)?.n ?? 0;
}

/**
 * Everything that causes a rollback by itself, so that nothing is ever rolled back to itself. A test that an earlier iteration
 * had added may go if that completes the loop: the baseline has lost nothing.
 */
function isFlawed(state: LoopState, iteration: IterationState): boolean {
  if (iteration.n === 0 || iteration.byHand) return false;
  if (isRefused(state, iteration.n)) return true;
  const blockers = blockersOf(withoutLaterApprovals(state, iteration.n), iteration);
  if (iteration.setupFailed || iteration.bestHolds === false || blockers.length > 0) return true;
  // A check that is rewritten while it runs says nothing good of the tree that did it.
  if (iteration.verdicts?.some(({ unmeasured }) => unmeasured === 'tree-changed' || unmeasured === 'outside-changed'))
    return true;
  const critical = criticalAlerts(state, iteration).length > 0;
  const completes = !isImproving(state) && allHold(iteration.verdicts ?? []) && iteration.lost !== null;
  return critical && !completes;
}

/** The approver looked at that iteration: nobody has reviewed earlier ones that were held back for the same reason. */
function withoutLaterApprovals(state: LoopState, n: number): LoopState {
  const approvals = answersIn(state).filter(({ word }) => word === 'approve');
  const later = approvals.filter(({ iteration }) => iteration > n).flatMap(({ about }) => about);
  const before = approvals.filter(({ iteration }) => iteration <= n).flatMap(({ about }) => about);
  return { ...state, approved: state.approved.filter((id) => before.includes(id) || !later.includes(id)) };
}

function isBetter(state: LoopState, candidate: IterationState, best: IterationState): boolean {
  // The baseline did not do the task, the checks cannot tell, and a person asked for each iteration after the first.
  if (shownBy(state) !== 'checks' && allHold(candidate.verdicts ?? []) && !isNoop(candidate)) {
    const shown = Number(showsDone(state, candidate)) - Number(allHold(best.verdicts ?? []) && showsDone(state, best));
    return shown >= 0;
  }
  const verified = Number(allHold(candidate.verdicts ?? [])) - Number(allHold(best.verdicts ?? []));
  if (verified !== 0) return verified > 0;
  const [worth, top] = [worthOf(state, candidate) ?? LEAST, worthOf(state, best) ?? LEAST];
  if (worth !== top) return worth > top;
  const more = countPassing(candidate) - countPassing(best) || comparePassing(candidate, best);
  return more > 0 || (more === 0 && state.settings.rules.lateTies);
}

/** Of two that are worth the same, the one that meets more of the criteria. */
function countPassing({ verdicts }: IterationState): number {
  return (verdicts ?? []).filter(({ outcome }) => outcome === 'pass').length;
}

/** An incomplete run has no rate to compare, so this compares the tests that passed. */
function comparePassing(candidate: IterationState, best: IterationState): number {
  const [one, other] = [candidate.metrics, best.metrics];
  if (!one || !other || !(isPartial(one) || isPartial(other))) return 0;
  return (one.tests?.passed ?? 0) - (other.tests?.passed ?? 0);
}

/** Unknown is worse than any known value. */
const LEAST = Number.NEGATIVE_INFINITY;
