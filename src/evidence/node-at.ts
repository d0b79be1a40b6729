import type { SyntaxNode } from '../syntax/tree.ts';

/** The outermost node of just this range, of one of these types, or the innermost that holds it. Null if there is none. */
export function nodeAt(
  root: SyntaxNode,
  { start, end }: { start: number; end: number },
  types?: RegExp,
): SyntaxNode | null {
  if (root.start > start || root.end < end) return null;
  let node = root;
  for (;;) {
    if (node.start === start && node.end === end && (!types || types.test(node.type))) return node;
    const inner = node.children.find((one) => one.start <= start && one.end >= end);
    if (!inner) return types ? null : node;
    node = inner;
  }
}
