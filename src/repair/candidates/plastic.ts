import { indentAt, indented } from '../../syntax/layout.ts';
import { boundNames, conditionOf, functionAround, isFunction, isStatement } from '../../syntax/shapes.ts';
import { ancestor, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site, shorten } from './operator.ts';

const INSERTABLE =
  /^(expression_statement|if_statement|return_statement|break_statement|continue_statement|throw_statement|raise_statement)$/;
const MAX_STATEMENTS = 24;

/**
 * Plastic surgery: code that is missing often exists elsewhere in the same project. Inserts statements before another one
 * and replaces conditions, if all names they use are known there.
 */
export const plastic: Operator = {
  name: 'plastic',
  prior: 0.45,
  *at(site) {
    const { node } = site;
    const scope = functionAround(node);
    if (scope.parent === null) return;
    const whole = conditionOf(node);
    if (whole) yield* conditions(whole, scope, site);
    if (isStatement(node)) yield* statements(node, scope, site);
    if (node.type === 'return_statement') yield* results(node, scope, site);
  },
};

function* statements(node: SyntaxNode, scope: SyntaxNode, { file, pool }: Site): Iterable<Mutation> {
  const visibleNames = namesAt(scope);
  const indent = indentAt(node);
  const isFirst = node.parent?.parent === scope && named(node.parent)[0] === node;
  const isLast = named(node.parent ?? node).at(-1) === node;
  const seen = new Set<string>();
  for (const { other, weight } of nearFirst(pool.statements, file.path, scope)) {
    if (seen.size >= MAX_STATEMENTS) return;
    const text = textOf(other);
    if (
      !INSERTABLE.test(other.type) ||
      other === node ||
      seen.has(text) ||
      text.split('\n').length > 4 ||
      !usesOnly(other, visibleNames)
    )
      continue;
    if (contains(other, node)) continue;
    seen.add(text);
    const insertion = indented(text, indentAt(other), indent);
    const isEnd = /^(return|break|continue|throw|raise)/.test(other.type);
    if (!isEnd)
      yield {
        edits: [{ start: node.start, end: node.start, text: `${insertion}\n${indent}` }],
        label: `before it: \`${shorten(text)}\``,
        weight: weight * (isFirst && other.type === 'if_statement' ? 1.5 : 1),
      };
    if (isLast)
      yield {
        edits: [{ start: node.end, end: node.end, text: `\n${indent}${insertion}` }],
        label: `after it: \`${shorten(text)}\``,
        weight,
      };
  }
}

function* conditions(node: SyntaxNode, scope: SyntaxNode, { file, pool }: Site): Iterable<Mutation> {
  const visibleNames = namesAt(scope);
  const seen = new Set([textOf(node)]);
  for (const { other, weight } of nearFirst(pool.conditions, file.path, scope)) {
    const text = textOf(other);
    if (seen.has(text) || seen.size > 12 || !usesOnly(other, visibleNames)) continue;
    seen.add(text);
    yield replaceNode(node, text, describeChange(textOf(node), text), weight);
  }
}

/** Another value that is returned nearby. */
function* results(node: SyntaxNode, scope: SyntaxNode, { file, pool }: Site): Iterable<Mutation> {
  const own = named(node)[0];
  const visibleNames = namesAt(scope);
  if (!own) return;
  const seen = new Set([textOf(own)]);
  for (const { other, weight } of nearFirst(pool.statements, file.path, scope)) {
    const value = other.type === 'return_statement' ? named(other)[0] : null;
    if (!value || seen.has(textOf(value)) || seen.size > 8 || !usesOnly(value, visibleNames)) continue;
    seen.add(textOf(value));
    yield replaceNode(own, textOf(value), describeChange(textOf(own), textOf(value)), weight);
  }
  for (const name of boundNames(scope).slice(0, 6)) {
    if (!seen.has(name) && name !== 'self') yield replaceNode(own, name, describeChange(textOf(own), name), 0.3);
  }
}

/** The same function first, then the same file, then other files in the same language. */
function* nearFirst(
  all: ReadonlyMap<string, SyntaxNode[]>,
  path: string,
  scope: SyntaxNode,
): Iterable<{ other: SyntaxNode; weight: number }> {
  const own = all.get(path) ?? [];
  const inside = own.filter((one) => contains(scope, one));
  for (const other of inside) yield { other, weight: 0.6 };
  for (const other of own) if (!inside.includes(other)) yield { other, weight: 0.45 };
  const ending = path.slice(path.lastIndexOf('.'));
  for (const [file, others] of all) {
    if (file !== path && file.endsWith(ending)) for (const other of others) yield { other, weight: 0.3 };
  }
}

const contains = (outer: SyntaxNode, inner: SyntaxNode): boolean =>
  outer.file === inner.file && outer.start <= inner.start && outer.end >= inner.end;

/** Names bound in the function, in enclosing functions, and at the top of the file. */
function namesAt(scope: SyntaxNode): Set<string> {
  const names = new Set<string>();
  for (let at: SyntaxNode | null = scope; at; at = at.parent === null ? null : functionAround(at)) {
    for (const name of boundNames(at)) names.add(name);
    if (at.parent === null) {
      walk(at, (one) => {
        if (/^(import|class|function)/.test(one.type))
          walk(
            one,
            (inner) => void (inner.type === 'identifier' && inner.field !== 'attribute' && names.add(textOf(inner))),
          );
        return !isFunction(one) && !ancestor(one, isFunction);
      });
    }
  }
  return names;
}

const GLOBAL =
  /^(Math|Object|Array|Number|String|JSON|Error|TypeError|RangeError|Promise|Map|Set|Date|undefined|len|range|min|max|sum|sorted|list|dict|set|tuple|str|int|float|isinstance|zip|map|filter|any|all|abs|round|enumerate|reversed|ValueError|KeyError|TypeError|self|print)$/;

function usesOnly(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  let allVisible = true;
  const own = new Set<string>();
  walk(node, (one) => {
    if (isFunction(one) || /^for_in_clause$/.test(one.type)) for (const name of boundNames(one)) own.add(name);
  });
  walk(node, (one) => {
    if (
      one.type !== 'identifier' ||
      one.field === 'attribute' ||
      (one.field === 'name' && one.parent?.type === 'keyword_argument')
    )
      return;
    const text = textOf(one);
    if (!names.has(text) && !own.has(text) && !GLOBAL.test(text)) allVisible = false;
  });
  return allVisible;
}
