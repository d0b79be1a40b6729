import { diffArrays } from 'diff/lib/diff/array.js';

/** One line of a comparison, with its number on the side or sides where it is. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  before: number | null;
  after: number | null;
}

/** The time grows with its square: this many take a browser a few tenths of a second. */
const MOST_CHANGES = 2000;

/**
 * Line by line, with as few changed lines as there can be, and what went before what came. Where the sides differ too
 * much for that, all between their common beginning and end is told as replaced.
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

/** Changed lines with a few around them; a gap between two hunks is null. */
export function hunks(lines: readonly DiffLine[], around = 3): (DiffLine | null)[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    for (let at = index - around; at <= index + around; at++) near.add(at);
  });
  const shown: (DiffLine | null)[] = [];
  lines.forEach((line, index) => {
    if (near.has(index)) shown.push(line);
    else if (shown.length > 0 && shown.at(-1) !== null) shown.push(null);
  });
  return shown.at(-1) === null ? shown.slice(0, -1) : shown;
}
