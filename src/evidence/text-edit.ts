export interface TextEdit {
  start: number;
  end: number;
  text: string;
}

/** Edits must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((result, edit) => `${result.slice(0, edit.start)}${edit.text}${result.slice(edit.end)}`, text);
}

/** The line of the first edit, before and after it. */
export function excerptsOf(text: string, edits: readonly TextEdit[]): { line: number; before: string; after: string } {
  const start = Math.min(...edits.map((edit) => edit.start));
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const onLine = edits.filter((edit) => edit.start >= from && !text.slice(from, edit.start).includes('\n'));
  const end = text.indexOf('\n', Math.max(...onLine.map((edit) => edit.end)));
  const before = text.slice(from, end < 0 ? text.length : end);
  const moved = onLine.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
  const line = text.slice(0, from).split('\n').length;
  return { line, before: before.trim(), after: applyEdits(before, moved).trim() };
}
