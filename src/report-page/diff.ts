import { middleSnake, type Snake } from './middle-snake.ts';

/** One line of a comparison, with its number on the side or sides where it is. */
export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
  before: number | null;
  after: number | null;
}

/**
 * Line by line, with as few changed lines as there can be (Myers). Where the sides differ too much for that, lines that
 * occur once on both hold the rest in place, as in patience diff; where there are none, the stretch is told as replaced.
 */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const same = (i: number, j: number) =>
    lines.push({ kind: 'same', text: before[i] ?? '', before: i + 1, after: j + 1 });
  const removed = (i: number) => lines.push({ kind: 'removed', text: before[i] ?? '', before: i + 1, after: null });
  const added = (j: number) => lines.push({ kind: 'added', text: after[j] ?? '', before: null, after: j + 1 });
  const [left, right] = numbered(before, after);

  const compare = (aStart: number, aEnd: number, bStart: number, bEnd: number): void => {
    let [a, b] = [aStart, bStart];
    while (a < aEnd && b < bEnd && left[a] === right[b]) same(a++, b++);
    let tail = 0;
    while (aEnd - tail > a && bEnd - tail > b && left[aEnd - tail - 1] === right[bEnd - tail - 1]) tail++;
    const [aStop, bStop] = [aEnd - tail, bEnd - tail];
    let [i, j] = [a, b];
    const stretches = a < aStop && b < bStop ? kept(left, right, { a, aStop, b, bStop }) : [];
    for (const { before: x, after: y, length } of stretches) {
      compare(i, x, j, y);
      for (let k = 0; k < length; k++) same(x + k, y + k);
      [i, j] = [x + length, y + length];
    }
    if (stretches.length > 0) compare(i, aStop, j, bStop);
    else {
      for (; i < aStop; i++) removed(i);
      for (; j < bStop; j++) added(j);
    }
    for (let k = tail; k > 0; k--) same(aEnd - k, bEnd - k);
  };
  compare(0, before.length, 0, after.length);
  return removedFirst(lines);
}

/** Of changes with nothing kept between them, what went before what came. */
function removedFirst(lines: readonly DiffLine[]): DiffLine[] {
  const sorted: DiffLine[] = [];
  const came: DiffLine[] = [];
  for (const line of lines) {
    if (line.kind === 'added') came.push(line);
    else {
      if (line.kind === 'same') sorted.push(...came.splice(0));
      sorted.push(line);
    }
  }
  return [...sorted, ...came];
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

/** What stays in a stretch that differs at both ends; between what is named there may be more. */
function kept(left: Int32Array, right: Int32Array, stretch: Stretch): Snake[] {
  const { a, aStop, b, bStop } = stretch;
  const snake = middleSnake({ lines: left, start: a, end: aStop }, { lines: right, start: b, end: bStop });
  if (snake) return [{ ...snake, before: a + snake.before, after: b + snake.after }];
  return increasing(uniquePairs(left, right, stretch)).map(([before, after]) => ({ before, after, length: 1 }));
}

/** Equal lines get the same number. */
function numbered(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

type Pair = [before: number, after: number];

function uniquePairs(left: Int32Array, right: Int32Array, { a, aStop, b, bStop }: Stretch): Pair[] {
  const seen = new Map<number, { i: number; j: number; left: number; right: number }>();
  for (let i = a; i < aStop; i++) {
    const line = left[i] as number;
    const known = seen.get(line);
    if (known) known.left++;
    else seen.set(line, { i, j: -1, left: 1, right: 0 });
  }
  for (let j = b; j < bStop; j++) {
    const known = seen.get(right[j] as number);
    if (known) {
      known.right++;
      known.j = j;
    }
  }
  return [...seen.values()].filter((one) => one.left === 1 && one.right === 1).map(({ i, j }) => [i, j]);
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
