import type { FileModel } from '../../syntax/model.ts';
import { type Bracket, type Literal, literalsOf } from './literals.ts';
import type { PlainFile } from './plain-files.ts';

/** Literals that stand together in a test: the inputs of a call and what is expected of it. */
export interface Example {
  values: string[];
  path: string;
  line: number;
}

/** Consecutive literals of the source that all stand in one example. */
export interface Match {
  example: Example;
  literals: Literal[];
}

export interface NewValues {
  literals: Literal[];
  isNew(literal: Literal): boolean;
}

const MAX_LINES = 4;
/** Beside the literals of the answer, an example may name a length, a tolerance, an index. */
const SLACK = 3;
const MIN_VALUES = 3;

/** The statements of a test that hold enough literals, and the rows of its tables. */
export function examplesIn(path: string, text: string): Example[] {
  const together = new Map<Bracket | number, Literal[]>();
  for (const literal of valuesIn(path, text)) {
    const row = rowOf(literal);
    const others = together.get(row);
    if (others) others.push(literal);
    else together.set(row, [literal]);
  }
  return [...together.values()]
    .filter(({ length }) => length >= MIN_VALUES)
    .map((literals) => ({ values: literals.map(({ value }) => value), path, line: literals[0]!.line }));
}

/** Statements, rows of tables, rows written as one text, and whole tests that hold two literals or more, and not many. */
export function smallExamplesIn(file: FileModel): Example[] {
  const literals = literalsOf(file.path, textOf(file, 'tests')).filter(({ isIndex }) => !isIndex);
  const byRow = grouped(literals, rowOf);
  const lineOf = (at: number): number => file.source.slice(0, at).split('\n').length;
  const tests = file.tests.map(({ start, end }) => {
    const [from, to] = [lineOf(start), lineOf(end)];
    return literals.filter(({ line }) => from <= line && line <= to);
  });
  const rows = literals.map((literal) => cellsOf(literal.value).map((value) => ({ ...literal, value })));
  return [...byRow.values(), ...tests, ...rows]
    .filter(({ length }) => length >= 2 && length <= MAX_SMALL)
    .map((all) => ({ values: all.map(({ value }) => value), path: file.path, line: all[0]!.line }));
}

/** A row of `@CsvSource` is one text. */
const cellsOf = (value: string): string[] =>
  value.startsWith('"') && value.includes(',')
    ? (JSON.parse(value) as string).split(',').map((cell) => plainValue(cell.trim().replace(/^'|'$/g, '')))
    : [];

const plainValue = (text: string): string =>
  /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : JSON.stringify(text);

const MAX_SMALL = 16;

