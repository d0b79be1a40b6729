import { isBinary, operatorOf } from '../syntax.ts';
import { type Operator, replaced, told } from './operator.ts';

const OTHERS: Record<string, readonly string[]> = {
  '&&': ['||'],
  '||': ['&&', '??'],
  '??': ['||', '&&'],
  and: ['or'],
  or: ['and'],
};

/** `and` where `or` was meant. */
export const logic: Operator = {
  name: 'logic',
  prior: 0.9,
  *at({ node }) {
    if (!isBinary(node)) return;
    const token = operatorOf(node);
    if (!token) return;
    for (const other of OTHERS[token.type] ?? []) yield replaced(token, other, told(token.type, other), 1);
  },
};
