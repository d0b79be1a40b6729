import type { TestCase } from '../syntax/model.ts';
import { named, type SyntaxNode, textOf, walk } from '../syntax/tree.ts';
import { isLiteralValue } from './literal-value.ts';
import { nodeAt } from './node-at.ts';

/** The literals that a test expects: those that its assertions compare with, or the last one of each row of its table. */
export function expectedValues({ assertions }: Pick<TestCase, 'assertions'>, node: SyntaxNode): string[] {
  const compared = assertions.flatMap(({ expectedAt }) => {
    const value = expectedAt && nodeAt(node, expectedAt);
    return value && isLiteralValue(value) ? [textOf(value)] : [];
  });
  return [...new Set(compared.length > 0 ? compared : lastOfRows(node))];
}

function lastOfRows(node: SyntaxNode): string[] {
  const values: string[] = [];
  walk(node, (one) => {
    if (!/^(?:array|list|tuple)$/.test(one.type)) return;
    const parts = named(one);
    const last = parts.at(-1);
    if (
      last &&
      parts.length > 1 &&
      parts.every((part) => isLiteralValue(part)) &&
      !/^(?:array|list|tuple)$/.test(last.type)
    )
      values.push(textOf(last));
  });
  return values;
}
