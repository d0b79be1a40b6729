import { attemptsSinceSuccess } from '../recovery/attempts.ts';
import { metricSignature } from '../recovery/signatures.ts';
import { type IterationState, isNoop } from '../state/state.ts';
import { stopAs } from './endings.ts';
import type { Rule, RuleEvidence } from './rule.ts';

/**
 * The tree, or what was measured of it, came back with something else in between: going round, not up. A tree that comes
 * back calls for a recovery; if it comes back again after that, or after iteration `cycleAfter`, the loop ends. While no
 * test passes, nothing shows which tree is nearer, so there the first return is only reported to the agent
 * (progress/context.ts): on recorded runs all three solutions that came after a first return were such.
 */
export const cycling: Rule = {
  name: 'cycling',
  judge(evidence) {
    const { current, state, window } = evidence;
    if (isRecord(evidence)) return null;
    const { cycleAfter, cycleWindow } = state.settings.rules;
    const late = current.n > cycleAfter;
    const cycle = cycleOf(window, cycleWindow, treeOf);
    if (cycle) {
      const returns = treeReturns(evidence);
      const times = returns === 1 ? 'once' : `${returns} times`;
      const reason = `the tree of iteration ${cycle[0]} has come back ${times} (${path(cycle)})`;
      const tried = !state.settings.recovery.enabled || hasRecovered(evidence);
      if (late || (returns >= 2 && tried)) {
        const after = hasRecovered(evidence) ? ', also after a recovery' : '';
        return stopAs(evidence, 'cycling', `${reason}${after}`, 0.9);
      }
      if (tried || (returns === 1 && !passesAnything(current))) return null;
      return { action: 'continue', reason, confidence: 0.8, recovery: 'cycling' };
    }
    const measured = late ? cycleOf(window, cycleWindow, metricSignature) : null;
    if (!measured) return null;
    const reason = `tests, pass rate, coverage and errors are those of iteration ${measured[0]} again, after iteration ${cycleAfter} (${path(measured)})`;
    return stopAs(evidence, 'cycling', reason, 0.8);
  },
};

function hasRecovered({ state }: RuleEvidence): boolean {
  return attemptsSinceSuccess(state).some(({ trigger }) => trigger === 'cycling');
}

/** Where tests could not be counted, that is not known to be none. */
function passesAnything({ metrics }: IterationState): boolean {
  return metrics?.tests?.passed !== 0;
}

/** How often this very tree has come back, the current time included. */
function treeReturns({ current, window, state }: RuleEvidence): number {
  const { cycleWindow } = state.settings.rules;
  const tree = treeOf(current);
  return window.filter(
    (iteration, index) => treeOf(iteration) === tree && cycleOf(window.slice(0, index + 1), cycleWindow, treeOf),
  ).length;
}

/** It scored higher than everything before it. */
function isRecord({ state, current }: RuleEvidence): boolean {
  return state.iterations.every(({ n, score }) => n >= current.n || (score ?? -1) < (current.score ?? -1));
}

const treeOf = ({ snapshot }: IterationState) => snapshot?.tree ?? null;

/**
 * The way from the earlier state that the last iteration equals back to it, each state named by the iteration that had it
 * first; null if there is none, or no other state lies between them.
 */
function cycleOf(
  upTo: readonly IterationState[],
  size: number,
  key: (iteration: IterationState) => string | null,
): number[] | null {
  const last = upTo.at(-1);
  const lastKey = last && key(last);
  if (!last || !lastKey || isNoop(last)) return null;
  const earlier = upTo.slice(-1 - size, -1);
  const match = earlier.findLastIndex((iteration) => key(iteration) === lastKey);
  if (match < 0 || match === earlier.length - 1) return null;
  const round = upTo.slice(upTo.length - 1 - earlier.length + match);
  return round
    .map((one) => upTo.find((other) => key(other) === key(one))?.n ?? one.n)
    .filter((n, at, all) => n !== all[at - 1]);
}

const path = (cycle: readonly number[]) => cycle.map((n) => `#${n}`).join(' → ');
