import type { TestCase } from '../model.ts';
import { excerpt, field, lineOf, type SyntaxNode, tokensOf } from '../tree.ts';
import { literalsIn } from './assertion.ts';
import type { Dialect } from './dialect.ts';

/** A test case with only its place filled in; `node` is what is shown, `body` what it does. */
export const caseAt = (name: string, suite: string[], node: SyntaxNode, body: SyntaxNode): TestCase => ({
  name,
  suite,
  line: lineOf(node),
  start: node.start,
  end: node.end,
  skip: null,
  skipScope: 'own',
  only: false,
  rows: [],
  assertions: [],
  tokens: tokensOf(body),
  excerpt: excerpt(node),
  helper: false,
  calls: new Set(),
  literals: literalsIn(body),
  mocks: 0,
});

/** `if` in a grammar whose fields are condition, consequence and alternative, as in all of ours. */
export const conditionalOf =
  (type: string): Dialect['conditional'] =>
  (node) => {
    if (node.type !== type) return null;
    const condition = field(node, 'condition');
    const then = field(node, 'consequence');
    return condition && then ? { condition, then, otherwise: field(node, 'alternative') } : null;
  };
