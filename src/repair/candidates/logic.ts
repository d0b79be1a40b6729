import { isBinary, operatorOf } from '../model/syntax.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

const OTHERS: Record<string, readonly string[]> = {
  '&&': ['||'],
  '||': ['&&', '??'],
  '??': ['||', '&&'],
  and: ['or'],
  or: ['and'],
};

/** `and` instead of `or`, and the reverse. */
export const logic: Operator = {
  name: 'logic',
  prior: 0.9,
  *at({ node }) {
    if (!isBinary(node)) return;
    const token = operatorOf(node);
    if (!token) return;
    for (const other of OTHERS[token.type] ?? []) yield replaceNode(token, other, describeChange(token.type, other), 1);
  },
};
