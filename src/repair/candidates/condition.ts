import { negationOf } from '../../syntax/opposites.ts';
import { boundNames, conditionOf, functionAround, isBinary, operands, operatorOf } from '../../syntax/shapes.ts';
import { type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site } from './operator.ts';

/** A condition that is negated, too narrow or too broad, or that treats every falsy value as missing. */
export const condition: Operator = {
  name: 'condition',
  prior: 0.75,
  *at(site) {
    const { node } = site;
    const whole = conditionOf(node);
    if (whole) {
      yield* negated(whole, site, 1);
      yield* extended(whole, site);
    }
    yield* part(node, site);
    if (isTest(node)) yield* strict(node, site);
  },
};

function* negated(node: SyntaxNode, { file }: Site, weight: number): Iterable<Mutation> {
  // The `comparison` operator inverts comparisons.
  if (isBinary(node) && !/^(&&|\|\||and|or)$/.test(operatorOf(node)?.type ?? '')) return;
  const { text, form } = negationOf(node, file.language === 'python');
  yield replaceNode(node, text, describeChange(textOf(node), text), weight * (form === 'brackets' ? 0.5 : 1));
}

/** `a && b` → `a`, `b`, and each of them negated. */
function* part(node: SyntaxNode, site: Site): Iterable<Mutation> {
  const sides = isBinary(node) ? operands(node) : null;
  if (!sides || !/^(&&|\|\||and|or)$/.test(operatorOf(node)?.type ?? '')) {
    if (/^(unary_expression|not_operator)$/.test(node.type) && /^(!|not\b)/.test(textOf(node)) && !isWhole(node))
      yield* negated(node, site, 0.8);
    return;
  }
  for (const side of sides) {
    yield replaceNode(node, textOf(side), describeChange(textOf(node), textOf(side)), 0.6);
    yield* negated(side, site, 0.7);
  }
}

/** `if (x)` → `if (x !== undefined)`: zero and the empty string are values too. */
function* strict(node: SyntaxNode, { file }: Site): Iterable<Mutation> {
  if (!/^(identifier|member_expression|attribute|subscript_expression|subscript|call|call_expression)$/.test(node.type))
    return;
  const text = textOf(node);
  const forms =
    file.language === 'python' ? [`${text} is not None`] : [`${text} !== undefined`, `${text} != null`, `${text} > 0`];
  for (const [rank, form] of forms.entries())
    yield replaceNode(node, form, describeChange(text, form), 0.6 * 0.8 ** rank);
}

/** Adds a condition that is used elsewhere in the same function or file. */
function* extended(node: SyntaxNode, { file, pool }: Site): Iterable<Mutation> {
  const text = textOf(node);
  const scope = functionAround(node);
  const names = new Set(boundNames(scope));
  const parts = new Map<string, number>();
  for (const other of pool.conditions.get(file.path) ?? []) {
    if (other === node) continue;
    const near = functionAround(other) === scope;
    for (const one of conjuncts(other)) {
      if (!text.includes(textOf(one)) && (near || onlyUses(one, names))) parts.set(textOf(one), near ? 0.35 : 0.25);
    }
  }
  const [and, or] = file.language === 'python' ? ['and', 'or'] : ['&&', '||'];
  const own = isBinary(node) && operatorOf(node)?.type === or ? `(${text})` : text;
  for (const [extra, weight] of [...parts].slice(0, 12)) {
    yield replaceNode(node, `${own} ${and} ${extra}`, describeChange(text, `… ${and} ${extra}`), weight);
    yield replaceNode(node, `${text} ${or} ${extra}`, describeChange(text, `… ${or} ${extra}`), weight);
  }
}

function conjuncts(node: SyntaxNode): SyntaxNode[] {
  const sides = isBinary(node) && /^(&&|\|\||and|or)$/.test(operatorOf(node)?.type ?? '') ? operands(node) : null;
  return sides ? sides.flatMap(conjuncts) : [node];
}

function onlyUses(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  let usesOnlyNames = true;
  walk(node, (one) => {
    if (one.type === 'identifier' && !names.has(textOf(one)) && one.parent && !/call/.test(one.parent.type))
      usesOnlyNames = false;
  });
  return usesOnlyNames;
}

const isWhole = (node: SyntaxNode): boolean => {
  const holder = node.parent?.type === 'parenthesized_expression' ? node.parent.parent : node.parent;
  return holder !== null && holder !== undefined && conditionOf(holder) === node;
};

/** The node is used as a truth value. */
function isTest(node: SyntaxNode): boolean {
  if (isWhole(node)) return true;
  const { parent } = node;
  return parent !== null && isBinary(parent) && /^(&&|and)$/.test(operatorOf(parent)?.type ?? '');
}
