import { metricSignature } from '../recovery/signatures.ts';
import { type IterationState, isNoop } from '../state/state.ts';
import { stopAs } from './endings.ts';
import type { Rule, RuleEvidence } from './rule.ts';

/**
 * The tree, or what was measured of it, came back with something else in between: going round, not up. One return of
 * the tree is only reported to the agent (progress.ts): on recorded runs four solutions of 87 came after a first return,
 * none after the same tree had come back twice.
 */
export const cycling: Rule = {
  name: 'cycling',
  judge(evidence) {
    const { current, state, window } = evidence;
    if (isRecord(evidence)) return null;
    const { cycleAfter } = state.settings.rules;
    const returns = treeReturns(evidence);
    const late = current.n > cycleAfter;
    if (returns >= 2 || (returns === 1 && late)) {
      const times = returns === 1 ? 'once' : `${returns} times`;
      return stopAs(evidence, 'cycling', `the tree of iteration ${current.n} has come back ${times}`, 0.9);
    }
    const earlier = late ? returnOf(window, state.settings.rules.cycleWindow, metricSignature) : null;
    if (!earlier) return null;
    const reason = `tests, pass rate, coverage and errors are those of iteration ${earlier.n} again, after iteration ${cycleAfter}`;
    return stopAs(evidence, 'cycling', reason, 0.8);
  },
};

/** How often this very tree has come back, the current time included. */
function treeReturns({ current, window, state }: RuleEvidence): number {
  const { cycleWindow } = state.settings.rules;
  const tree = treeOf(current);
  if (!returnOf(window, cycleWindow, treeOf)) return 0;
  return window.filter(
    (iteration, index) => treeOf(iteration) === tree && returnOf(window.slice(0, index + 1), cycleWindow, treeOf),
  ).length;
}

/** It scored higher than everything before it. */
function isRecord({ state, current }: RuleEvidence): boolean {
  return state.iterations.every(({ n, score }) => n >= current.n || (score ?? -1) < (current.score ?? -1));
}

const treeOf = ({ snapshot }: IterationState) => snapshot?.tree ?? null;

/** The earlier iteration that the last one equals, if another state lies between them. */
function returnOf(
  upTo: readonly IterationState[],
  size: number,
  key: (iteration: IterationState) => string | null,
): IterationState | null {
  const last = upTo.at(-1);
  const lastKey = last && key(last);
  if (!last || !lastKey || isNoop(last)) return null;
  const earlier = upTo.slice(-1 - size, -1);
  const match = earlier.findLastIndex((iteration) => key(iteration) === lastKey);
  return match >= 0 && match < earlier.length - 1 ? (earlier[match] ?? null) : null;
}
