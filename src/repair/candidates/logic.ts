import { LOGIC } from '../../syntax/opposites.ts';
import { isBinary, operatorOf } from '../../syntax/shapes.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

/** `and` instead of `or`, and the reverse. */
export const logic: Operator = {
  name: 'logic',
  prior: 0.9,
  *at({ node }) {
    if (!isBinary(node)) return;
    const token = operatorOf(node);
    if (!token) return;
    for (const other of LOGIC[token.type] ?? []) yield replaceNode(token, other, describeChange(token.type, other), 1);
  },
};
