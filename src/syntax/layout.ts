import type { SyntaxNode } from './tree.ts';

/** The indentation of a node's line. */
export function indentAt({ file, start }: SyntaxNode): string {
  const from = file.source.lastIndexOf('\n', start - 1) + 1;
  return /^[ \t]*/.exec(file.source.slice(from))?.[0] ?? '';
}

/** The statement's whole lines if nothing else is on them, otherwise just the statement. */
export function lineSpan({ file, start, end }: SyntaxNode): { start: number; end: number } {
  const { source } = file;
  const from = source.lastIndexOf('\n', start - 1) + 1;
  if (source.slice(from, start).trim() !== '') return { start, end };
  const next = source.indexOf('\n', end);
  const to = next === -1 ? source.length : next + 1;
  return source.slice(end, to).trim() === '' ? { start: from, end: to } : { start, end };
}

/** A statement's text at another indentation. */
export function indented(text: string, from: string, to: string): string {
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? line : line.startsWith(from) ? to + line.slice(from.length) : line))
    .join('\n');
}
