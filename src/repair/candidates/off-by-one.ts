import { calleeName, isBinary, isCall, operands, operatorOf } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode } from './operator.ts';

const COUNTED =
  /^(slice|substring|substr|splice|at|charAt|charCodeAt|range|repeat|padStart|padEnd|splitAt|xrange|enumerate|randrange|zip|fill|swap)$/;
const VALUES =
  /^(identifier|member_expression|attribute|call|call_expression|subscript|subscript_expression|parenthesized_expression|binary_expression|binary_operator|number|integer)$/;
const TIGHT = /^(\*|\/|%|\*\*|<<|>>|>>>|\/\/)$/;

/** One too many or too few: in an index, a bound, a count, or a length. */
export const offByOne: Operator = {
  name: 'off-by-one',
  prior: 0.8,
  *at({ node }) {
    yield* literal(node);
    yield* dropped(node);
    const place = placeOf(node);
    if (place === 0 || !VALUES.test(node.type) || /^(number|integer)$/.test(node.type)) return;
    const text = textOf(node);
    for (const [sign, weight] of [
      ['-', 1],
      ['+', 0.9],
    ] as const) {
      const sum = `${text} ${sign} 1`;
      yield replaceNode(node, isTight(node) ? `(${sum})` : sum, describeChange(text, sum), weight * place);
    }
  },
};

function* literal(node: SyntaxNode): Iterable<Mutation> {
  if (!/^(number|integer)$/.test(node.type) || !/^\d+$/.test(textOf(node)) || node.parent?.type === 'pair') return;
  const value = Number(textOf(node));
  const weight = placeOf(node) > 0 || isBinary(node.parent ?? node) ? 0.8 : 0.4;
  yield replaceNode(node, String(value + 1), describeChange(textOf(node), String(value + 1)), weight);
  if (value > 0) yield replaceNode(node, String(value - 1), describeChange(textOf(node), String(value - 1)), weight);
  else yield replaceNode(node, '-1', describeChange('0', '-1'), weight * 0.6);
}

/** `x - 1` → `x`. */
function* dropped(node: SyntaxNode): Iterable<Mutation> {
  const sides = isBinary(node) ? operands(node) : null;
  const sign = operatorOf(node)?.type;
  if (!sides || (sign !== '+' && sign !== '-')) return;
  const [left, right] = sides;
  if (textOf(right) === '1') yield replaceNode(node, textOf(left), describeChange(textOf(node), textOf(left)), 0.9);
}

/** How likely a value in this place is a count: highest for indexes, bounds and lengths. */
function placeOf(node: SyntaxNode): number {
  const { parent } = node;
  if (!parent) return 0;
  if (node.field === 'index' || node.field === 'subscript') return 0.8;
  if (parent.type === 'slice') return 0.9;
  if (isBinary(parent)) {
    const sign = operatorOf(parent)?.type ?? '';
    if (/^(<|<=|>|>=)$/.test(sign)) return 0.7;
    return /^(-|\+|\*|\/|\/\/|%|>>|<<|\*\*|===?|!==?)$/.test(sign) && !/string/.test(node.type) ? 0.35 : 0;
  }
  const call = parent.type === 'arguments' || parent.type === 'argument_list' ? parent.parent : null;
  if (call && isCall(call)) {
    if (COUNTED.test(textOf(calleeName(call)))) return 0.7;
    return /^(identifier|binary_expression|binary_operator|subscript|subscript_expression)$/.test(node.type) ? 0.25 : 0;
  }
  if (
    /^(return_statement|variable_declarator|assignment|assignment_expression)$/.test(parent.type) &&
    node !== field(parent, 'name') &&
    node !== field(parent, 'left')
  )
    return /^(new_expression|arrow_function)$/.test(node.type) ? 0 : 0.3;
  return 0;
}

function isTight(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent || !isBinary(parent)) return false;
  const sign = operatorOf(parent)?.type ?? '';
  return TIGHT.test(sign) || (sign === '-' && operands(parent)?.[1] === node);
}
