import { diffArrays } from 'diff';

/** Quadratic time: what differs by more is counted as written as a whole. */
const MOST_CHANGES = 2000;

/** The numbers of the lines that are not in the earlier text; another indentation is no change. */
export function changedLines(before: string | null, after: string): Set<number> {
  const lines = trimmed(after);
  const changes = before === null ? undefined : diffArrays(trimmed(before), lines, { maxEditLength: MOST_CHANGES });
  if (!changes) return new Set(lines.map((_, index) => index + 1));
  const changed = new Set<number>();
  let line = 0;
  for (const { value, added, removed } of changes) {
    if (removed) continue;
    for (const _ of value) {
      line += 1;
      if (added) changed.add(line);
    }
  }
  return changed;
}

const trimmed = (text: string) => text.split('\n').map((line) => line.trim());
