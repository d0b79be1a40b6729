import { isFunction } from '../syntax/languages/javascript-callee.ts';
import { resolveArray } from '../syntax/languages/javascript-rows.ts';
import { tableOf } from '../syntax/languages/python-rows.ts';
import type { LanguageName, TestCase } from '../syntax/model.ts';
import { ancestor, child, field, flat, named, type SyntaxNode, some, textOf, walk } from '../syntax/tree.ts';
import { flipValue } from './flip-value.ts';
import { alwaysRuns, isCompared, isPlainEquality } from './flips-in.ts';
import { nodeAt } from './node-at.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Edits of a table that a test takes its expected values from: in every row the value of the column that is compared, and that is
 * used for nothing else. None if a row has no literal there, because its test would then pass honestly.
 */
export function tableFlips(test: TestCase, node: SyntaxNode, language: LanguageName, marker: string): TextEdit[] {
  const valuesOf = COLUMNS[language];
  if (!valuesOf) return [];
  for (const assertion of test.assertions) {
    const value = assertion.expectedAt && isPlainEquality(assertion) ? nodeAt(node, assertion.expectedAt) : null;
    if (!value || !isCompared(value, language)) continue;
    for (const side of sidesOf(value)) {
      const values = valuesOf(side, node);
      const edits = values.flatMap((one) => (one && flipValue(one, marker)) ?? []);
      if (values.length > 0 && edits.length === values.length) return edits;
    }
  }
  return [];
}

/** The values of the column that this side of a comparison names, one of each row; empty if it names none. */
type Column = (side: SyntaxNode, test: SyntaxNode) => (SyntaxNode | null)[];

const COLUMNS: Partial<Record<LanguageName, Column>> = { javascript: jsColumn, python: pythonColumn, go: goColumn };

/** An assertion whose sides are both names may have the expected one first. */
const sidesOf = (value: SyntaxNode): SyntaxNode[] => [
  value,
  ...named(value.parent ?? value).filter((one) => one !== value),
];

function pythonColumn(side: SyntaxNode, test: SyntaxNode): (SyntaxNode | null)[] {
  const definition = test.type === 'decorated_definition' ? field(test, 'definition') : null;
  const body = field(definition, 'body');
  if (!body || side.type !== 'identifier' || usesOf(body, side) !== 1 || !alwaysRuns(side, test)) return [];
  for (const decorator of test.children.filter(({ type }) => type === 'decorator')) {
    const call = child(decorator, 'call');
    if (!/parametrize$/.test(flat(field(call, 'function')))) continue;
    const columns: string[] = textOf(named(field(call, 'arguments') ?? decorator)[0]).match(/\w+/g) ?? [];
    const at = columns.indexOf(textOf(side));
    if (at >= 0) return tableOf(decorator).map((row) => pythonCell(row, at, columns.length));
  }
  return [];
}

function pythonCell(row: SyntaxNode, at: number, columns: number): SyntaxNode | null {
  const isParam = row.type === 'call' && /(?:^| )param$/.test(flat(field(row, 'function')));
  if (isParam) return named(field(row, 'arguments') ?? row)[at] ?? null;
  if (columns === 1) return row;
  return /^(?:tuple|list)$/.test(row.type) ? (named(row)[at] ?? null) : null;
}

/** `test.each(rows)`, and a loop over rows around the test. */
function jsColumn(side: SyntaxNode, test: SyntaxNode): (SyntaxNode | null)[] {
  const callback = named(field(test, 'arguments') ?? test).findLast(isFunction);
  if (!callback || !isReadOnce(callback, side)) return [];
  const table = field(test, 'function');
  const method = field(table, 'function');
  if (table?.type === 'call_expression' && textOf(field(method, 'property')) === 'each') {
    if (!alwaysRuns(side, test)) return [];
    const parameters = named(field(callback, 'parameters') ?? callback).map((one) => field(one, 'pattern') ?? one);
    const rows = rowsOf(named(field(table, 'arguments') ?? table)[0] ?? null);
    const at = parameters.findIndex((one) => one.type === 'identifier' && textOf(one) === textOf(side));
    if (at >= 0) return rows.map((row) => (row.type === 'array' ? (named(row)[at] ?? null) : at === 0 ? row : null));
    const [first] = parameters;
    return first ? rows.map((row) => jsCell(row, first, side)) : [];
  }
  const loop = ancestor(test, (up) => up.type === 'for_in_statement' || isFunction(up));
  const pattern = loop?.type === 'for_in_statement' ? field(loop, 'left') : null;
  if (!loop || !pattern || !/ of /.test(` ${flat(child(loop, 'of'))} `) || !alwaysRuns(side, test)) return [];
  return rowsOf(field(loop, 'right')).map((row) => jsCell(row, pattern, side));
}

/** The value in a row that a pattern gives the name of this side: by its place, its key, or as a property of the row. */
function jsCell(row: SyntaxNode, pattern: SyntaxNode, side: SyntaxNode): SyntaxNode | null {
  const name = textOf(side.type === 'member_expression' ? field(side, 'property') : side);
  const keyed = (key: string) =>
    field(named(row).find((one) => one.type === 'pair' && textOf(field(one, 'key')) === key) ?? null, 'value');
  if (pattern.type === 'array_pattern' && row.type === 'array') {
    const at = named(pattern).findIndex((one) => textOf(one) === name);
    return at < 0 ? null : (named(row)[at] ?? null);
  }
  if (row.type !== 'object') return null;
  if (pattern.type === 'object_pattern') return named(pattern).some((one) => textOf(one) === name) ? keyed(name) : null;
  const isOfRow = side.type === 'member_expression' && textOf(field(side, 'object')) === textOf(pattern);
  return isOfRow ? keyed(name) : null;
}

