/** A range of lines that one side replaced: `from` to `to` (exclusive, from 0) became `lines`. */
export interface Replaced {
  from: number;
  to: number;
  lines: readonly string[];
}

/** Applies one side's changes to the other; null if both changed the same lines or, with `apart`, adjacent lines. */
export function mergeLines(
  base: readonly string[],
  ours: readonly Replaced[],
  theirs: readonly Replaced[],
  apart: boolean,
): string[] | null {
  const news = theirs.filter((one) => !ours.some((other) => isSame(one, other)));
  if (news.some((one) => ours.some((other) => overlaps(one, other, apart)))) return null;
  const all = [...ours, ...news].sort((a, b) => a.from - b.from || a.to - b.to);
  const merged: string[] = [];
  let at = 0;
  for (const { from, to, lines } of all) {
    merged.push(...base.slice(at, from), ...lines);
    at = to;
  }
  return [...merged, ...base.slice(at)];
}

/** Parses `git diff -U0`; the lines come from the later side. */
export function replacedIn(diff: string, after: readonly string[]): Replaced[] {
  return [...diff.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => {
    const [at, removed, start, added] = [1, 2, 3, 4].map((group) => Number(match[group] ?? 1)) as [
      number,
      number,
      number,
      number,
    ];
    // For an empty range, git names the line before it.
    const from = removed === 0 ? at : at - 1;
    const first = added === 0 ? start : start - 1;
    return { from, to: from + removed, lines: after.slice(first, first + added) };
  });
}

/** Lines with their line endings, so that a last line without one differs. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function overlaps(a: Replaced, b: Replaced, apart: boolean): boolean {
  if (apart) return a.from <= b.to && b.from <= a.to;
  if (a.from === a.to && b.from === b.to) return a.from === b.from;
  return a.from < b.to && b.from < a.to;
}

function isSame(a: Replaced, b: Replaced): boolean {
  return a.from === b.from && a.to === b.to && a.lines.join('') === b.lines.join('');
}
