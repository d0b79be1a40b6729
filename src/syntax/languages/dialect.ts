import type { Directive, Handler, LanguageName, Skip, Tampering, TestCase } from '../model.ts';
import type { SyntaxNode } from '../tree.ts';

/** What the shared extractor needs to know about a language. */
export interface Dialect {
  language: LanguageName;
  isTestPath(path: string): boolean;
  /** Test cases with their assertions, and functions of test files that assert. */
  tests(root: SyntaxNode, path: string): TestCase[];
  /** A function, method or constructor, or null. */
  functionAt(node: SyntaxNode): FunctionAt | null;
  /** `if` with its condition and the statements of its then-branch. */
  conditional(node: SyntaxNode): { condition: SyntaxNode; then: SyntaxNode; otherwise: SyntaxNode | null } | null;
  /** The statement throws, or returns an error value. */
  raises(statement: SyntaxNode): boolean;
  /** The value of a return statement; null if it is not one or has none. */
  returned(statement: SyntaxNode): SyntaxNode | null;
  /** The error handler at this node, or null. */
  handlerAt(node: SyntaxNode): Handler | null;
  /** An error value that the statement throws away in the language's own way. */
  dropAt(node: SyntaxNode): string | null;
  /** Suppressions that are syntax: attributes, annotations. */
  annotations?(root: SyntaxNode): Directive[];
  fileSkip?(root: SyntaxNode, path: string): Skip | null;
  tampering?(root: SyntaxNode, path: string): Tampering[];
  /** Statements of a block; the default takes its named children. */
  statements?(body: SyntaxNode): SyntaxNode[];
}

export interface FunctionAt {
  name: string;
  owner: string | null;
  body: SyntaxNode | null;
  exported: boolean;
  /** Declared without a body on purpose: interface, overload, abstract. */
  abstract: boolean;
  /** Overrides an inherited method, which remains if this one is removed. */
  inherited?: boolean;
  /** Declared public, but visible only inside its crate or package. */
  internal?: boolean;
}

const ranks: Record<Skip['kind'], number> = { conditional: 1, 'expected-failure': 2, todo: 3, skip: 3 };

/** The strongest of several skip marks, with their total number. */
export function strongestSkip(found: (Skip | null)[]): Skip | null {
  const all = found.filter((one): one is Skip => one !== null);
  if (all.length === 0) return null;
  const strongest = all.reduce((a, b) => (ranks[b.kind] > ranks[a.kind] ? b : a));
  return { ...strongest, marks: all.reduce((sum, one) => sum + (one.marks ?? 1), 0) };
}

/** Skips a test because its whole file is skipped. */
export function skipWithFile(test: TestCase, whole: Skip): void {
  if (!test.skip) test.skipScope = 'file';
  test.skip = strongestSkip([test.skip, whole]);
}
