import type { Decision } from '../state/decision.ts';
import type { IterationState, LoopState } from '../state/state.ts';

export interface RuleEvidence {
  state: LoopState;
  /** The iteration under judgement, verified and scored. */
  current: IterationState;
  /** The best iteration, the current one included. */
  best: number;
  /** The iterations that repetition rules may count, oldest first, the current one last. */
  window: readonly IterationState[];
}

/** What a rule decides, with its reason; the judge adds the rule's name. */
export type Ruling = Omit<Decision, 'rule' | 'ending' | 'recovery'> & Partial<Pick<Decision, 'ending' | 'recovery'>>;

/** Enough iterations have been made for a loop to end because it gains too little. */
export function mayStop({ current, state }: RuleEvidence): boolean {
  return current.n >= state.settings.rules.minIterations;
}

/** One decision rule a file. Pure: null means that it has nothing to say. */
export interface Rule {
  name: string;
  /** Cannot be switched off by `rules.off`: without it the loop would not end or not be honest. */
  essential?: boolean;
  judge(evidence: RuleEvidence): Ruling | null;
}