function grouped<K, T>(all: T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

/** The row of a table that holds the literal; else its statement. */
function rowOf({ brackets, statement }: Literal): Bracket | number {
  const table = brackets.findIndex(({ isTable, parts }) => isTable && parts > 1);
  return brackets[table + 1] && table >= 0 ? brackets[table + 1]! : statement;
}

/** The values of a source file, and which of them stand on lines that are new. */
export function newValues(before: FileModel | null, after: FileModel): NewValues {
  return newValuesIn(before, { path: after.path, source: textOf(after, 'source') });
}

export function newValuesIn(before: PlainFile | null, { path, source: text }: PlainFile): NewValues {
  const lines = text.split('\n').map((line) => line.trim());
  const oldLines = new Set(before?.source.split('\n').map((line) => line.trim()));
  return { literals: valuesIn(path, text), isNew: ({ line }) => !oldLines.has(lines[line - 1] ?? '') };
}

/** New values that repeat an example of the tests; no literal is in two matches. */
export function matchesOf({ literals, isNew }: NewValues, examples: Example[]): Match[] {
  const byValue = new Map<string, Set<Example>>();
  for (const example of examples) {
    for (const value of [...example.values, ...keysIn(example.values)]) {
      const those = byValue.get(value) ?? new Set();
      byValue.set(value, those.add(example));
    }
  }
  const matches: Match[] = [];
  for (let i = 0; i < literals.length; ) {
    const best = isNew(literals[i]!) ? longestAt(literals, i, byValue) : null;
    if (best) matches.push(best);
    i += best ? best.literals.length : 1;
  }
  return matches;
}

/** Literals that may be values: no positions in a list, no sentences; a key of several values is these values. */
export const valuesIn = (path: string, text: string): Literal[] =>
  literalsOf(path, text)
    .filter(({ isIndex }) => !isIndex)
    .flatMap(splitKey);

function longestAt(literals: Literal[], from: number, byValue: Map<string, Set<Example>>): Match | null {
  let best: Match | null = null;
  for (const example of byValue.get(literals[from]!.value) ?? []) {
    const length = lengthOfRun(literals, from, example, byValue);
    if (length > (best?.literals.length ?? 0)) best = { example, literals: literals.slice(from, from + length) };
  }
  return best && tellingValues([best]).size >= 2 ? best : null;
}

/** How many literals from here on stand close together in the example; 0 if too few. */
function lengthOfRun(literals: Literal[], from: number, example: Example, byValue: Map<string, Set<Example>>): number {
  const { line, value } = literals[from]!;
  let length = 1;
  for (; length < literals.length - from; length++) {
    const next = literals[from + length]!;
    if (next.line - line >= MAX_LINES - 1 || !byValue.get(next.value)?.has(example)) break;
  }
  for (; length >= MIN_VALUES; length--) {
    const run = literals.slice(from, from + length).map((one) => one.value);
    if (standTogether(run, example.values)) return length;
  }
  return keysIn(example.values).has(value) && !example.values.includes(value) ? 1 : 0;
}

function standTogether(run: string[], values: string[]): boolean {
  for (let start = 0; start === 0 || start + run.length <= values.length; start++) {
    const open = values.slice(start, start + run.length + SLACK);
    const isThere = (value: string) => {
      const at = open.indexOf(value);
      if (at >= 0) open.splice(at, 1);
      return at >= 0;
    };
    if (run.every(isThere)) return true;
  }
  return false;
}

/** The part of a file with its tests, or without them: Rust keeps both in one. Lines stay where they are. */
export function textOf(file: FileModel, part: 'tests' | 'source'): string {
  if (file.role === 'test' || file.tests.length === 0) return file.source;
  const isTest = (at: number) => file.tests.some(({ start, end }) => start <= at && at < end);
  return Array.from({ length: file.source.length }, (_, at) =>
    file.source[at] === '\n' || isTest(at) === (part === 'tests') ? file.source[at] : ' ',
  ).join('');
}

/** What is equal to the example's values by more than chance. Small numbers and empty values stand everywhere. */
export function tellingValues(matches: Match[]): Set<string> {
  const values = matches.flatMap(({ literals, example }) =>
    literals.flatMap(({ value }) => (example.values.includes(value) ? [value] : [...value])),
  );
  return new Set(values.filter(isTelling));
}

export const isTelling = (value: string): boolean => !/^(-?[01]|"\s*")$/.test(value);

/** Digits in a row as one number: 7, 3, 5 as 735. */
function keysIn(values: string[]): Set<string> {
  const keys = new Set<string>();
  for (let from = 0; from < values.length; from++) {
    for (let to = from; /^\d$/.test(values[to] ?? '') && to - from < 9; to++) {
      if (to - from >= MIN_VALUES - 1) keys.add(values.slice(from, to + 1).join(''));
    }
  }
  return keys;
}

function splitKey(literal: Literal): Literal[] {
  if (!literal.value.startsWith('"')) return [literal];
  const text = JSON.parse(literal.value) as string;
  if (/[A-Za-z]{2,} [A-Za-z]{2,}/.test(text)) return [];
  const numbers = /[A-Za-z]/.test(text) ? [] : (text.match(/-?\d+(?:\.\d+)?/g) ?? []);
  return numbers.length >= 2 ? numbers.map((number) => ({ ...literal, value: String(Number(number)) })) : [literal];
}
