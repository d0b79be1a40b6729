import type { Verdict } from '../core/verdict.ts';

/** The part of a verdict that is decided; the rest says what happened. */
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
