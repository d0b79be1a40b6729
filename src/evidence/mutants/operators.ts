import { lineSpan } from '../../syntax/layout.ts';
import { ARITHMETIC, BOUNDARIES, COMPARISONS, LOGIC, negationOf, WORDS } from '../../syntax/opposites.ts';
import { conditionOf, functionAround, isBinary, isFunction, isStatement, operatorOf } from '../../syntax/shapes.ts';
import { field, named, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import type { TextEdit } from '../text-edit.ts';
import { isAboutText, isGuard, isLiteral, isLoopStep, isName, isTalk, standsAlone } from './scene.ts';

/** A class of small faults: the repair agent's, backwards. Each makes at most one change at a node. */
export interface MutantOperator {
  name: 'condition' | 'comparison' | 'logic' | 'arithmetic' | 'literal' | 'removal' | 'return';
  at(node: SyntaxNode, isPython: boolean): TextEdit | null;
}

export const mutantOperators: readonly MutantOperator[] = [
  {
    name: 'condition',
    at(node, isPython) {
      const whole = /^(?:while|do|for)_/.test(node.type) ? null : conditionOf(node);
      if (!whole || isEquality(whole)) return null;
      return replaced(whole, negationOf(whole, isPython).text);
    },
  },
  {
    name: 'comparison',
    at(node) {
      const token = isBinary(node)
        ? node.children.find(({ type, named: isNamed }) => !isNamed && type in COMPARISONS)
        : null;
      if (!token) return null;
      const other = BOUNDARIES[token.type] ?? COMPARISONS[token.type]?.[0];
      return other === undefined ? null : replaced(token, other);
    },
  },
  { name: 'logic', at: (node) => (isBinary(node) ? swapped(operatorOf(node), LOGIC) : null) },
  {
    name: 'arithmetic',
    at(node) {
      if (!ARITHMETICAL.test(node.type) || isAboutText(node) || isLoopStep(node)) return null;
      return swapped(operatorOf(node), ARITHMETIC);
    },
  },
  {
    name: 'literal',
    at(node) {
      if (!node.named || standsAlone(node) || isName(node)) return null;
      const other = WORDS.get(textOf(node)) ?? otherNumber(node) ?? otherText(node);
      return other === null ? null : replaced(node, other);
    },
  },
  {
    name: 'removal',
    at(node, isPython) {
      if (!isStatement(node) || functionAround(node).parent === null || !isRemovable(node, isPython)) return null;
      const isOnly = named(node.parent as SyntaxNode).length === 1;
      if (isOnly && isPython) return replaced(node, 'pass');
      return { ...lineSpan(node), text: '' };
    },
  },
  {
    name: 'return',
    at(node, isPython) {
      const value = returnedAt(node);
      if (!value || isLiteral(value)) return null;
      return replaced(value, isPython ? 'None' : 'undefined');
    },
  },
];

const ARITHMETICAL =
  /^(?:binary_expression|binary_operator|augmented_assignment_expression|augmented_assignment|update_expression)$/;

const replaced = ({ start, end }: SyntaxNode, text: string): TextEdit => ({ start, end, text });

function swapped(token: SyntaxNode | null, table: Readonly<Record<string, readonly string[]>>): TextEdit | null {
  const other = token && Object.hasOwn(table, token.type) ? table[token.type]?.[0] : undefined;
  return token && other !== undefined ? replaced(token, other) : null;
}

/** Its negation is what the comparison becomes anyway. */
const isEquality = (node: SyntaxNode) =>
  isBinary(node) && /^(?:[!=]==?|is(?: not)?|(?:not )?in)$/.test(operatorOf(node)?.type ?? '');

/** `n` → `n + 1`, `-n` → `n`. */
function otherNumber(node: SyntaxNode): string | null {
  const text = textOf(node);
  if (/^unary_(?:expression|operator)$/.test(node.type)) return /^-\s*[\d.]/.test(text) ? text.slice(1).trim() : null;
  if (!/^(?:number|integer|float)$/.test(node.type) || /^unary_/.test(node.parent?.type ?? '')) return null;
  const [, whole = '', rest = ''] = /^(\d[\d_]*)((?:\.\d*)?n?)$/.exec(text) ?? [];
  return whole === '' ? null : `${BigInt(whole.replaceAll('_', '')) + 1n}${rest}`;
}

/** A text becomes empty, and an empty one a word. */
function otherText(node: SyntaxNode): string | null {
  const text = textOf(node);
  const isPlain =
    /^(?:string|template_string)$/.test(node.type) &&
    !node.children.some(({ type }) => /interpolation|substitution/.test(type));
  const [, prefix = '', quote = '', content = ''] = (isPlain && /^([a-zA-Z]*)("""|'''|["'`])(.*)\2$/s.exec(text)) || [];
  return quote === '' || node.parent?.type === 'concatenated_string'
    ? null
    : `${prefix}${quote}${content === '' ? 'jumar' : ''}${quote}`;
}

/** It has an effect, and what follows can be read without it. */
function isRemovable(node: SyntaxNode, isPython: boolean): boolean {
  if (/^(?:break|continue|delete)_statement$/.test(node.type) || isGuard(node)) return true;
  const [inner] = node.type === 'expression_statement' ? named(node) : [];
  const value = inner && /^await/.test(inner.type) ? named(inner)[0] : inner;
  if (!value || isTalk(value)) return false;
  if (
    /^(?:call|call_expression|augmented_assignment|augmented_assignment_expression|update_expression|yield|yield_expression)$/.test(
      value.type,
    )
  )
    return true;
  if (!/^assignment(?:_expression)?$/.test(value.type)) return false;
  return !isPython || /^(?:attribute|subscript)$/.test(field(value, 'left')?.type ?? '');
}

/** The value of a `return`, or of a function that is one expression. */
function returnedAt(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'return_statement') return named(node)[0] ?? null;
  const body = isFunction(node) && /^(?:arrow_function|lambda)$/.test(node.type) ? field(node, 'body') : null;
  return body && body.type !== 'statement_block' ? body : null;
}
