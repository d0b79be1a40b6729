import type { Count } from '../../core/metrics/coverage.ts';

const MAX_LINE = 5_000_000;

/**
 * Which lines of a file can be hit and which were, with one byte per line. Reports name the same line several times (per
 * test, per method and per class), but it counts once.
 */
export function lineHits() {
  let states = new Uint8Array(256);
  return {
    mark(line: number, hit: boolean): void {
      if (!Number.isInteger(line) || line < 0 || line > MAX_LINE) return;
      if (line >= states.length) states = enlarge(states, line);
      states[line] = Math.max(states[line] ?? 0, hit ? 2 : 1);
    },
    count(): Count {
      const counts = { covered: 0, total: 0 };
      for (const state of states) {
        if (state > 0) counts.total++;
        if (state === 2) counts.covered++;
      }
      return counts;
    },
  };
}

export type LineHits = ReturnType<typeof lineHits>;

function enlarge(states: Uint8Array, line: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.max(states.length * 2, line + 1));
  next.set(states);
  return next;
}
