import { isBlock, isCall, isFunction } from '../../syntax/shapes.ts';
import { ancestor, named, textOf } from '../../syntax/tree.ts';
import { describeChange, type Operator, replaceNode } from './operator.ts';

const VALUES =
  /^(call_expression|call|identifier|member_expression|attribute|binary_expression|binary_operator|comparison_operator|boolean_operator|ternary_expression|array|object|subscript|subscript_expression|new_expression|await_expression|await|string|template_string|list|dictionary|list_comprehension|generator_expression|tuple|number|integer|true|false|conditional_expression|unary_expression|not_operator)$/;

/** A promise that is not awaited, or a computed value that is not returned. */
export const awaitReturn: Operator = {
  name: 'await-return',
  prior: 0.9,
  *at({ node, file }) {
    const text = textOf(node);
    if (isCall(node) && node.type !== 'new_expression' && !/^await/.test(node.parent?.type ?? '')) {
      const around = ancestor(node, isFunction);
      if (around && /^(export\s+)?(static\s+)?async\b/.test(textOf(around))) {
        const isObject =
          node.field === 'object' ||
          (node.field === 'value' && file.language === 'python' && node.parent?.type === 'attribute');
        const awaited = isObject ? `(await ${text})` : `await ${text}`;
        yield replaceNode(node, awaited, describeChange(text, awaited), 1);
      }
    }
    if (node.type !== 'expression_statement') return;
    const value = named(node)[0];
    const block = node.parent;
    if (!value || !block || !isBlock(block) || !VALUES.test(value.type) || !ancestor(node, isFunction)) return;
    const isLast = named(block).at(-1) === node;
    yield {
      edits: [{ start: node.start, end: node.start, text: 'return ' }],
      label: describeChange(text, `return ${text}`),
      weight: isLast ? 1 : 0.4,
    };
    if (file.language === 'python')
      yield {
        edits: [{ start: node.start, end: node.start, text: 'yield ' }],
        label: describeChange(text, `yield ${text}`),
        weight: 0.3,
      };
  },
};
