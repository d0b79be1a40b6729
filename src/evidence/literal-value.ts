import { field, named, type SyntaxNode, textOf } from '../syntax/tree.ts';

const SCALAR =
  /^(?:string|template_string|concatenated_string|number|integer|float|true|false|null|none|undefined|unary_expression|unary_operator|parenthesized_expression)$/;
const LIST = /^(?:array|list|tuple|set|object|dictionary)$/;
const PART = /^(?:string\w*|escape_\w+|property_identifier|number|integer|float)$/;

/** A value that means the same wherever it is written: no name stands in it. */
export function isLiteralValue(node: SyntaxNode): boolean {
  if (node.type === 'pair') {
    const [key, value] = [field(node, 'key'), field(node, 'value')];
    return key !== null && value !== null && (PART.test(key.type) || isLiteralValue(key)) && isLiteralValue(value);
  }
  if (/^(?:undefined|None)$/.test(textOf(node))) return true;
  if (!SCALAR.test(node.type) && !LIST.test(node.type)) return false;
  return named(node).every((one) => PART.test(one.type) || isLiteralValue(one));
}
