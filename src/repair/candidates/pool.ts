import { calleeName, conditionOf, functionAround, isCall, isStatement } from '../../syntax/shapes.ts';
import { field, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import type { Parsed } from '../model/syntax.ts';

/** Code of the project to use in patches. */
export interface Pool {
  /** Names of properties and methods, with their number of uses. */
  properties: ReadonlyMap<string, number>;
  /** Literals by kind (`number`, `string`), in the project's own source. */
  literals: ReadonlyMap<string, ReadonlySet<string>>;
  /** By file. */
  statements: ReadonlyMap<string, SyntaxNode[]>;
  conditions: ReadonlyMap<string, SyntaxNode[]>;
  calls: ReadonlyMap<string, SyntaxNode[]>;
  /** Names of all called functions and methods. */
  functions: ReadonlySet<string>;
}

export function poolOf(files: readonly Parsed[]): Pool {
  const properties = new Map<string, number>();
  const literals = new Map<string, Set<string>>();
  const [statements, conditions, calls] = [
    new Map<string, SyntaxNode[]>(),
    new Map<string, SyntaxNode[]>(),
    new Map<string, SyntaxNode[]>(),
  ];
  const functions = new Set<string>();
  const add = (map: Map<string, SyntaxNode[]>, path: string, node: SyntaxNode) =>
    map.set(path, [...(map.get(path) ?? []), node]);
  for (const { path, root } of files) {
    walk(root, (node) => {
      if (/^import/.test(node.type)) return false;
      const property = field(node, 'property') ?? field(node, 'attribute');
      if (property) properties.set(textOf(property), (properties.get(textOf(property)) ?? 0) + 1);
      const kind = literalKind(node);
      if (kind) literals.set(kind, (literals.get(kind) ?? new Set()).add(textOf(node)));
      if (isStatement(node) && functionAround(node).parent !== null) add(statements, path, node);
      const condition = conditionOf(node);
      if (condition) add(conditions, path, condition);
      if (isCall(node)) {
        add(calls, path, node);
        const name = calleeName(node);
        if (name) functions.add(textOf(name));
      }
      return true;
    });
  }
  return { properties, literals, statements, conditions, calls, functions };
}

/** The kind of a literal that can be replaced by others of its kind, or null. */
export function literalKind(node: SyntaxNode): 'number' | 'string' | null {
  if (!node.named) return null;
  if (/^(number|integer|float)$/.test(node.type)) return 'number';
  if (node.type !== 'string') return null;
  const text = textOf(node);
  return /\n/.test(text) || text.length > 40 || /interpolation/.test(node.children.map(({ type }) => type).join())
    ? null
    : 'string';
}
