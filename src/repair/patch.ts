import type { Edit } from './model/model.ts';

/** A change of one file by its lines, so that it can be shown, stored, undone, and applied to a text that moved. */
export interface Hunk {
  path: string;
  /** The text before and after: whole lines, with one line of context on either side. */
  before: string;
  after: string;
}

/** A change that helped. */
export interface Patch {
  hunks: Hunk[];
  operator: string;
  label: string;
  line: number;
  /** How much it changes; among equals, the smaller one wins. */
  cost: number;
  priority: number;
  /** It takes a value that nothing but the tests speaks for: any other that passes wins. */
  isGuess?: boolean;
  /** It asks another kind of question: `n > 10` → `n != 10`. */
  changesKind?: boolean;
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  const ordered = [...edits].sort((a, b) => b.start - a.start);
  return ordered.reduce(
    (now, { start, end, text: insertion }) => now.slice(0, start) + insertion + now.slice(end),
    text,
  );
}

/** The part in which two texts differ, extended to whole lines and one line around. */
export function hunkOf(path: string, before: string, after: string): Hunk {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const from = Math.max(0, head - 1);
  const rest = Math.max(0, tail - 1);
  return { path, before: a.slice(from, a.length - rest).join('\n'), after: b.slice(from, b.length - rest).join('\n') };
}

/** Null if the place is not found, or found more than once. */
export function applyHunk(text: string, { before, after }: Pick<Hunk, 'before' | 'after'>): string | null {
  const lines = `\n${text}\n`;
  const needle = `\n${before}\n`;
  const at = lines.indexOf(needle);
  if (at === -1 || lines.indexOf(needle, at + 1) !== -1) return null;
  return `${lines.slice(0, at)}\n${after}\n${lines.slice(at + needle.length)}`.slice(1, -1);
}

export const invertHunk = ({ path, before, after }: Hunk): Hunk => ({ path, before: after, after: before });

/** Applies hunks to the texts of a tree; null if one does not fit. */
export function applyHunks(
  sources: ReadonlyMap<string, string>,
  hunks: readonly Hunk[],
): { path: string; before: string; after: string }[] | null {
  const changed = new Map<string, string>();
  for (const hunk of hunks) {
    const text = changed.get(hunk.path) ?? sources.get(hunk.path);
    const next = text === undefined ? null : applyHunk(text, hunk);
    if (next === null) return null;
    changed.set(hunk.path, next);
  }
  return [...changed].map(([path, after]) => ({ path, before: sources.get(path) ?? '', after }));
}
