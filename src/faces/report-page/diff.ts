import { diffArrays } from 'diff/lib/diff/array.js';

/** One line of a comparison, with its line number before and after. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  before: number | null;
  after: number | null;
}

/** Quadratic time: this many take a browser a few tenths of a second. */
const MOST_CHANGES = 2000;

/**
 * A minimal line diff, removals before additions. If the texts differ too much, everything between their common start
 * and end counts as replaced.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const [old, fresh] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const changes = diffArrays(old, fresh, { maxEditLength: MOST_CHANGES }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  const same = (value: readonly string[]) => ({ value, removed: false, added: false });
  return numbered([same(before.slice(0, head)), ...changes, same(before.slice(before.length - tail))]);
}

function numbered(changes: readonly { value: readonly string[]; removed: boolean; added: boolean }[]): DiffLine[] {
  let [before, after] = [0, 0];
  return changes.flatMap(({ value, removed, added }) =>
    value.map((text): DiffLine => {
      if (removed) return { kind: 'removed', text, before: ++before, after: null };
      if (added) return { kind: 'added', text, before: null, after: ++after };
      return { kind: 'same', text, before: ++before, after: ++after };
    }),
  );
}

/** Changed lines with context; null is a gap between two hunks. */
export function hunks(lines: readonly DiffLine[], around = 3): (DiffLine | null)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  });
  const rows: (DiffLine | null)[] = [];
  lines.forEach((line, index) => {
    if (near.has(index)) rows.push(line);
    else if (rows.length > 0 && rows.at(-1) !== null) rows.push(null);
  });
  return rows.at(-1) === null ? rows.slice(0, -1) : rows;
}
