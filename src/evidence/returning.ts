import { child, field, type SyntaxNode, textOf } from '../syntax/tree.ts';
import type { TextEdit } from './text-edit.ts';

/** Makes a function of JavaScript return this value at once; null if its kind returns none. The code behind it stays: compilers do not miss what it uses. */
export function returningInJavaScript(node: SyntaxNode, value: string, isTyped: boolean): TextEdit | null {
  const body = field(node, 'body');
  const isSpecial = textOf(field(node, 'name')) === 'constructor' || child(node, 'set') !== null;
  if (!body || isSpecial) return null;
  const typed = isTyped ? `${value} as never` : value;
  if (body.type === 'statement_block') return insertAt(body.start + 1, ` return ${typed};`);
  return { start: body.start, end: body.end, text: `(${typed})` };
}

/** The same in Python. */
export function returningInPython(node: SyntaxNode, value: string): TextEdit | null {
  const body = field(node, 'body');
  if (!body) return null;
  const { source } = body.file;
  const indent = source.slice(source.lastIndexOf('\n', body.start - 1) + 1, body.start);
  return insertAt(body.start, /^\s*$/.test(indent) ? `return ${value}\n${indent}` : `return ${value}; `);
}

export const insertAt = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
