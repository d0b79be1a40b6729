import type { Comparison } from '../compare.ts';
import { isTakenAway, isWorkedOver, type Side } from '../taken-away.ts';
import type { Hit } from '../types.ts';

/** A sentence; empty where the finding says it already, null where there is no doubt. */
export type Doubt = (path: string, hit: Hit, comparison: Comparison) => string | null;

/** The first doubt that holds. */
export const either =
  (...all: Doubt[]): Doubt =>
  (path, hit, comparison) => {
    for (const doubt of all) {
      const why = doubt(path, hit, comparison);
      if (why !== null) return why;
    }
    return null;
  };

/** Nothing in the change tells the honest case from the other, and in people's work the honest one is the rule. */
export function always(why: string): Doubt {
  const doubt: Doubt = () => why;
  certain.add(doubt);
  return doubt;
}

const certain = new WeakSet<Doubt>();

export const isAlways = (doubt: Doubt | undefined): boolean => doubt !== undefined && certain.has(doubt);

export const unlessTakenAway =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isTakenAway(path, side, comparison) ? null : 'But something was written in the same change that may stand for it.';

/** A check that is held back in passing, while much is written around it, mostly goes over to another form; one that is meant is a small edit. */
export const unlessWorkedOver =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isWorkedOver(path, side, comparison)
      ? 'But much was written around it, where it may be checked in another form.'
      : null;

/** What the pattern that found it says itself. */
export const unlessDoubted: Doubt = (_, { doubt }) => doubt ?? null;

export const unlessNew: Doubt = (_, { isNew }) => (isNew === true ? 'But nothing that stood there lost by it.' : null);

export const unlessSourceChanged: Doubt = (_, __, { sourceChanged }) =>
  sourceChanged ? 'But the source changed with it.' : null;
