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

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
