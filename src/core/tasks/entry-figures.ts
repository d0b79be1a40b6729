import { totalUsage } from '../agents/usage.ts';
import { lossesIn } from '../findings/losses.ts';
import { raisedIn } from '../findings/raised.ts';
import { isOptimising, objectiveOf, worthOf } from '../selection/goal.ts';
import { type IterationState, type LoopState, launches, netChangesIn } from '../state/state.ts';
import type { EntryFigures } from './entry.ts';

/** What the judge knows of the best iteration of a loop, and what it took. */
export function entryFigures(state: LoopState): EntryFigures {
  const best = state.iterations[state.best ?? 0];
  const verdicts = best?.verdicts ?? [];
  const changes = best && best.n > 0 ? netChangesIn(best) : null;
  const { heldOut = null, mutants = null } = best ?? {};
  return {
    checks: { passed: verdicts.filter(({ outcome }) => outcome === 'pass').length, of: state.criteria.length },
    heldOut: heldOut && { passed: heldOut.passed, of: heldOut.of },
    mutants:
      mutants && mutants.problem === undefined
        ? { noticed: mutants.counts.killed, of: mutants.counts.killed + mutants.counts.survived }
        : null,
    warnings: warningsIn(state, best?.n ?? 0),
    objective: best ? objectiveIn(state, best) : null,
    score: best?.score ?? null,
    size: changes && { files: changes.files, lines: changes.insertions + changes.deletions },
    agentRuns: launches(state),
    costUsd: totalUsage(state).costUsd,
    activeMs: state.activeMs,
  };
}

const MAX_WARNINGS = 20;

/** What the kept tree has and no person has approved or called false. */
function warningsIn(state: LoopState, best: number): string[] {
  return lossesIn(raisedIn(state))
    .filter(({ main }) => main.iterations.includes(best) && !main.marked && !main.approved && main.severity !== 'low')
    .slice(0, MAX_WARNINGS)
    .map(({ main }) => main.text);
}

function objectiveIn(state: LoopState, best: IterationState): EntryFigures['objective'] {
  const [value, worth] = isOptimising(state) ? [objectiveOf(best), worthOf(state, best)] : [null, null];
  return value === null || worth === null ? null : { value, worth };
}
