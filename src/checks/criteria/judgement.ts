import type { Verdict } from '../../core/criteria/verdict.ts';

/** The decision in a verdict; the other fields describe the run. */
export type Judgement = Pick<Verdict, 'outcome' | 'reason' | 'unmeasured'>;

export function pass(reason: string): Judgement {
  return { outcome: 'pass', reason, unmeasured: null };
}

export function fail(reason: string): Judgement {
  return { outcome: 'fail', reason, unmeasured: null };
}

export function unmeasured(why: NonNullable<Verdict['unmeasured']>, reason: string): Judgement {
  return { outcome: 'unmeasured', reason, unmeasured: why };
}
