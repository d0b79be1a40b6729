/** Lines by number, so that equal ones compare at once; from `start` to `end` (exclusive). */
export interface Side {
  lines: Int32Array;
  start: number;
  end: number;
}

/** A stretch of equal lines, maybe empty, in the middle of a shortest way from one side to the other. */
export interface Snake {
  before: number;
  after: number;
  length: number;
}

/** Steps from either end after which the shortest way is given up. */
const FURTHEST = 3000;
const UNREACHED = -1;

/**
 * Myers' middle snake: the shortest way is sought from both ends at once, in memory that grows with the difference and
 * not with the sides. Null where the difference is too large for that. Both sides differ at both ends.
 */
export function middleSnake(before: Side, after: Side): Snake | null {
  const [width, height] = [before.end - before.start, after.end - after.start];
  const delta = width - height;
  const most = Math.min(FURTHEST, Math.ceil((width + height) / 2));
  const middle = most + 1;
  const [forth, back] = [reached(most), reached(most)];
  const equalForth = (x: number, y: number) => before.lines[before.start + x] === after.lines[after.start + y];
  const equalBack = (x: number, y: number) => before.lines[before.end - 1 - x] === after.lines[after.end - 1 - y];

  /** One more step on every diagonal; gives the diagonal and stretch on which both ends meet. */
  const step = (d: number, own: Int32Array, other: Int32Array, equal: typeof equalForth, meets: boolean) => {
    for (let k = -Math.min(d, height - ((height - d) & 1)); k <= Math.min(d, width); k += 2) {
      const from = d === 0 ? 0 : furthest(own, middle + k, k, width, height);
      if (from === UNREACHED) continue;
      let x = from;
      while (x < width && x - k < height && equal(x, x - k)) x++;
      own[middle + k] = x;
      const opposite = delta - k;
      if (!meets || Math.abs(opposite) > most) continue;
      const met = other[middle + opposite] ?? UNREACHED;
      if (met !== UNREACHED && x + met >= width) return { from, to: x, k };
    }
    return null;
  };

  for (let d = 0; d <= most; d++) {
    const odd = (delta & 1) !== 0;
    const first = step(d, forth, back, equalForth, odd);
    if (first) return { before: first.from, after: first.from - first.k, length: first.to - first.from };
    const second = step(d, back, forth, equalBack, !odd);
    if (second)
      return { before: width - second.to, after: height - (second.to - second.k), length: second.to - second.from };
  }
  return null;
}

function reached(most: number): Int32Array {
  return new Int32Array(2 * most + 3).fill(UNREACHED);
}

/** Where one line less of either side leads on this diagonal, as far as the sides go. */
function furthest(own: Int32Array, at: number, k: number, width: number, height: number): number {
  const [left, right] = [own[at - 1] ?? UNREACHED, own[at + 1] ?? UNREACHED];
  const removed = left !== UNREACHED && left < width ? left + 1 : UNREACHED;
  const added = right !== UNREACHED && right - k <= height ? right : UNREACHED;
  return Math.max(removed, added);
}
