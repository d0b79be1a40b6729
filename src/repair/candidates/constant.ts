import { WORDS } from '../../syntax/opposites.ts';
import { isBinary, operatorOf } from '../../syntax/shapes.ts';
import { type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Mutation, type Operator, replaceNode, type Site } from './operator.ts';
import { literalKind } from './pool.ts';

const MAX_OTHERS = 10;

/** A literal that should be another one of its kind, taken from the project's own source. */
export const constant: Operator = {
  name: 'constant',
  prior: 0.6,
  *at(site) {
    const { node } = site;
    if (node.parent?.type === 'pair' && node.field === 'key') return;
    const text = textOf(node);
    const opposite = node.named ? WORDS.get(text) : undefined;
    if (opposite) yield replaceNode(node, opposite, describeChange(text, opposite), 0.9);
    const kind = literalKind(node);
    if (kind) yield* literals(node, kind, site);
    if (kind === 'number') yield* scaled(node);
    if (node.type === 'regex') yield* flags(node);
    yield* negative(node);
    yield* signChanges(node);
  },
};

function* literals(node: SyntaxNode, kind: 'number' | 'string', { file, pool }: Site): Iterable<Mutation> {
  const text = textOf(node);
  if (node.parent?.type === 'expression_statement') return;
  const near = new Set<string>();
  for (const other of pool.literals.get(kind) ?? []) if (file.text.includes(other)) near.add(other);
  const usual = kind === 'number' ? ['0', '1', '2'] : ["''", "' '"];
  const seen = new Set([text, text.replaceAll('"', "'"), text.replaceAll("'", '"')]);
  for (const [rank, other] of [...near, ...usual]
    .filter((one) => !seen.has(one))
    .slice(0, MAX_OTHERS)
    .entries()) {
    const mutation = replaceNode(node, other, describeChange(text, other), 0.6 * 0.96 ** rank);
    yield usual.includes(other) ? mutation : { ...mutation, isGuess: true };
  }
}

function* scaled(node: SyntaxNode): Iterable<Mutation> {
  const text = textOf(node);
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value) || Math.abs(value) < 2 || !/^[\d._]+$/.test(text)) return;
  for (const factor of [10, 0.1, 2, 0.5, 100, 0.01]) {
    const other = value * factor;
    if (Number.isInteger(other) || !Number.isInteger(value))
      yield { ...replaceNode(node, String(other), describeChange(text, String(other)), 0.25), isGuess: true };
  }
}

function* negative(node: SyntaxNode): Iterable<Mutation> {
  const text = textOf(node);
  if (/^(unary_expression|unary_operator)$/.test(node.type) && text.startsWith('-')) {
    yield replaceNode(node, text.slice(1).trimStart(), describeChange(text, text.slice(1)), 0.6);
  }
  const isValue = /^(arguments|argument_list|return_statement|pair|subscript|subscript_expression|slice)$/.test(
    node.parent?.type ?? '',
  );
  if (isValue && /^(number|integer|float)$/.test(node.type) && text !== '0')
    yield replaceNode(node, `-${text}`, describeChange(text, `-${text}`), 0.4);
}

/** `x` → `-x` in comparisons and sums of numbers. */
function* signChanges(node: SyntaxNode): Iterable<Mutation> {
  const { parent } = node;
  if (!parent || !isBinary(parent) || !/^(identifier|member_expression|attribute)$/.test(node.type)) return;
  if (/^([<>]=?|\+|\*)$/.test(operatorOf(parent)?.type ?? '')) {
    yield replaceNode(node, `-${textOf(node)}`, describeChange(textOf(node), `-${textOf(node)}`), 0.4);
  }
}

function* flags(node: SyntaxNode): Iterable<Mutation> {
  const text = textOf(node);
  const own = /\/([a-z]*)$/.exec(text)?.[1] ?? '';
  for (const flag of ['g', 'i', 'm']) {
    const other = own.includes(flag) ? text.replace(/[a-z]*$/, own.replace(flag, '')) : `${text}${flag}`;
    yield replaceNode(node, other, describeChange(text, other), 0.4);
  }
}
