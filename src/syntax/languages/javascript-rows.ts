import { field, flat, named, type SyntaxNode, textOf } from '../tree.ts';

/** The cases of `test.each(table)`. */
export function rowsOf(mods: string[], curried: SyntaxNode[]): string[] {
  if (!mods.includes('each') && !mods.includes('for')) return [];
  const table = curried.at(-1);
  if (!table) return [];
  if (table.type === 'template_string')
    return textOf(table)
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .filter(Boolean);
  return elementsOf(named(table)[0] ?? null);
}

/** The cases of a loop around tests: `for (const one of cases) it(one.name, …)`, `cases.forEach((one) => it(…))`. */
export function loopRows(node: SyntaxNode): string[] {
  if (node.type === 'for_in_statement') return elementsOf(resolveArray(field(node, 'right')));
  const callee = node.type === 'call_expression' ? field(node, 'function') : null;
  if (callee?.type !== 'member_expression' || textOf(field(callee, 'property')) !== 'forEach') return [];
  return elementsOf(resolveArray(field(callee, 'object')));
}

const elementsOf = (node: SyntaxNode | null): string[] => (node?.type === 'array' ? named(node).map(flat) : []);

/** The array itself, or the one that a name is declared with, in the nearest block around: sibling suites may use the same name. */
export function resolveArray(node: SyntaxNode | null): SyntaxNode | null {
  if (node?.type !== 'identifier') return node;
  const name = textOf(node);
  for (let block = node.parent; block; block = block.parent) {
    const found = declarationsIn(block).findLast((one) => textOf(field(one, 'name')) === name);
    if (found) return field(found, 'value');
  }
  return null;
}

function declarationsIn(block: SyntaxNode): SyntaxNode[] {
  return named(block)
    .map((one) => (one.type === 'export_statement' ? (field(one, 'declaration') ?? one) : one))
    .filter(({ type }) => /^(lexical|variable)_declaration$/.test(type))
    .flatMap((one) => named(one).filter(({ type }) => type === 'variable_declarator'));
}
