import type { Assertion, Handler } from '../model.ts';
import { field, flat, isComment, type SyntaxNode } from '../tree.ts';

const leaves = /^(return_statement|throw_statement|raise_statement|return_expression)$/;

const isExit = (statement: SyntaxNode): boolean =>
  leaves.test(statement.type) ||
  (statement.type === 'expression_statement' && statement.children.some((one) => leaves.test(one.type)));

/** `#[cfg(…)]` before a statement: only some builds contain it. */
const isBuildOnly = (mark: SyntaxNode | undefined): boolean =>
  mark?.type === 'attribute_item' && /\bcfg(_attr)? \(/.test(flat(mark));

/** The text of an unconditional exit with code after it, or null. */
export function unreachableAfter(statements: SyntaxNode[]): string | null {
  const at = statements.findIndex((one, i) => isExit(one) && !isBuildOnly(statements[i - 1]));
  if (at < 0 || at >= statements.length - 1) return null;
  const rest = statements.slice(at + 1).filter((one) => !/function|declaration|definition/.test(one.type));
  return rest.length > 0 ? flat(statements[at]!) : null;
}

const never = /^\(? ?(false|False|0|! true|not True|1 == 2|1 === 2|! 1|null|None) ?\)?$/;

/** Marks assertions between `node` and `top` that cannot run, or whose failure is caught and dropped. */
export function markReach(
  found: Assertion,
  node: SyntaxNode,
  top: SyntaxNode,
  handlerAt: (node: SyntaxNode) => Handler | null,
): void {
  for (let at = node; at !== top && at.parent; at = at.parent) {
    const { parent } = at;
    if (/block|body|module|statement_list/.test(parent.type) && behindExit(at, parent)) found.unreachable = true;
    if (
      /^(if|while)_(statement|expression)$/.test(parent.type) &&
      at.field !== 'condition' &&
      at.field !== 'alternative'
    ) {
      if (never.test(flat(field(parent, 'condition')))) found.unreachable = true;
    }
    if (
      /^(for_statement|for_in_statement|enhanced_for_statement|for_expression)$/.test(parent.type) &&
      at.field === 'body'
    ) {
      const over = flat(field(parent, 'right') ?? field(parent, 'value'));
      if (/^(\[ \]|\( \)|\{ \})$/.test(over)) found.unreachable = true;
    }
    if (/^if_(statement|expression)$/.test(parent.type) && at.field !== 'condition' && !failsInside(parent, node))
      found.conditions.push(flat(field(parent, 'condition')));
    if (/block|body|module|statement_list/.test(parent.type)) found.conditions.push(...mayLeave(at, parent));
    const handler = handlerAt(parent);
    if (handler?.swallows && handler.broad && found.kind !== 'fail' && inProtected(at)) found.swallowed = true;
    if (parent === top) break;
  }
}

function inProtected(at: SyntaxNode): boolean {
  return !/^(except_clause|catch_clause|finally_clause|except_group_clause|else_clause)$/.test(at.type);
}

/** `if (bad) fail()`: the condition is the assertion. */
const failsInside = (conditional: SyntaxNode, node: SyntaxNode): boolean =>
  /(?<!\b(?:require|assert) \. )\b(fail|Errorf?|Fatalf?|FailNow|throw|panic)\b/.test(flat(node).slice(0, 80)) ||
  flat(node).startsWith(flat(field(conditional, 'condition')));

/** Conditions under which an earlier statement of the block leaves the test. */
function mayLeave(at: SyntaxNode, block: SyntaxNode): string[] {
  const found: string[] = [];
  for (const sibling of block.children) {
    if (sibling === at) break;
    const conditional = sibling.type === 'expression_statement' ? (sibling.children[0] ?? sibling) : sibling;
    if (!/^if_(statement|expression)$/.test(conditional.type)) continue;
    const then = field(conditional, 'consequence');
    if (/^\{? ?return( [\w.]+)? ?\}?$/.test(flat(then))) found.push(flat(field(conditional, 'condition')));
  }
  return found;
}

function behindExit(at: SyntaxNode, block: SyntaxNode): boolean {
  const siblings = block.children.filter((one) => !isComment(one));
  return siblings.some((one, i) => one.start < at.start && isExit(one) && !isBuildOnly(siblings[i - 1]));
}
