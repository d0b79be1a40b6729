import { field, lineOf, named, type SyntaxNode, textOf, walk } from '../../syntax/tree.ts';
import type { Parsed } from '../model/syntax.ts';
import type { LineScores } from './line-scores.ts';

interface Declared {
  path: string;
  name: string;
  from: number;
  to: number;
}

/** Code outside of functions runs before any test; it is a little less suspicious than the lines that use it. */
export function* constantScores(
  scores: LineScores,
  sources: ReadonlyMap<string, Parsed>,
): Iterable<{ path: string; line: number; score: number; why: string }> {
  const declared = [...sources.values()].flatMap(declaredIn);
  const byName = new Map<string, Declared[]>();
  for (const one of declared) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const strongest = new Map<Declared, number>();
  for (const { path, root } of sources.values()) {
    const lines = scores.get(path);
    if (!lines) continue;
    walk(root, (node) => {
      if (!/identifier$/.test(node.type)) return;
      const score = lines.get(lineOf(node)) ?? 0;
      for (const one of score > 0 ? (byName.get(textOf(node)) ?? []) : []) {
        if (lineOf(node) < one.from || lineOf(node) > one.to)
          strongest.set(one, Math.max(strongest.get(one) ?? 0, score));
      }
    });
  }
  for (const [{ path, name, from, to }, score] of strongest) {
    for (let line = from; line <= to; line++) {
      if ((scores.get(path)?.get(line) ?? 0) < score * 0.7)
        yield { path, line, score: score * 0.7, why: `${name} is used in failing code` };
    }
  }
}

function declaredIn({ path, root }: Parsed): Declared[] {
  const constants: Declared[] = [];
  const visit = (node: SyntaxNode) => {
    for (const one of named(node)) {
      if (
        one.type === 'export_statement' ||
        /^(lexical|variable)_declaration$/.test(one.type) ||
        one.type === 'expression_statement'
      )
        visit(one);
      const target =
        one.type === 'variable_declarator' ? field(one, 'name') : one.type === 'assignment' ? field(one, 'left') : null;
      const value = field(one, 'value') ?? field(one, 'right');
      if (target?.type !== 'identifier' || (value && /function/.test(value.type))) continue;
      const from = lineOf(one);
      constants.push({ path, name: textOf(target), from, to: from + textOf(one).split('\n').length - 1 });
    }
  };
  visit(root);
  return constants;
}
