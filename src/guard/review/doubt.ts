import type { TreeComparison } from '../align/compare.ts';
import type { Hit } from '../finding/types.ts';
import { isOnlyRemoved, isReworked, type Side } from './turnover.ts';

/** A sentence. Empty if the finding already says it, null if there is no doubt. */
export type Doubt = (path: string, hit: Hit, comparison: TreeComparison) => string | null;

/** The first doubt that applies. */
export const firstDoubt =
  (...all: Doubt[]): Doubt =>
  (path, hit, comparison) => {
    for (const doubt of all) {
      const why = doubt(path, hit, comparison);
      if (why !== null) return why;
    }
    return null;
  };

/** The change does not show if it is honest, and in people's work it usually is. */
export function alwaysDoubt(why: string): Doubt {
  const doubt: Doubt = () => why;
  unconditionalDoubts.add(doubt);
  return doubt;
}

const unconditionalDoubts = new WeakSet<Doubt>();

export const isUnconditional = (doubt: Doubt | undefined): boolean =>
  doubt !== undefined && unconditionalDoubts.has(doubt);

export const doubtIfReplaced =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isOnlyRemoved(path, side, comparison)
      ? null
      : 'But something was written in the same change that may stand for it.';

/** A check disabled while much around it is rewritten usually takes another form. Disabling one on purpose is a small edit. */
export const doubtIfReworked =
  (side: Side): Doubt =>
  (path, _, comparison) =>
    isReworked(path, side, comparison) ? 'But much around it was rewritten, and may check it in another form.' : null;

/** The doubt that the pattern itself reported. */
export const doubtOfPattern: Doubt = (_, { doubt }) => doubt ?? null;

export const doubtIfNew: Doubt = (_, { isNew }) =>
  isNew === true ? 'But nothing that existed before was weakened.' : null;

export const doubtIfSourceChanged: Doubt = (_, __, { sourceChanged }) =>
  sourceChanged ? 'But the source changed too.' : null;
