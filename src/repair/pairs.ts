import type { Candidate } from './model.ts';

const MAX_FIRST = 12;
const MAX_SECOND = 60;

/**
 * Every single change, and when they are exhausted two at once: first those of which one alone already turned the failure
 * into another one.
 */
export function* singlesThenPairs(
  candidates: readonly Candidate[],
  moved: ReadonlySet<Candidate>,
): Iterable<readonly Candidate[]> {
  for (const candidate of candidates) yield [candidate];
  const firsts = [...moved].sort((a, b) => b.priority - a.priority).slice(0, MAX_FIRST);
  const seconds = [...new Set([...firsts, ...candidates.slice(0, MAX_SECOND)])];
  for (const first of firsts) {
    for (const second of seconds) {
      if (second !== first && !touches(first, second)) yield [first, second];
    }
  }
}

/** Two changes of the same place are one change. */
function touches(a: Candidate, b: Candidate): boolean {
  return (
    a.path === b.path &&
    a.edits.some((one) => b.edits.some((other) => one.start <= other.end && other.start <= one.end))
  );
}