/** The rows of an array, if nothing but the tests reads them. */
function rowsOf(list: SyntaxNode | null): SyntaxNode[] {
  const array = resolveArray(list);
  if (array?.type !== 'array' || !list) return [];
  return list === array || usesOf(rootOf(list), list) === 2 ? named(array) : [];
}

/** Rows of structs that a loop of the test ranges over, and a field of theirs. */
function goColumn(side: SyntaxNode, test: SyntaxNode): (SyntaxNode | null)[] {
  if (side.type !== 'selector_expression') return [];
  const [row, name] = [textOf(field(side, 'operand')), textOf(field(side, 'field'))];
  const loop = ancestor(side, (up) => up.type === 'for_statement');
  const range = child(loop, 'range_clause');
  const body = field(loop, 'body');
  if (!loop || !range || !body) return [];
  if (textOf(named(field(range, 'left') ?? range).at(-1)) !== row || !isReadOnce(body, side)) return [];
  if (!alwaysRuns(loop, test) || !alwaysRuns(side, body, /^t \. Run$/)) return [];
  const list = resolveRows(field(range, 'right'), test);
  const fields = fieldsOf(list);
  const rows = list ? named(field(list, 'body') ?? list) : [];
  return rows.map((one) => goCell(one.type === 'keyed_element' ? named(one).at(-1) : one, name, fields));
}

function goCell(element: SyntaxNode | undefined, name: string, fields: readonly string[]): SyntaxNode | null {
  const literal = element && (child(element, 'literal_value') ?? (element.type === 'literal_value' ? element : null));
  if (!literal) return null;
  const cells = named(literal);
  const keyed = cells.find((one) => one.type === 'keyed_element' && textOf(named(one)[0]) === name);
  if (keyed) return named(keyed).at(-1) ?? null;
  const isPlaced = cells.every((one) => one.type !== 'keyed_element');
  return isPlaced ? (cells[fields.indexOf(name)] ?? null) : null;
}

function resolveRows(list: SyntaxNode | null, test: SyntaxNode): SyntaxNode | null {
  if (list?.type !== 'identifier') return list?.type === 'composite_literal' ? list : null;
  const found: (SyntaxNode | null)[] = [];
  walk(test, (node) => {
    if (node.type !== 'short_var_declaration' || textOf(field(node, 'left')) !== textOf(list)) return;
    found.push(child(field(node, 'right'), 'composite_literal'));
  });
  return usesOf(test, list) === 2 ? (found[0] ?? null) : null;
}

function fieldsOf(list: SyntaxNode | null): string[] {
  const names: string[] = [];
  if (list)
    walk(field(list, 'type') ?? list, (node) => {
      if (node.type !== 'field_declaration') return;
      names.push(...node.children.filter((one) => one.field === 'name').map(textOf));
    });
  return names;
}

/** The name, or the property of a row that is handed to nothing as a whole. */
function isReadOnce(root: SyntaxNode, side: SyntaxNode): boolean {
  if (side.type === 'identifier') return usesOf(root, side) === 1;
  const row = field(side, 'object') ?? field(side, 'operand');
  return row?.type === 'identifier' && comparedUses(root, side) === 1 && isTakenApart(root, row);
}

/** Only properties of it are read; `tt := tt` is a habit of Go. */
function isTakenApart(root: SyntaxNode, row: SyntaxNode): boolean {
  const parameters = field(root, 'parameters');
  return !some(root, (node) => {
    if (node.type !== 'identifier' || textOf(node) !== textOf(row) || node.parent === parameters) return false;
    const { parent } = node;
    const isPart = /^(?:member|selector)_expression$/.test(parent?.type ?? '') && node.field !== 'property';
    const around = ancestor(node, (up) => up.type === 'short_var_declaration');
    return !isPart && flat(around) !== `${textOf(row)} := ${textOf(row)}`;
  });
}

/** How often a name is read: the identifiers of the same text. */
function usesOf(root: SyntaxNode, name: SyntaxNode): number {
  let count = 0;
  const text = textOf(name);
  const parameters = field(root, 'parameters');
  walk(root, (node) => {
    if (node === parameters) return false;
    if (node.children.length === 0 && /identifier/.test(node.type) && textOf(node) === text) count += 1;
    return true;
  });
  return count;
}

/** How often a field is read but for messages of failures. */
function comparedUses(root: SyntaxNode, side: SyntaxNode): number {
  let count = 0;
  const text = textOf(side);
  walk(root, (node) => {
    if (node.type === 'call_expression' && /^\w+ \. (?:Error|Fatal|Log)f?$/.test(flat(field(node, 'function'))))
      return false;
    if (/^(?:selector|member)_expression$/.test(node.type) && textOf(node) === text) count += 1;
    return true;
  });
  return count;
}

function rootOf(node: SyntaxNode): SyntaxNode {
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}
