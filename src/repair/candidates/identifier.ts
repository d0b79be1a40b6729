import { boundNames, functionAround, isCall, isFunction, nameOfFunction } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site } from './operator.ts';

const MAX_NAMES = 8;

/** A wrong name of the right kind: a variable, a function, a property. */
export const identifier: Operator = {
  name: 'identifier',
  prior: 0.7,
  *at(site) {
    const { node } = site;
    if (/^(property_identifier|private_property_identifier)$/.test(node.type)) yield* properties(node, site);
    if (node.type !== 'identifier') return;
    if (node.field === 'attribute') yield* properties(node, site);
    else if (node.field === 'function' || node.field === 'constructor') yield* functions(node, site);
    else if (isUse(node)) yield* variables(node, site);
  },
};

function* variables(node: SyntaxNode, site: Site): Iterable<Mutation> {
  const own = textOf(node);
  const names: string[] = [];
  let scope = functionAround(node);
  for (;;) {
    for (const name of boundNames(scope))
      if (name !== own && name !== 'self' && !names.includes(name)) names.push(name);
    if (scope.parent === null) break;
    scope = functionAround(scope);
  }
  for (const [rank, name] of names.slice(0, MAX_NAMES).entries())
    yield replaceNode(node, name, describeChange(own, name), 0.8 * 0.93 ** rank);
  for (const [rank, member] of membersOf(own, site).slice(0, 4).entries()) {
    yield replaceNode(node, `${own}.${member}`, describeChange(own, `${own}.${member}`), 0.35 * 0.9 ** rank);
  }
}

function* functions(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  const own = textOf(node);
  const names = new Set<string>();
  walk(file.root, (one) => {
    const name = isFunction(one) && one.parent !== null ? nameOfFunction(one) : null;
    if (name && name !== own && name !== 'constructor') names.add(name);
    if (isCall(one) && field(one, 'function')?.type === 'identifier') names.add(textOf(field(one, 'function')));
  });
  names.delete(own);
  for (const [rank, name] of [...names].slice(0, MAX_NAMES).entries())
    yield replaceNode(node, name, describeChange(own, name), 0.5 * 0.93 ** rank);
}

/** Properties read from the same object elsewhere come first, then others in the file. */
function* properties(node: SyntaxNode, site: Site): Iterable<Mutation> {
  const holder = node.parent;
  if (!holder || !/^(member_expression|attribute)$/.test(holder.type)) return;
  const own = textOf(node);
  const near = membersOf(textOf(field(holder, 'object')), site).filter((name) => name !== own);
  const others = [...site.pool.properties.keys()].filter(
    (name) => name !== own && !near.includes(name) && hasSimilarName(name, own),
  );
  for (const [rank, name] of [...near, ...others].slice(0, MAX_NAMES).entries()) {
    if (name.startsWith('#') === own.startsWith('#'))
      yield replaceNode(node, name, describeChange(own, name), (rank < near.length ? 0.7 : 0.4) * 0.93 ** rank);
  }
  const object = field(holder, 'object');
  if (object && holder.field !== 'function')
    yield replaceNode(holder, textOf(object), describeChange(textOf(holder), textOf(object)), 0.25);
}

function membersOf(object: string, { file }: Site): string[] {
  const names = new Set<string>();
  walk(file.root, (one) => {
    if (!/^(member_expression|attribute)$/.test(one.type) || textOf(field(one, 'object')) !== object) return;
    if (one.field !== 'function') names.add(textOf(field(one, 'property') ?? field(one, 'attribute')));
  });
  return [...names];
}

const hasSimilarName = (a: string, b: string): boolean =>
  a.slice(0, 3) === b.slice(0, 3) || a.slice(-3) === b.slice(-3);

/** A use of the name: not a declaration, a parameter or a key. */
function isUse(node: SyntaxNode): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (
    node.field === 'name' ||
    node.field === 'key' ||
    node.field === 'pattern' ||
    node.field === 'parameter' ||
    node.field === 'alias'
  )
    return false;
  if (
    /^(formal_parameters|parameters|typed_parameter|lambda_parameters|import_specifier|export_specifier|labeled_statement|global_statement|array_pattern|object_pattern|rest_pattern)$/.test(
      parent.type,
    )
  )
    return false;
  return !(
    node.field === 'left' && /^(for_in_statement|for_statement|for_in_clause|assignment_pattern)$/.test(parent.type)
  );
}
