import { field, named, type SyntaxNode, textOf } from '../tree.ts';

/** Names that define a test or a suite. */
export const roots =
  /^(describe|context|suite|it|specify|test|xit|xtest|xdescribe|xcontext|xspecify|fit|fdescribe|ftest|pit|xsuite)$/;
/** Names that may follow one of `roots`. */
export const modifiers = new Set(
  'skip only todo each concurrent sequential failing fails fixme skipIf runIf serial parallel describe for slow shuffle if fail todoIf step extend retry options test it'.split(
    ' ',
  ),
);

export interface Callee {
  parts: string[];
  curried: SyntaxNode[];
  conditional: boolean;
}

/** The dotted name that is called, through curried calls and conditions; null if there is none. */
export function calleeOf(node: SyntaxNode | null): Callee | null {
  if (!node) return null;
  if (node.type === 'identifier' || node.type === 'this' || node.type === 'property_identifier')
    return { parts: [textOf(node)], curried: [], conditional: false };
  if (node.type === 'member_expression') {
    const inner = calleeOf(field(node, 'object'));
    return inner && { ...inner, parts: [...inner.parts, textOf(field(node, 'property'))] };
  }
  if (node.type === 'call_expression') {
    const inner = calleeOf(field(node, 'function'));
    const args = field(node, 'arguments');
    return inner && { ...inner, curried: args ? [...inner.curried, args] : inner.curried };
  }
  if (node.type === 'parenthesized_expression') return calleeOf(named(node)[0] ?? null);
  if (node.type === 'ternary_expression') {
    const inner = calleeOf(field(node, 'consequence'));
    const other = calleeOf(field(node, 'alternative'));
    const plain = [inner, other].find((one) => one && one.parts.length === 1) ?? inner;
    return plain && { ...plain, conditional: true };
  }
  return null;
}

export const isFunction = (node: SyntaxNode): boolean =>
  /^(arrow_function|function_expression|function|generator_function|function_declaration|method_definition)$/.test(
    node.type,
  );
