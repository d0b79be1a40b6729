import { isPart, testsOf } from '../criteria/counted-tests.ts';
import { isAsking } from '../gates/gate.ts';
import type { TestCounts } from '../metrics/test-counts.ts';
import { currentIteration, type IterationState, type LoopState } from '../state/state.ts';
import { heldOutText, mayLackTests } from '../verification/held-out.ts';
import { remedyOf } from './remedy-of.ts';
import { judgedIterations } from './trajectory.ts';

/** What `jumar status` shows of a loop beside its summary. Its size does not depend on how many iterations there were. */
export interface Overview {
  phase: Phase;
  /** The last judged iteration. */
  last: { n: number; tests: TestsMoved | null; reason: string } | null;
  heldOut: HeldOutNow | null;
  remedy: string | null;
  /** Of an open gate. */
  question: string | null;
  timeoutMinutes: number;
}

export type Phase =
  | { kind: 'asks' }
  | { kind: 'waits'; agent: string; until: number }
  | { kind: 'baseline' | 'agent' | 'snapshot' | 'checks' | 'judged'; iteration: number };

/** How many tests pass, and how many passed in the iteration it started from if the two can be compared. */
export interface TestsMoved extends TestCounts {
  before: number | null;
  /** The run ended before all tests were counted. */
  partial: boolean;
}

/** What is held out, and whether the working tree lacks it now. */
export interface HeldOutNow {
  text: string;
  mayLack: boolean;
}

export function overviewOf(state: LoopState): Overview {
  const last = judgedIterations(state).at(-1);
  return {
    phase: phaseOf(state),
    last: last ? { n: last.n, tests: testsMoved(last, state), reason: last.decision.reason } : null,
    heldOut: heldOutNow(state),
    remedy: remedyOf(state),
    question: state.gate?.question ?? null,
    timeoutMinutes: state.settings.limits.timeoutMinutes,
  };
}

export function testsMoved(iteration: IterationState, state: LoopState): TestsMoved | null {
  const now = testsOf(iteration.verdicts);
  if (!now) return null;
  const parent = iteration.parent === null ? null : (state.iterations[iteration.parent]?.verdicts ?? null);
  const partial = isPart(iteration.verdicts);
  const isComparable = !partial && !isPart(parent);
  return { ...now, before: isComparable ? (testsOf(parent)?.passed ?? null) : null, partial };
}

/** Null if nothing is to be held out. */
export function heldOutNow(state: LoopState): HeldOutNow | null {
  const text = heldOutText(state);
  return text === null ? null : { text, mayLack: mayLackTests(state) };
}

function phaseOf(state: LoopState): Phase {
  if (isAsking(state)) return { kind: 'asks' };
  if (state.waiting) return { kind: 'waits', agent: state.waiting.agent, until: state.waiting.until };
  const current = currentIteration(state);
  if (!current) return { kind: 'baseline', iteration: 0 };
  const iteration = current.n;
  if (current.run !== null && !current.agent) return { kind: 'agent', iteration };
  if (!current.snapshot) return { kind: 'snapshot', iteration };
  return { kind: current.verdicts ? 'judged' : 'checks', iteration };
}
