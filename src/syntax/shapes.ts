import { ancestor, child, field, named, type SyntaxNode, textOf, walk } from './tree.ts';

const FUNCTIONS =
  /^(function_declaration|function_expression|arrow_function|method_definition|generator_function|generator_function_declaration|function_definition|lambda)$/;
export const isFunction = ({ type, named: isNamed }: SyntaxNode): boolean => isNamed && FUNCTIONS.test(type);

export function nameOfFunction(node: SyntaxNode): string | null {
  const own = textOf(field(node, 'name'));
  if (own) return own.replace(/^#/, '');
  const holder = node.parent;
  if (holder?.type === 'variable_declarator') return textOf(field(holder, 'name')) || null;
  if (holder?.type === 'pair') return textOf(field(holder, 'key')) || null;
  return null;
}

/** The enclosing function of a node, or the whole file. */
export function functionAround(node: SyntaxNode): SyntaxNode {
  const around = ancestor(node, isFunction);
  if (around) return around;
  let root = node;
  while (root.parent) root = root.parent;
  return root;
}

/** The token between two operands. */
export function operatorOf(node: SyntaxNode): SyntaxNode | null {
  return node.children.find((one) => !one.named && one.type !== '(' && one.type !== ')') ?? null;
}

const BINARY = /^(binary_expression|binary_operator|boolean_operator|comparison_operator)$/;
export const isBinary = ({ type }: SyntaxNode): boolean => BINARY.test(type);

export function operands(node: SyntaxNode): [SyntaxNode, SyntaxNode] | null {
  const [left, right, third] = named(node);
  return left && right && !third ? [left, right] : null;
}

export const isCall = ({ type }: SyntaxNode): boolean =>
  type === 'call_expression' || type === 'call' || type === 'new_expression';

export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = field(call, 'arguments');
  return list && list.type !== 'generator_expression' ? named(list) : [];
}

/** `map` of `list.map(f)`, `f` of `f(x)`. */
export function calleeName(call: SyntaxNode): SyntaxNode | null {
  const callee = field(call, 'function') ?? field(call, 'constructor');
  if (!callee) return null;
  return field(callee, 'property') ?? field(callee, 'attribute') ?? (callee.type === 'identifier' ? callee : null);
}

export const isBlock = ({ type }: SyntaxNode): boolean =>
  type === 'statement_block' || type === 'block' || type === 'program' || type === 'module' || type === 'switch_case';

const STATEMENTS =
  /^(expression_statement|return_statement|throw_statement|raise_statement|if_statement|for_statement|for_in_statement|while_statement|do_statement|try_statement|break_statement|continue_statement|lexical_declaration|variable_declaration|pass_statement|with_statement|delete_statement|assert_statement)$/;
export const isStatement = (node: SyntaxNode): boolean =>
  STATEMENTS.test(node.type) && node.parent !== null && isBlock(node.parent);

/** The condition of an `if`, a loop or a conditional expression, without its brackets. */
export function conditionOf(node: SyntaxNode): SyntaxNode | null {
  if (node.type === 'conditional_expression') return named(node)[1] ?? null;
  if (!/^(if_statement|elif_clause|while_statement|do_statement|ternary_expression|for_statement)$/.test(node.type))
    return null;
  const condition = field(node, 'condition');
  if (!condition) return null;
  return condition.type === 'parenthesized_expression' ? (named(condition)[0] ?? null) : condition;
}

/** Names that a function binds: its parameters, what it declares, loop variables. */
export function boundNames(scope: SyntaxNode): string[] {
  const names = new Set<string>();
  const bind = (node: SyntaxNode | null) => {
    if (node)
      walk(
        node,
        (one) => void (/^(identifier|shorthand_property_identifier_pattern)$/.test(one.type) && names.add(textOf(one))),
      );
  };
  const parameters = field(scope, 'parameters') ?? field(scope, 'parameter');
  for (const one of parameters ? (parameters.type === 'identifier' ? [parameters] : named(parameters)) : []) {
    bind(
      field(one, 'pattern') ??
        field(one, 'left') ??
        field(one, 'name') ??
        (/^(identifier|.*pattern)$/.test(one.type) ? one : child(one, 'identifier')),
    );
  }
  walk(scope, (node) => {
    if (node !== scope && isFunction(node) && scope.parent !== null) return false;
    if (node.type === 'variable_declarator') bind(field(node, 'name'));
    if (/^(for_in_statement|for_statement|for_in_clause)$/.test(node.type)) bind(field(node, 'left'));
    if (node.type === 'assignment') bind(field(node, 'left')?.type === 'attribute' ? null : field(node, 'left'));
    return true;
  });
  return [...names];
}
