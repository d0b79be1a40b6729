import type { Branch } from '../model.ts';
import { child, field, flat, lineOf, named, type SyntaxNode, textOf, tokensOf } from '../tree.ts';
import { bare, fixedValue, isLogical, isTruthValue, meaningOf } from './condition.ts';

const loops = /^(while_statement|while_expression|do_statement|for_statement)$/;
const choices = /^(ternary_expression|conditional_expression)$/;
const cases =
  /^(switch_case|case_clause|expression_case|type_case|communication_case|match_arm|switch_block_statement_group|switch_rule)$/;
const handlers = /^(except_clause|except_group_clause|catch_clause)$/;

/** Where the code decides at this node: a branch, a loop, a choice of two values, a case, a handler, a logical expression. */
export function branchAt(node: SyntaxNode): Branch | null {
  const parts = partsOf(node);
  if (!parts?.condition) return null;
  const { kind, condition, follows, otherwise } = parts;
  const fixed = kind === 'handler' || parts.isLabel ? null : fixedValue(condition);
  if (kind === 'logic' && fixed === null) return null;
  return {
    kind,
    condition: flat(bare(condition)),
    ...(parts.isLabel ? { meaning: flat(condition), negated: false } : meaningOf(condition)),
    fixed,
    body: follows.flatMap(tokensOf),
    otherwise: tokensOf(otherwise),
    line: lineOf(node),
    text: textOf(node).slice(0, 200),
  };
}

interface Parts {
  kind: Branch['kind'];
  condition: SyntaxNode | null;
  follows: SyntaxNode[];
  otherwise: SyntaxNode | null;
  /** What a case or a handler is for, and no question. */
  isLabel?: boolean;
}

function partsOf(node: SyntaxNode): Parts | null {
  const { type } = node;
  const condition = field(node, 'condition');
  const only = (one: SyntaxNode | null): SyntaxNode[] => (one ? [one] : []);
  if (/^(if_statement|if_expression|elif_clause)$/.test(type))
    return { kind: 'if', condition, follows: only(field(node, 'consequence')), otherwise: field(node, 'alternative') };
  if (loops.test(type))
    return { kind: 'loop', condition: conditionOfLoop(node), follows: only(field(node, 'body')), otherwise: null };
  if (type === 'if_clause' && node.field !== 'guard')
    return { kind: 'loop', condition: named(node)[0] ?? null, follows: [], otherwise: null };
  if (choices.test(type)) {
    const [first, second, third] = named(node);
    if (condition)
      return {
        kind: 'choice',
        condition,
        follows: only(field(node, 'consequence')),
        otherwise: field(node, 'alternative'),
      };
    return { kind: 'choice', condition: second ?? null, follows: only(first ?? null), otherwise: third ?? null };
  }
  if (cases.test(type)) return caseParts(node);
  if (handlers.test(type)) {
    const caught = field(node, 'value') ?? child(node, 'catch_formal_parameter');
    const type = child(caught, 'catch_type') ?? named(caught ?? node).find((one) => one.type !== 'block') ?? caught;
    const body = field(node, 'body') ?? child(node, 'block');
    return {
      kind: 'handler',
      condition: caught && (caught.type === 'as_pattern' || caught.type === 'catch_formal_parameter' ? type : caught),
      follows: only(body),
      otherwise: null,
      isLabel: true,
    };
  }
  if (isLogical(node) && !isWithinFixed(node) && !givesValue(node))
    return { kind: 'logic', condition: node, follows: [], otherwise: null };
  return null;
}

/** Go: the condition may stand alone. */
const conditionOfLoop = (node: SyntaxNode): SyntaxNode | null =>
  field(node, 'condition') ??
  field(child(node, 'for_clause'), 'condition') ??
  named(node).find((one) => one.field === null && /expression|identifier|literal|^(true|false)$/.test(one.type)) ??
  null;

function caseParts(node: SyntaxNode): Parts {
  const label = field(node, 'value');
  const head =
    (node.type === 'match_arm' ? null : label) ??
    field(node, 'pattern') ??
    field(node, 'type') ??
    field(node, 'communication') ??
    child(node, 'case_pattern', 'switch_label');
  const guard =
    field(head, 'condition') ??
    named(field(node, 'guard') ?? node).find((one) => one.parent?.type === 'if_clause') ??
    null;
  const follows = named(node).filter((one) => one !== head && one.field !== 'guard' && one.type !== 'case_pattern');
  return {
    kind: 'case',
    condition: guard && fixedValue(guard) !== null ? guard : head,
    follows,
    otherwise: null,
    isLabel: !(guard && fixedValue(guard) !== null),
  };
}

/** It is the whole question of a branch, or a part of an expression that is fixed itself. */
function isWithinFixed(node: SyntaxNode): boolean {
  let at = node;
  while (at.parent && /^(parenthesized_expression|unary_expression|not_operator)$/.test(at.parent.type)) at = at.parent;
  const { parent } = at;
  if (!parent) return false;
  return (
    at.field === 'condition' ||
    /^(if_clause|for_statement)$/.test(parent.type) ||
    (isLogical(parent) && fixedValue(parent) !== null)
  );
}

/** `options || {}` and `isOpen && 'open'` are no questions: what they give is the value on the right. */
function givesValue(node: SyntaxNode): boolean {
  const right = bare(named(node)[1] ?? node);
  return fixedValue(right) !== null && !isTruthValue(right);
}
