import type { DisabledRow, Skip } from '../model.ts';
import { child, field, flat, named, type SyntaxNode, textOf } from '../tree.ts';

/** The cases of a table, as written. */
export const rowsIn = (list: SyntaxNode[]): string[] => list.flatMap(tableOf).map(flat);

/** The cases with a mark of their own, by their values; `markOf` reads a mark. */
export const disabledRowsIn = (list: SyntaxNode[], markOf: (mark: SyntaxNode) => Skip | null): DisabledRow[] =>
  list.flatMap(tableOf).flatMap((row) => {
    const found = marksOf(row)
      .map(markOf)
      .find((one) => one !== null);
    return found ? [{ values: valuesOf(row), skip: found }] : [];
  });

/** Only the values, regardless of their wrapping: `(1, 2)`, `param(1, 2, marks=…)`, `mark.xfail((1, 2))`. */
export function valuesOf(row: SyntaxNode): string {
  const inner = oldMark(row);
  if (inner) return valuesOf(inner);
  const values = row.type === 'call' && isParam(row) ? argumentsOf(row) : row.type === 'tuple' ? named(row) : [row];
  return values
    .filter((one) => one.type !== 'keyword_argument')
    .map(flat)
    .join(' , ');
}

export const tableValues = (list: SyntaxNode[]): string[] => list.flatMap(tableOf).map(valuesOf);

export function tableOf(decorator: SyntaxNode): SyntaxNode[] {
  const call = child(decorator, 'call');
  const callee = flat(field(call, 'function'));
  if (!/parametrize$|parameterized( \. expand)?$|^ddt\b|^data$|^example$/.test(callee)) return [];
  const args = named(field(call, 'arguments') ?? decorator);
  const table =
    args.find((one, i) => i > 0 && /^(list|tuple|set)$/.test(one.type)) ?? args.find((one) => one.type === 'list');
  if (table) return named(table);
  return /^(data|example)$/.test(callee) ? args : [];
}

const argumentsOf = (call: SyntaxNode): SyntaxNode[] => named(field(call, 'arguments') ?? call);

const isParam = (call: SyntaxNode): boolean => /(^|\. )param$/.test(flat(field(call, 'function')));

/** `pytest.mark.xfail((1, 2), …)`, in old pytest versions: the row that it wraps. */
function oldMark(row: SyntaxNode): SyntaxNode | null {
  const wraps = row.type === 'call' && /\bmark \. (xfail|skip\w*)\b/.test(flat(field(row, 'function')));
  return wraps ? (argumentsOf(row).find((one) => one.type !== 'keyword_argument') ?? null) : null;
}

function marksOf(row: SyntaxNode): SyntaxNode[] {
  if (oldMark(row)) return [row];
  if (row.type !== 'call' || !isParam(row)) return [];
  const marksArgument = argumentsOf(row).find((one) => textOf(field(one, 'name')) === 'marks');
  const value = field(marksArgument, 'value');
  if (!value) return [];
  return /^(list|tuple)$/.test(value.type) ? named(value) : [value];
}
