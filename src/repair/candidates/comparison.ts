import { BOUNDARIES, COMPARISONS } from '../../syntax/opposites.ts';
import { isBinary } from '../../syntax/shapes.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

const ORDER = /^[<>]=?$/;

/** A boundary on the wrong side, or a comparison in the wrong direction. */
export const comparison: Operator = {
  name: 'comparison',
  prior: 1,
  *at({ node, file }) {
    if (!isBinary(node)) return;
    for (const token of node.children.filter(({ named }) => !named)) {
      const near = BOUNDARIES[token.type];
      if (near) yield replaceNode(token, near, describeChange(token.type, near), 1);
      for (const [rank, other] of (COMPARISONS[token.type] ?? []).entries()) {
        const text = file.language === 'python' ? other.replace(/==$/, '=').replace(/^=$/, '==') : other;
        const changesKind = ORDER.test(token.type) !== ORDER.test(text);
        const weight = (changesKind ? 0.25 : 0.5) * 0.9 ** rank;
        yield { ...replaceNode(token, text, describeChange(token.type, text), weight), changesKind };
      }
    }
  },
};
