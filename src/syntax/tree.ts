import { interned } from './vocabulary.ts';

/** A syntax tree copied out of the parser, so that the parser's memory can be freed at once. */
export interface SyntaxNode {
  type: string;
  named: boolean;
  field: string | null;
  start: number;
  end: number;
  children: SyntaxNode[];
  parent: SyntaxNode | null;
  file: SourceText;
  tokens?: string[];
}

export interface SourceText {
  source: string;
  lineStarts: number[];
  table?: TokenTable;
}

interface TokenTable {
  texts: string[];
  starts: number[];
}

export function sourceText(source: string): SourceText {
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { source, lineStarts };
}

function lineAt(file: SourceText, index: number): number {
  let low = 0;
  let high = file.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (file.lineStarts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

export const lineOf = (node: SyntaxNode): number => lineAt(node.file, node.start);
export const textOf = (node: SyntaxNode | null | undefined): string =>
  node ? node.file.source.slice(node.start, node.end) : '';
export const named = (node: SyntaxNode): SyntaxNode[] =>
  node.children.filter((child) => child.named && !isComment(child));
export const isComment = (node: SyntaxNode): boolean => node.type.endsWith('comment');

export function field(node: SyntaxNode | null | undefined, name: string): SyntaxNode | null {
  return node?.children.find((child) => child.field === name) ?? null;
}

export function child(node: SyntaxNode | null | undefined, ...types: string[]): SyntaxNode | null {
  return node?.children.find((one) => types.includes(one.type)) ?? null;
}

/** Depth first; returning false from `visit` skips the node's children. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => unknown): void {
  if (visit(node) === false) return;
  for (const one of node.children) walk(one, visit);
}

export function some(node: SyntaxNode, test: (node: SyntaxNode) => boolean): boolean {
  return test(node) || node.children.some((one) => some(one, test));
}

export function ancestor(node: SyntaxNode, test: (node: SyntaxNode) => boolean): SyntaxNode | null {
  for (let up = node.parent; up; up = up.parent) if (test(up)) return up;
  return null;
}

const stringTypes =
  /^(string|string_literal|template_string|interpreted_string_literal|raw_string_literal|char_literal|rune_literal|character_literal|regex)$/;
const isString = (node: SyntaxNode): boolean => stringTypes.test(node.type);

/** The node's tokens without comments, with one style of quotes and no trailing commas: independent of formatting. */
export function tokensOf(node: SyntaxNode | null): string[] {
  if (!node) return [];
  if (node.tokens) return node.tokens;
  const all = tokenTable(node);
  const tokens = all.texts.slice(firstFrom(all.starts, node.start), firstFrom(all.starts, node.end));
  node.tokens = tokens;
  return tokens;
}

/** All tokens of a file with their places, made once: the tokens of any node are a slice of it. */
function tokenTable(node: SyntaxNode): TokenTable {
  if (node.file.table) return node.file.table;
  let root = node;
  while (root.parent) root = root.parent;
  const texts: string[] = [];
  const starts: number[] = [];
  collect(root, texts, starts);
  const keep = texts.map(
    (text, i) =>
      text !== ';' && !(text === ',' && (texts[i + 1] === ')' || texts[i + 1] === ']' || texts[i + 1] === '}')),
  );
  node.file.table = { texts: texts.filter((_, i) => keep[i]), starts: starts.filter((_, i) => keep[i]) };
  return node.file.table;
}

function firstFrom(starts: number[], index: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}

function collect(node: SyntaxNode, into: string[], starts: number[]): void {
  if (isComment(node)) return;
  if (isString(node) && !node.children.some((one) => /substitution|interpolation/.test(one.type))) {
    into.push(interned(plainString(textOf(node))));
    starts.push(node.start);
    return;
  }
  if (node.children.length === 0) {
    const text = textOf(node).trim();
    if (text) {
      into.push(interned(text));
      starts.push(node.start);
    }
    return;
  }
  for (const one of node.children) collect(one, into, starts);
}

/** Replaces spaces inside a string by non-breaking ones, so that splitting a token text at spaces never splits a string. */
const plainString = (text: string): string =>
  text.replace(/^([a-zA-Z]{0,2})(['"`]{1,3})([\s\S]*)\2$/, '$1"$3"').replace(/\s/g, '\u00a0');

export const flat = (node: SyntaxNode | null): string => tokensOf(node).join(' ');

/** The node's first lines, for display. */
export function excerpt(node: SyntaxNode, lines = 6): string {
  const text = textOf(node);
  let end = -1;
  for (let line = 0; line < lines; line++) {
    const next = text.indexOf('\n', end + 1);
    if ((next < 0 ? text.length : next) - end - 1 > longest) return clip(text, lines);
    if (next < 0) return text;
    end = next;
  }
  // A slice of the file's text, which stays in memory anyway, rather than a copy.
  return `${text.slice(0, end)}\n…`;
}

const longest = 200;

export function clip(text: string, lines = 6): string {
  const all = text.split('\n');
  const clippedLines = all.slice(0, lines).map((line) => (line.length > longest ? `${line.slice(0, longest)}…` : line));
  return all.length > lines ? [...clippedLines, '…'].join('\n') : clippedLines.join('\n');
}

/** Escapes a text for a regular expression: names in code may contain any character. */
export const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
