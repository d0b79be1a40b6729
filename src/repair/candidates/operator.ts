import type { SyntaxNode } from '../../syntax/tree.ts';
import type { Edit } from '../model/model.ts';
import type { Parsed } from '../model/syntax.ts';
import type { Pool } from './pool.ts';

/** One change that an operator proposes at a node. */
export interface Mutation {
  edits: Edit[];
  label: string;
  /** 0 to 1: how likely this is among the operator's proposals. */
  weight: number;
  /** Takes a value that nothing but the tests speaks for. */
  isGuess?: boolean;
  /** The code asks another kind of question: `n > 10` → `n != 10`. */
  changesKind?: boolean;
}

export interface Site {
  node: SyntaxNode;
  file: Parsed;
  /** Other code of the project. */
  pool: Pool;
}

/** A class of faults, defined by how they are fixed. Pure; sees only the source, never a test. */
export interface Operator {
  name: string;
  /** 0 to 1: how often such a change is right if it passes the tests. */
  prior: number;
  at(site: Site): Iterable<Mutation>;
}

export function replaceNode(
  node: { start: number; end: number },
  text: string,
  label: string,
  weight: number,
): Mutation {
  return { edits: [{ start: node.start, end: node.end, text }], label, weight };
}

export const shorten = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 48 ? `${flat.slice(0, 47)}…` : flat;
};

export const describeChange = (from: string, to: string): string => `\`${shorten(from)}\` → \`${shorten(to)}\``;
