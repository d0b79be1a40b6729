import type { Count } from './report.ts';

const MAX_LINE = 5_000_000;

/**
 * Which lines of one file can be hit and which were, a byte a line: reports name the same line several times (per test,
 * per method and again per class), and a line counts once.
 */
export function lineHits() {
  let states = new Uint8Array(256);
  return {
    mark(line: number, hit: boolean): void {
      if (!Number.isInteger(line) || line < 0 || line > MAX_LINE) return;
      if (line >= states.length) states = grown(states, line);
      states[line] = Math.max(states[line] ?? 0, hit ? 2 : 1);
    },
    count(): Count {
      const counted = { covered: 0, total: 0 };
      for (const state of states) {
        if (state > 0) counted.total++;
        if (state === 2) counted.covered++;
      }
      return counted;
    },
  };
}

export type LineHits = ReturnType<typeof lineHits>;

function grown(states: Uint8Array, line: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(Math.max(states.length * 2, line + 1));
  next.set(states);
  return next;
}
