/** One line of a comparison, with its number on the side or sides where it is. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  before: number | null;
  after: number | null;
}

/**
 * Line by line, after the manner of patience diff: lines that occur once on both sides hold the rest in place. Where there
 * are none, short stretches get a longest common subsequence and long ones are told as replaced.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const same = (i: number, j: number) =>
    lines.push({ kind: 'same', text: before[i] ?? '', before: i + 1, after: j + 1 });
  const removed = (i: number) => lines.push({ kind: 'removed', text: before[i] ?? '', before: i + 1, after: null });
  const added = (j: number) => lines.push({ kind: 'added', text: after[j] ?? '', before: null, after: j + 1 });

  const compare = (a: number, aEnd: number, b: number, bEnd: number): void => {
    while (a < aEnd && b < bEnd && before[a] === after[b]) same(a++, b++);
    let tail = 0;
    while (aEnd - tail > a && bEnd - tail > b && before[aEnd - tail - 1] === after[bEnd - tail - 1]) tail++;
    const [aStop, bStop] = [aEnd - tail, bEnd - tail];
    if (a < aStop && b < bStop) {
      const pairs = anchors(before, after, { a, aStop, b, bStop });
      if (pairs.length > 0) {
        let [i, j] = [a, b];
        for (const [x, y] of pairs) {
          compare(i, x, j, y);
          same(x, y);
          [i, j] = [x + 1, y + 1];
        }
        compare(i, aStop, j, bStop);
      } else {
        for (let i = a; i < aStop; i++) removed(i);
        for (let j = b; j < bStop; j++) added(j);
      }
    } else {
      for (let i = a; i < aStop; i++) removed(i);
      for (let j = b; j < bStop; j++) added(j);
    }
    for (let k = tail; k > 0; k--) same(aEnd - k, bEnd - k);
  };
  compare(0, before.length, 0, after.length);
  return lines;
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

interface Stretch {
  a: number;
  aStop: number;
  b: number;
  bStop: number;
}

type Pair = [before: number, after: number];

const SHORT = 400_000;

function anchors(before: readonly string[], after: readonly string[], stretch: Stretch): Pair[] {
  const unique = increasing(uniquePairs(before, after, stretch));
  const { a, aStop, b, bStop } = stretch;
  if (unique.length > 0 || (aStop - a) * (bStop - b) > SHORT) return unique;
  return commonSubsequence(before, after, stretch);
}

function uniquePairs(before: readonly string[], after: readonly string[], { a, aStop, b, bStop }: Stretch): Pair[] {
  const seen = new Map<string, { i: number; j: number; left: number; right: number }>();
  for (let i = a; i < aStop; i++) {
    const known = seen.get(before[i] ?? '');
    if (known) known.left++;
    else seen.set(before[i] ?? '', { i, j: -1, left: 1, right: 0 });
  }
  for (let j = b; j < bStop; j++) {
    const known = seen.get(after[j] ?? '');
    if (known) {
      known.right++;
      known.j = j;
    }
  }
  return [...seen.values()].filter(({ left, right }) => left === 1 && right === 1).map(({ i, j }) => [i, j]);
}

/** The longest run of pairs that goes forward on both sides. They come sorted by the first. */
function increasing(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, j], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = index;
  });
  const chain: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) chain.push(pairs[at] as Pair);
  return chain.reverse();
}

function commonSubsequence(
  before: readonly string[],
  after: readonly string[],
  { a, aStop, b, bStop }: Stretch,
): Pair[] {
  const [rows, columns] = [aStop - a, bStop - b];
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = rows - 1; i >= 0; i--) {
    const row = lengths[i] as Uint32Array;
    for (let j = columns - 1; j >= 0; j--)
      row[j] = before[a + i] === after[b + j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (before[a + i] === after[b + j]) pairs.push([a + i++, b + j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
