import type { EntryFigures } from './entry.ts';

export interface Contender {
  name: string;
  /** How its loop ended; only `completed` can be kept. */
  ending: string;
  reason: string;
  figures: EntryFigures;
}

export interface BakeOffDecision {
  /** Null: none completed. */
  winner: string | null;
  /** What set the winner apart from the last one beside it. */
  reason: string;
  /** Why each other was not kept, by name. */
  reasons: Record<string, string>;
}

/**
 * What counts, in this order. Each round keeps all that are as good as its best, within what is no difference, and leaves out the others; a
 * figure that one has and another has not says nothing of either.
 */
const ROUNDS: readonly {
  what: string;
  /** Lower is better. */
  of(figures: EntryFigures): number | null;
  isSame(value: number, best: number): boolean;
  words(value: number): string;
}[] = [
  {
    what: 'warnings of the judge',
    of: ({ warnings }) => warnings.length,
    isSame: (value, best) => value === best,
    words: (value) => `${value} ${value === 1 ? 'warning' : 'warnings'} of the judge`,
  },
  {
    what: 'faults that its tests miss',
    of: ({ mutants }) => (mutants && mutants.of > 0 ? 1 - mutants.noticed / mutants.of : null),
    isSame: (value, best) => value - best <= 0.1,
    words: (value) => `tests that miss ${Math.round(value * 100)} % of small faults in the change`,
  },
  {
    what: 'objective',
    of: ({ objective }) => (objective ? -objective.worth : null),
    isSame: (value, best) => value === best,
    words: (value) => `an objective of ${Math.abs(value)}`,
  },
  {
    what: 'score',
    of: ({ score }) => (score === null ? null : -score),
    isSame: (value, best) => value - best <= 0.01,
    words: (value) => `a score of ${(-value).toFixed(2)}`,
  },
  {
    what: 'size of the change',
    of: ({ size }) => size?.lines ?? null,
    isSame: (value, best) => value <= best * 1.25 + 5,
    words: (value) => `${value} changed ${value === 1 ? 'line' : 'lines'}`,
  },
  {
    what: 'cost',
    of: ({ costUsd }) => costUsd,
    isSame: (value, best) => value <= best * 1.1 + 0.005,
    words: (value) => `a cost of $${value.toFixed(2)}`,
  },
  {
    what: 'time',
    of: ({ activeMs }) => activeMs,
    isSame: (value, best) => value <= best,
    words: (value) => `${(value / 1000).toFixed(1)} s`,
  },
];

/** Which of several judged changes is kept, and why. An agent that cheats does not complete, so it cannot be. */
export function decideBakeOff(contenders: readonly Contender[]): BakeOffDecision {
  const reasons: Record<string, string> = {};
  let left = contenders.filter(({ ending }) => ending === 'completed');
  for (const { name, ending, reason } of contenders)
    if (ending !== 'completed') reasons[name] = `not completed (${ending}): ${reason}`;
  if (left.length === 0) return { winner: null, reason: `none of ${contenders.length} completed`, reasons };
  let why = contenders.length > 1 && left.length === 1 ? 'the only one that completed' : '';
  for (const { what, of, isSame, words } of ROUNDS) {
    const known = left.flatMap((one) => {
      const value = of(one.figures);
      return value === null ? [] : [{ one, value }];
    });
    const best = Math.min(...known.map(({ value }) => value));
    const top = known.find(({ value }) => value === best)?.one.name;
    const worse = known.filter(({ value }) => !isSame(value, best));
    for (const { one, value } of worse) reasons[one.name] = `${words(value)}; ${top}: ${words(best)}`;
    if (worse.length > 0) why = `${what}: ${words(best)}`;
    left = left.filter((one) => !worse.some((other) => other.one === one));
  }
  const [winner, ...same] = left as [Contender, ...Contender[]];
  for (const { name } of same) reasons[name] = `no better than ${winner.name}, which was named before`;
  return { winner: winner.name, reason: why === '' ? 'named first, of equals' : why, reasons };
}
