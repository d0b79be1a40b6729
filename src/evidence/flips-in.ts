import { isFunction } from '../syntax/languages/javascript-callee.ts';
import type { Assertion, LanguageName, TestCase } from '../syntax/model.ts';
import { ancestor, child, field, flat, type SyntaxNode, some, textOf } from '../syntax/tree.ts';
import { flipTokens, flipValue } from './flip-value.ts';
import { nodeAt } from './node-at.ts';
import type { TextEdit } from './text-edit.ts';

/**
 * Edits of the expected values of a test, each of which must make it fail: of equalities with a literal, which run whenever the
 * test does. An assertion in a branch, a loop or a callback may honestly not run, and is left as it is.
 */
export function flipsIn(test: TestCase, node: SyntaxNode, language: LanguageName, marker: string): TextEdit[] {
  return test.assertions.flatMap((assertion) => {
    const { expectedAt } = assertion;
    if (!expectedAt || !isPlainEquality(assertion)) return [];
    const value = nodeAt(node, expectedAt);
    if (!value || !alwaysRuns(value, node) || !isCompared(value, language)) return [];
    if (language === 'rust') return flipTokens(value, expectedAt, marker) ?? [];
    return flipValue(value, marker) ?? [];
  });
}

/** Strength 1: the promise of the assertion is not awaited. */
export function isPlainEquality({ kind, tolerance, swallowed, unreachable, conditions, strength }: Assertion): boolean {
  if (!/^(?:strict-equal|equal|null)$/.test(kind) || tolerance !== null || strength < 2) return false;
  return !swallowed && !unreachable && conditions.length === 0;
}

const MAY_NOT_RUN =
  /^(?:for|while|do|try|match|switch|loop|if|else|elif|except|catch|finally|case|closure|lambda|conditional|ternary|async_block|list_comprehension|generator)|^(?:func_literal|lambda_expression|boolean_operator)/;
const SWALLOWS = /\b(?:suppress|raises|warns|ignore|retry|catch|expect\w*|assert(?:Raises|Warns|Logs)\w*)\b/i;

/** Between the value and its test stands nothing that may keep it from being compared, but for calls that run what they get. */
export function alwaysRuns(value: SyntaxNode, test: SyntaxNode, runs = /^(?!)/): boolean {
  let inner = value;
  for (let at = value.parent; at && at !== test; inner = at, at = at.parent) {
    if (/block|body|statement_list/.test(at.type) && earlierIn(at, inner).some(mayLeave)) return false;
    if (isFunction(at)) return at.parent?.parent === test && field(at.parent, 'function') === null;
    if (at.type === 'func_literal') {
      if (at.parent?.parent === test) return true;
      if (!runs.test(flat(field(at.parent?.parent, 'function')))) return false;
      continue;
    }
    if (at.type === 'function_definition' && at.parent === test && test.type === 'decorated_definition') return true;
    if (at.type === 'with_statement' && SWALLOWS.test(flat(child(at, 'with_clause')))) return false;
    if (at.type === 'if_statement' && /^(?:condition|initializer)$/.test(inner.field ?? '')) continue;
    if (at.type === 'boolean_operator' && /^and$/.test(flat(at.children[1] ?? null))) continue;
    if (MAY_NOT_RUN.test(at.type)) return false;
  }
  return true;
}

const earlierIn = (block: SyntaxNode, one: SyntaxNode) => block.children.filter(({ start }) => start < one.start);

/** A statement that may end the test, or the turn of a loop, without a failure. */
function mayLeave(statement: SyntaxNode): boolean {
  return some(statement, (node) => {
    if (!/^(?:return|continue|break|goto)_(?:statement|expression)$/.test(node.type)) return false;
    const around = ancestor(
      node,
      (up) => up === statement || isFunction(up) || /func_literal|lambda|closure/.test(up.type),
    );
    if (around !== statement && node !== statement) return false;
    return !earlierIn(node.parent ?? node, node).some((one) => /^\w+ \. (?:Error|Fatal)f? \(/.test(flat(one)));
  });
}

/** Whether the value is a side of a comparison for equality, written in a way that is known to be one. */
export const isCompared = (value: SyntaxNode, language: LanguageName): boolean =>
  language === 'rust' || COMPARES[language](value);

const COMPARES: Record<Exclude<LanguageName, 'rust'>, (value: SyntaxNode) => boolean> = {
  javascript: (value) => {
    const call = callOf(value);
    const callee = field(call, 'function');
    const name = callee?.type === 'member_expression' ? textOf(field(callee, 'property')) : textOf(callee);
    if (!JS_EQUALITY.test(name)) return false;
    const promised = /\. (?:resolves|rejects|poll)\b/.test(flat(callee));
    return !promised || /^(?:await_expression|return_statement)$/.test(call?.parent?.type ?? '');
  },
  python: (value) => {
    const { parent } = value;
    if (parent?.type === 'comparison_operator') {
      const sides = parent.children.filter((one) => one.named);
      return sides.length === 2 && /^(?:==|is)$/.test(flat(parent.children.find((one) => !one.named) ?? null));
    }
    return PY_EQUALITY.test(
      flat(field(callOf(value), 'function'))
        .split(' ')
        .at(-1) ?? '',
    );
  },
  go: (value) => {
    const { parent } = value;
    if (parent?.type === 'binary_expression') return /^[!=]=$/.test(textOf(parent.children[1]));
    return GO_EQUALITY.test(textOf(field(field(callOf(value), 'function'), 'field')));
  },
  java: (value) => JAVA_EQUALITY.test(textOf(field(callOf(value), 'name'))),
};

const JS_EQUALITY =
  /^(?:toBe|toEqual|toStrictEqual|equals?|eql?|deepEquals?|strictEqual|deepStrictEqual|same|strictSame|is|looseEqual)$/;
const PY_EQUALITY =
  /^(?:assert(?:Equals?|(?:List|Dict|Tuple|Set|Sequence|Items|MultiLine|Count)Equal)|assert_equal|eq_)$/;
const GO_EQUALITY = /^(?:Equalf?|EqualValuesf?|Exactlyf?|ElementsMatchf?)$/;
const JAVA_EQUALITY = /^(?:assertEquals|assertArrayEquals|assertIterableEquals|isEqualTo)$/;

/** The call of which the value is an argument. */
function callOf(value: SyntaxNode): SyntaxNode | null {
  const list = value.parent;
  if (!list || !/^argument/.test(list.type)) return null;
  return ancestor(value, (up) => /^(?:call_expression|call|method_invocation)$/.test(up.type));
}
