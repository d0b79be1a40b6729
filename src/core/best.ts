import { answersIn, isRefused } from './answers.ts';
import { blockersOf } from './blockers.ts';
import { isImproving, worthOf } from './goal.ts';
import { standingAlerts } from './marks.ts';
import { isPartial } from './metrics.ts';
import type { IterationState, LoopState } from './state.ts';
import { allHold } from './verdict.ts';

/**
 * The iteration whose output would be kept if the loop ended now: verified first, then the highest score (or
 * objective), then the most criteria met, then, of runs that were not whole, the most tests seen to pass, then the
 * earliest. One that lost what the baseline had, or broke it without a person's word on that very iteration or one before
 * it, is no candidate. What a person made by hand is the new ground: nothing from before it is ever put in its place.
 */
export function bestOf(state: LoopState): number {
  let best: IterationState | undefined;
  const ground = state.iterations.findLast((iteration) => iteration.byHand)?.n ?? 0;
  for (const candidate of state.iterations.slice(ground)) {
    if (!candidate.snapshot || !candidate.verdicts || isFlawed(state, candidate)) continue;
    if (!best || isBetter(state, candidate, best)) best = candidate;
  }
  if (!best) throw new Error('no iteration has been verified yet');
  return best.n;
}

/**
 * Whatever calls for a rollback by itself, so that nothing is ever rolled back to itself. A test that an earlier iteration
 * had added may go where that completes the loop: the baseline has lost nothing.
 */
function isFlawed(state: LoopState, iteration: IterationState): boolean {
  if (iteration.n === 0 || iteration.byHand) return false;
  if (isRefused(state, iteration.n)) return true;
  const blockers = blockersOf(withoutLaterApprovals(state, iteration.n), iteration);
  if (iteration.setupFailed || iteration.bestHolds === false || blockers.length > 0) return true;
  const critical = standingAlerts(state, iteration).some(({ severity }) => severity === 'critical');
  const completes = !isImproving(state) && allHold(iteration.verdicts ?? []) && iteration.lost !== null;
  return critical && !completes;
}

/** Whoever approves a change has looked at that one: what was held back for the same before, nobody has seen. */
function withoutLaterApprovals(state: LoopState, n: number): LoopState {
  const given = answersIn(state).filter(({ word }) => word === 'approve');
  const later = given.filter(({ iteration }) => iteration > n).flatMap(({ about }) => about);
  const before = given.filter(({ iteration }) => iteration <= n).flatMap(({ about }) => about);
  return { ...state, approved: state.approved.filter((id) => before.includes(id) || !later.includes(id)) };
}

function isBetter(state: LoopState, candidate: IterationState, best: IterationState): boolean {
  const verified = Number(allHold(candidate.verdicts ?? [])) - Number(allHold(best.verdicts ?? []));
  if (verified !== 0) return verified > 0;
  const [worth, top] = [worthOf(state, candidate) ?? LEAST, worthOf(state, best) ?? LEAST];
  if (worth !== top) return worth > top;
  const more = held(candidate) - held(best) || seenPassing(candidate, best);
  return more > 0 || (more === 0 && state.settings.rules.lateTies);
}

/** Of two that are worth the same, the one that meets more of the criteria. */
function held({ verdicts }: IterationState): number {
  return (verdicts ?? []).filter(({ outcome }) => outcome === 'pass').length;
}

/** Where a run was not whole there is no rate to compare, but what was seen to pass passes. */
function seenPassing(candidate: IterationState, best: IterationState): number {
  const [one, other] = [candidate.metrics, best.metrics];
  if (!one || !other || !(isPartial(one) || isPartial(other))) return 0;
  return (one.tests?.passed ?? 0) - (other.tests?.passed ?? 0);
}

/** Unknown is worse than whatever is known. */
const LEAST = Number.NEGATIVE_INFINITY;
