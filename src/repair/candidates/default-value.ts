import { isBinary, operands, operatorOf } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

const USUAL = {
  javascript: [
    '0',
    '1',
    '-1',
    "''",
    '[]',
    '{}',
    'true',
    'false',
    'null',
    'undefined',
    'Number.POSITIVE_INFINITY',
    'Number.NEGATIVE_INFINITY',
  ],
  python: ['0', '1', '-1', '""', '[]', '{}', 'True', 'False', 'None', 'float("inf")', 'float("-inf")', 'set()'],
};
const LITERAL =
  /^(number|integer|float|string|true|false|null|none|undefined|array|object|list|dictionary|unary_expression|unary_operator|identifier|member_expression)$/;

/** A default or initial value that should be another one. */
export const defaultValue: Operator = {
  name: 'default',
  prior: 0.6,
  *at({ node, file, pool }) {
    const value = initial(node);
    if (!value || !LITERAL.test(value.type)) return;
    const text = textOf(value);
    const isNumber = /^-?[\d.]+$/.test(text);
    const kind = isNumber ? 'number' : /^['"]/.test(text) ? 'string' : null;
    const near = kind ? [...(pool.literals.get(kind) ?? [])].slice(0, 6) : [];
    const usual = USUAL[file.language].filter((other) => kindOf(other) === kindOf(text));
    const rest = USUAL[file.language].filter((other) => kindOf(other) !== kindOf(text));
    for (const [rank, other] of [...new Set([...usual, ...near, ...rest])].filter((one) => one !== text).entries()) {
      yield replaceNode(value, other, describeChange(text, other), 0.75 * 0.92 ** rank);
    }
  },
};

function initial(node: SyntaxNode): SyntaxNode | null {
  if (
    /^(variable_declarator|default_parameter|typed_default_parameter|required_parameter|optional_parameter|keyword_argument|field_definition|public_field_definition)$/.test(
      node.type,
    )
  )
    return field(node, 'value');
  if (/^(assignment_pattern|object_assignment_pattern|assignment|assignment_expression)$/.test(node.type))
    return field(node, 'right');
  if (isBinary(node) && /^(\?\?|\|\||or)$/.test(operatorOf(node)?.type ?? '')) return operands(node)?.[1] ?? null;
  return null;
}

function kindOf(text: string): string {
  if (/^-?[\d.]+$/.test(text) || /inf/i.test(text)) return 'number';
  if (/^(true|false)$/i.test(text)) return 'boolean';
  if (/^['"`]/.test(text)) return 'string';
  return /^[[{]|^set/.test(text) ? 'collection' : 'nothing';
}
