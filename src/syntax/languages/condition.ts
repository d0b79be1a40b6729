import { flat, named, type SyntaxNode, some, textOf } from '../tree.ts';

/** What a condition comes to, whatever the program does: `unknown` if only running it would tell. */
type FixedValue = 'true' | 'false' | 'unknown';

/** Null if the condition depends on something. `a && false` does not, whatever `a` is; `a && true` does. */
export function fixedValue(node: SyntaxNode): FixedValue | null {
  const condition = bare(node);
  const negated = negatedBy(condition);
  if (negated) return opposite(fixedValue(negated));
  const sides = isLogical(condition) ? operandsOf(condition) : null;
  if (sides) {
    const [left, right] = sides.map(fixedValue) as [FixedValue | null, FixedValue | null];
    const decides = isOr(condition) ? 'true' : 'false';
    if (left === decides || right === decides) return decides;
    if (left === null || right === null) return left === 'unknown' || right === 'unknown' ? 'unknown' : null;
    return left === 'unknown' || right === 'unknown' ? 'unknown' : opposite(decides);
  }
  const value = literalValue(condition);
  if (value !== undefined) return isTrue(value) ? 'true' : 'false';
  if (some(condition, dependsOnSomething)) return null;
  const compared = comparisonOf(condition);
  return compared === null ? 'unknown' : compared ? 'true' : 'false';
}

export const isLogical = (node: SyntaxNode): boolean =>
  /^(binary_expression|boolean_operator)$/.test(node.type) && /^(&&|\|\||and|or)$/.test(operatorOf(node));

/** True, false, or an expression that gives one of them. */
export const isTruthValue = (node: SyntaxNode): boolean =>
  /^(true|false|True|False)$/.test(textOf(node)) || negatedBy(node) !== null || operatorOf(node) in comparisons;

/** What the condition asks, however it is put, and whether it asks the opposite: `!(a > b)` and `a <= b` are one. */
export function meaningOf(node: SyntaxNode): { meaning: string; negated: boolean } {
  const condition = bare(node);
  const inner = negatedBy(condition);
  if (inner) return inverted(meaningOf(inner));
  const sides = operandsOf(condition);
  const operator = operatorOf(condition);
  if (sides && isLogical(condition)) {
    const both = sides.map(meaningOf);
    const isAnd = !isOr(condition);
    const text = both.map(({ meaning, negated }) => (negated === isAnd ? `not ( ${meaning} )` : meaning)).join(' and ');
    return { meaning: `( ${text} )`, negated: !isAnd };
  }
  const form = sides ? comparisons[operator] : undefined;
  if (!sides || !form) return { meaning: flat(condition), negated: false };
  const [left, right] = (form.swapped ? sides.toReversed() : sides).map((one) => flat(bare(one)));
  return { meaning: `${left} ${form.as} ${right}`, negated: form.negated };
}

const inverted = ({ meaning, negated }: { meaning: string; negated: boolean }) => ({ meaning, negated: !negated });

/** Each comparison as one of `==`, `<`, `is` and `in`, or its opposite. */
const comparisons: Record<string, { as: string; negated: boolean; swapped?: true }> = {
  '==': { as: '==', negated: false },
  '===': { as: '==', negated: false },
  '!=': { as: '==', negated: true },
  '!==': { as: '==', negated: true },
  '<': { as: '<', negated: false },
  '>=': { as: '<', negated: true },
  '>': { as: '<', negated: false, swapped: true },
  '<=': { as: '<', negated: true, swapped: true },
  is: { as: 'is', negated: false },
  'is not': { as: 'is', negated: true },
  in: { as: 'in', negated: false },
  'not in': { as: 'in', negated: true },
};

/** Without brackets around the whole. */
export function bare(node: SyntaxNode): SyntaxNode {
  let at = node;
  while (at.type === 'parenthesized_expression' && named(at).length === 1) at = named(at)[0]!;
  return at;
}

/** The operand of `!` or `not`. */
const negatedBy = (node: SyntaxNode): SyntaxNode | null =>
  /^(unary_expression|not_operator)$/.test(node.type) && /^(!|not\b)/.test(textOf(node))
    ? (named(node)[0] ?? null)
    : null;

const opposite = (value: FixedValue | null): FixedValue | null =>
  value === 'true' ? 'false' : value === 'false' ? 'true' : value;

const isOr = (node: SyntaxNode): boolean => /^(\|\||or)$/.test(operatorOf(node));

const operatorOf = (node: SyntaxNode): string =>
  /^(binary_expression|boolean_operator|comparison_operator)$/.test(node.type)
    ? node.children
        .filter((one) => !one.named)
        .map(textOf)
        .join(' ')
    : '';

function operandsOf(node: SyntaxNode): [SyntaxNode, SyntaxNode] | null {
  const [left, right, third] = operatorOf(node) === '' ? [] : named(node);
  return left && right && !third ? [left, right] : null;
}

/** A literal as a value, or undefined. */
function literalValue(node: SyntaxNode): string | number | boolean | null | undefined {
  const text = textOf(node);
  if (/^(true|True)$/.test(text)) return true;
  if (/^(false|False)$/.test(text)) return false;
  if (/^(null|None|nil|undefined|NaN)$/.test(text)) return null;
  if (/^-?\d[\d_]*(\.\d+)?$/.test(text)) return Number(text.replaceAll('_', ''));
  if (/^(["'])(?:(?!\1)[^\\])*\1$/.test(text)) return text.slice(1, -1);
  return undefined;
}

const isTrue = (value: string | number | boolean | null): boolean => Boolean(value);

/** `1 === 2`, `"a" == "b"`; null for anything that is not two literals. */
function comparisonOf(node: SyntaxNode): boolean | null {
  const values = operandsOf(node)?.map((one) => literalValue(bare(one)));
  const form = comparisons[operatorOf(node)];
  if (!values || !form || values.includes(undefined)) return null;
  const [left, right] = (form.swapped ? values.toReversed() : values) as [string, string];
  const holds = form.as === '<' ? left < right : form.as === 'in' ? right.includes(left) : left === right;
  return holds !== form.negated;
}

const names = /^(identifier|this|self|super|metavariable|macro_invocation|await_expression|yield|new_expression)$/;

/** Functions that only turn one literal into another. */
const pure = /^(Boolean|Number|String|undefined|NaN|bool|int|str|len)$/;

const dependsOnSomething = (node: SyntaxNode): boolean => names.test(node.type) && !pure.test(textOf(node));
