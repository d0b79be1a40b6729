import type { Memory } from './memory.ts';
import type { Candidate } from './model/model.ts';

/** What a search tried, for people. */
export interface Attempts {
  /** Nothing is left to try. */
  exhausted: boolean;
  /** `tried 214 changes in 12 places of 3 files (98 identifier, …)`. */
  summary: string;
  /** Single changes that were not looked at; pairs come after them. */
  left: number;
  /** What fixed failing tests when the time was up, before the other tests had run; in words. */
  unverified: string | null;
}

/** Counts tries by kind; earlier iterations are in the memory. */
export function countAttempts(memory: Memory, candidates: number) {
  const before = memory.triedCount();
  const kinds = new Map<string, number>();
  let drawn = 0;
  return {
    /** Passes the candidates on, one at a time. */
    *drawnFrom(all: readonly Candidate[]): Iterable<Candidate> {
      for (const candidate of all) {
        drawn += 1;
        yield candidate;
      }
    },
    count(candidate: readonly Candidate[]): void {
      const kind = candidate.length > 1 ? 'two at once' : (candidate[0]?.operator ?? 'none');
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    },
    left: () => candidates - drawn,
    /** In words, if most of the single changes cannot be tried in this time; null if they can, or if it is too early to say. */
    outlook: (tried: number, elapsedMs: number, leftMs: number) =>
      outlookText(candidates - drawn, tried / elapsedMs, leftMs),
    summary(): string {
      const places = memory.triedPlaces();
      const files = new Set(places.map((place) => place.slice(0, place.lastIndexOf(':'))));
      const earlier = before > 0 ? `, after ${before} in earlier iterations,` : '';
      const where = `in ${counted(places.length, 'place')} of ${counted(files.size, 'file')}`;
      const parts = [...kinds].sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${count} ${kind}`);
      const tried = counted(memory.triedCount() - before, 'change');
      return `tried ${tried}${earlier} ${where}${parts.length > 0 ? ` (${parts.join(', ')})` : ''}`;
    },
  };
}

/** Before so many tries the rate says little. */
export const ENOUGH_TRIES = 20;

function outlookText(left: number, perMs: number, leftMs: number): string | null {
  const within = Math.floor(perMs * leftMs);
  if (left <= within * 2) return null;
  const rate = perMs * 1000;
  return `this search will not finish in its time: ${left} changes are left, ${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} a second are tried, so about ${within} more; the likeliest come first. A faster test command or repair.budgetSeconds gets further`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
