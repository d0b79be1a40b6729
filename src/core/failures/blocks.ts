import type { Block } from './failure.ts';

interface Marks {
  /** The first line of a failure; its first group is the name. */
  opens: RegExp;
  /** What ends a failure besides another opening. */
  ends: RegExp;
  /** Openings count only below this heading; elsewhere they are ordinary lines. */
  after?: RegExp;
}

/** Blocks that begin with a heading of their own: what most runners print. */
export function blocks({ opens, ends, after }: Marks): (lines: readonly string[]) => Block[] {
  return (lines) => {
    const found: Block[] = [];
    let reached = after === undefined;
    let open: Block | null = null;
    const close = (end: number) => {
      if (open) found.push({ ...open, end });
      open = null;
    };
    lines.forEach((line, index) => {
      if (!reached) {
        reached = after?.test(line) ?? true;
        return;
      }
      const opening = opens.exec(line);
      if (opening) {
        close(index);
        open = { start: index, end: index, name: opening[1]?.trim() ?? '' };
      } else if (open && ends.test(line)) close(index);
    });
    close(lines.length);
    return found;
  };
}

/** Blocks that end with the verdict on the test, as bun prints them: everything since the verdict before belongs to it. */
export function blocksBefore(verdict: RegExp, failed: RegExp): (lines: readonly string[]) => Block[] {
  return (lines) => {
    const found: Block[] = [];
    let start = 0;
    lines.forEach((line, index) => {
      const name = failed.exec(line)?.[1];
      if (name !== undefined) found.push({ start, end: index + 1, name: name.trim() });
      if (verdict.test(line)) start = index + 1;
    });
    return found;
  };
}
