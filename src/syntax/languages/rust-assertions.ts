import type { Assertion } from '../model.ts';
import { field, isComment, type SyntaxNode, textOf, tokensOf } from '../tree.ts';
import { type AssertionParts, assertion } from './assertion.ts';

export function macroAssertions(node: SyntaxNode): Assertion[] {
  const tree = node.children.find((one) => one.type === 'token_tree');
  return tree ? macroClaim(node, textOf(field(node, 'macro')), tree) : [];
}

/** Macros inside a macro's tokens are not parsed: finds `name ! ( … )` by its shape. */
export function nestedAssertions(tree: SyntaxNode): Assertion[] {
  const found: Assertion[] = [];
  tree.children.forEach((one, i) => {
    const next = tree.children[i + 1];
    const inner = tree.children[i + 2];
    if (one.type === 'identifier' && next && textOf(next) === '!' && inner?.type === 'token_tree')
      found.push(...macroClaim(one, textOf(one), inner));
  });
  return found;
}

function macroClaim(node: SyntaxNode, macro: string, tree: SyntaxNode): Assertion[] {
  const name = macro.split('::').at(-1)!;
  const args = split(tree);
  const text = (i: number): string => (args[i] ?? []).join(' ');
  const whole = node.type === 'macro_invocation' ? node : tree;
  const make = (parts: AssertionParts): Assertion[] => [assertion(whole, parts)];
  if (/^(debug_)?assert_eq$|^prop_assert_eq$|^eqnice$|^assert_eq_\w+$|^eq$/.test(name))
    return make({ kind: 'equal', subject: text(0), expected: text(1), expectedAt: secondArgument(tree) });
  if (/^(debug_)?assert_ne$|^prop_assert_ne$/.test(name))
    return make({ kind: 'not-equal', subject: text(0), expected: text(1) });
  if (/^assert_matches$/.test(name)) return make({ kind: 'matches', subject: text(0), expected: text(1) });
  if (/^assert_(relative_eq|abs_diff_eq|ulps_eq|approx_eq)$/.test(name))
    return make({
      kind: 'approx',
      subject: text(0),
      expected: text(1),
      tolerance: Number(/epsilon = ([\d.e-]+)/.exec(text(2))?.[1]) || null,
    });
  if (/^assert_(snapshot|debug_snapshot|json_snapshot|yaml_snapshot)/.test(name))
    return make({ kind: 'snapshot', subject: text(0), expected: text(1) });
  if (/^(debug_)?assert$|^prop_assert$|^ensure$/.test(name)) return booleanClaim(args[0] ?? []).flatMap(make);
  if (/^(assert|check|expect)_\w+$/.test(name))
    return make({
      kind: 'custom',
      subject: text(0),
      expected: args
        .slice(1)
        .map((one) => one.join(' '))
        .join(' , '),
    });
  if (name === 'panic' || name === 'unreachable') return make({ kind: 'fail', subject: tokensOf(tree).join(' ') });
  return [];
}

function booleanClaim(tokens: string[]): AssertionParts[] {
  const and = topLevel(tokens, '&&');
  if (and > 0 && topLevel(tokens, '||') < 0)
    return [...booleanClaim(tokens.slice(0, and)), ...booleanClaim(tokens.slice(and + 1))];
  for (const [operator, kind] of [
    ['==', 'equal'],
    ['!=', 'not-equal'],
    ['<=', 'compare'],
    ['>=', 'compare'],
    ['<', 'compare'],
    ['>', 'compare'],
  ] as const) {
    const at = topLevel(tokens, operator);
    if (at > 0) return [{ kind, subject: tokens.slice(0, at).join(' '), expected: tokens.slice(at + 1).join(' ') }];
  }
  const negated = tokens[0] === '!';
  const subject = (negated ? tokens.slice(1) : tokens).join(' ');
  if (/\. is_(some|ok) \( \)$/.test(subject) && !negated) return [{ kind: 'defined', subject, strength: 2 }];
  if (/\. (contains|starts_with|ends_with) \( .* \)$/.test(subject) && !negated) return [{ kind: 'contains', subject }];
  return [
    {
      kind: negated ? 'falsy' : / \)$/.test(subject) || /^matches !/.test(subject) ? 'predicate' : 'truthy',
      subject,
      strength: negated ? 4 : undefined,
    } as AssertionParts,
  ];
}

function topLevel(tokens: string[], operator: string): number {
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (/^[([{]$/.test(token)) depth++;
    else if (/^[)\]}]$/.test(token)) depth--;
    else if (depth === 0 && token === operator) return i;
  }
  return -1;
}

/** Where the second argument of a macro is written. */
function secondArgument(tree: SyntaxNode): { start: number; end: number } | null {
  const inner = tree.children.slice(1, -1).filter((one) => !isComment(one));
  const commas = inner.flatMap((one, i) => (textOf(one) === ',' ? [i] : []));
  const second = commas[0] === undefined ? [] : inner.slice(commas[0] + 1, commas[1]);
  const [first, last] = [second[0], second.at(-1)];
  return first && last ? { start: first.start, end: last.end } : null;
}

/** The arguments of a macro: its tokens between commas at the outer level. */
function split(tree: SyntaxNode): string[][] {
  const tokens = tokensOf(tree).slice(1, -1);
  const args: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token)) depth--;
    if (depth === 0 && token === ',') args.push([]);
    else args.at(-1)!.push(token);
  }
  return args;
}
