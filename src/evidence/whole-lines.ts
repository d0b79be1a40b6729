export interface Range {
  start: number;
  end: number;
}

/** Comments, decorators and attributes directly above a test belong to it. */
const BELONGS = /^\s*(?:\/\/|\/\*|\*|#(?!!)|@)/;

/** The lines of a test with what belongs to it and the blank lines above; null if it shares a line with something else. */
export function wholeLines(text: string, { start, end }: Range): Range | null {
  let from = text.lastIndexOf('\n', start - 1) + 1;
  const to = endOfLine(text, end);
  if (text.slice(from, start).trim() !== '' || to === null) return null;
  const above = () => text.slice(text.lastIndexOf('\n', from - 2) + 1, from);
  while (from > 0 && BELONGS.test(above())) from -= above().length;
  while (from > 0 && above().trim() === '') from -= above().length;
  return { start: from, end: to };
}

/** Behind the line on which something ends; null if more stands there. */
export function endOfLine(text: string, end: number): number | null {
  const newline = text.indexOf('\n', end);
  const to = newline < 0 ? text.length : newline + 1;
  return /^[\s;]*$/.test(text.slice(end, to)) ? to : null;
}
