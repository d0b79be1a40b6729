import { BOUNDARIES, COMPARISONS } from '../../syntax/opposites.ts';
import { isBinary } from '../../syntax/shapes.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

/** A boundary on the wrong side, or a comparison in the wrong direction. */
export const comparison: Operator = {
  name: 'comparison',
  prior: 1,
  *at({ node, file }) {
    if (!isBinary(node)) return;
    for (const token of node.children.filter(({ named }) => !named)) {
      const near = BOUNDARIES[token.type];
      if (near) yield replaceNode(token, near, describeChange(token.type, near), 1);
      for (const other of COMPARISONS[token.type] ?? []) {
        const text = file.language === 'python' ? other.replace(/==$/, '=').replace(/^=$/, '==') : other;
        yield replaceNode(token, text, describeChange(token.type, text), 0.5);
      }
    }
  },
};
