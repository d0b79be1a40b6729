import { ARITHMETIC } from '../../syntax/opposites.ts';
import { operatorOf } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf } from '../../syntax/tree.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

const TYPES =
  /^(binary_expression|binary_operator|augmented_assignment_expression|augmented_assignment|assignment_expression|assignment|update_expression)$/;

/** The wrong arithmetic operator, or an assignment that should add up. */
export const arithmetic: Operator = {
  name: 'arithmetic',
  prior: 0.9,
  *at({ node, file }) {
    if (!TYPES.test(node.type)) return;
    const token = operatorOf(node);
    if (!token) return;
    const isPlainAssignment = token.type === '=' && !isAccumulated(node);
    for (const [rank, other] of (ARITHMETIC[token.type] ?? []).entries()) {
      if (/^\/\/=?$/.test(other) && file.language !== 'python') continue;
      if (other === '>>>' && file.language === 'python') continue;
      yield replaceNode(token, other, describeChange(token.type, other), (isPlainAssignment ? 0.5 : 1) * 0.85 ** rank);
    }
  },
};

/** `line.quantity = quantity`: assigning a value to a field with the same name often should have added to it. */
function isAccumulated(node: SyntaxNode): boolean {
  const [left, right] = [textOf(field(node, 'left')), textOf(field(node, 'right'))];
  return right !== '' && left !== right && left.endsWith(`.${right}`);
}
