import { isBinary } from '../syntax.ts';
import { type Operator, replaced, told } from './operator.ts';

const BOUNDARY: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const OTHERS: Record<string, readonly string[]> = {
  '<': ['>', '>=', '!=='],
  '<=': ['>=', '>', '==='],
  '>': ['<', '<=', '!=='],
  '>=': ['<=', '<', '==='],
  '===': ['!==', '<=', '>='],
  '!==': ['===', '<', '>'],
  '==': ['!=', '<=', '>='],
  '!=': ['==', '<', '>'],
  in: ['not in'],
  'not in': ['in'],
  is: ['is not'],
  'is not': ['is'],
};

/** A boundary that belongs to the other side, or a comparison that looks the wrong way. */
export const comparison: Operator = {
  name: 'comparison',
  prior: 1,
  *at({ node, file }) {
    if (!isBinary(node)) return;
    for (const token of node.children.filter(({ named }) => !named)) {
      const near = BOUNDARY[token.type];
      if (near) yield replaced(token, near, told(token.type, near), 1);
      for (const other of OTHERS[token.type] ?? []) {
        const text = file.language === 'python' ? other.replace(/==$/, '=').replace(/^=$/, '==') : other;
        yield replaced(token, text, told(token.type, text), 0.5);
      }
    }
  },
};
