import type { Diagnosis, StrategyName } from '../state/recovery.ts';
import type { LoopState, Recovery } from '../state/state.ts';

/** One way to go on differently after a diagnosis. */
export interface RecoveryStrategy {
  /** Where the retry starts: from the best iteration, or from where the loop stands. */
  from: 'best' | 'here';
  /** What is different now, for the record. */
  changes: string;
  /** What the next prompt demands. */
  instruct(recovery: Recovery): string;
  /** Not every loop has what it takes. */
  available?(state: LoopState): boolean;
}

export const strategies: Record<StrategyName, RecoveryStrategy> = {
  'smaller-step': {
    from: 'best',
    changes: 'back to the best iteration; one small change at a time',
    instruct: ({ rootCause }) =>
      `The last attempt was undone: ${rootCause}. Start from the files as they are now. Make one small change that addresses one failure, run the checks that passed before, and stop there if they still pass. Do not repeat the change that was undone.`,
  },
  'narrower-scope': {
    from: 'best',
    changes: 'back to the best iteration; the scope is one failing check',
    instruct: ({ rootCause }) =>
      `Earlier attempts touched too much: ${rootCause}. Choose one failing test or error, find the one function that is responsible, and change nothing outside of it.`,
  },
  'different-approach': {
    from: 'here',
    changes: 'a fundamentally different approach',
    instruct: ({ rootCause }) =>
      `What was tried so far does not work: ${rootCause}. Do not refine it. Write down in one sentence what every earlier attempt assumed, doubt it, and take a fundamentally different approach: another place in the code, another cause, another algorithm.`,
  },
  'fresh-start': {
    from: 'best',
    changes: 'back to the best iteration; the prompt omits earlier attempts',
    instruct: () =>
      'Forget how this was attempted before. Read the failing checks and the code they reach from the beginning, reproduce the failure by the shortest means, find its cause, and only then change something.',
  },
  'another-agent': {
    from: 'best',
    changes: 'back to the best iteration; another agent takes over',
    instruct: ({ rootCause }) =>
      `Another agent worked on this and did not get further: ${rootCause}. You start from its best result.`,
    available: (state) => state.agents.filter(({ out }) => out === null).length > 1,
  },
};

/** Which strategies suit which cause, the likeliest first. */
export const suited: Record<Diagnosis['kind'], readonly StrategyName[]> = {
  flaky: ['smaller-step', 'narrower-scope'],
  'lost-tests': ['smaller-step', 'different-approach', 'fresh-start', 'another-agent'],
  guarded: ['smaller-step', 'different-approach', 'fresh-start', 'another-agent'],
  'broke-tests': ['smaller-step', 'narrower-scope', 'different-approach', 'another-agent', 'fresh-start'],
  unmeasurable: ['smaller-step', 'fresh-start', 'another-agent'],
  worse: ['smaller-step', 'different-approach', 'another-agent', 'fresh-start'],
  'same-error': ['different-approach', 'fresh-start', 'another-agent', 'narrower-scope'],
  'going-round': ['different-approach', 'fresh-start', 'another-agent'],
  'same-tree': ['different-approach', 'fresh-start', 'another-agent'],
  'standing-still': ['different-approach', 'narrower-scope', 'another-agent', 'fresh-start'],
};
