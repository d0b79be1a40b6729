import type { SyntaxNode } from '../../guard/tree.ts';
import type { Edit } from '../model.ts';
import type { Parsed } from '../syntax.ts';
import type { Pool } from './pool.ts';

/** One change that an operator proposes at a node. */
export interface Mutation {
  edits: Edit[];
  label: string;
  /** 0 to 1: how likely among what the operator proposes. */
  weight: number;
}

export interface Site {
  node: SyntaxNode;
  file: Parsed;
  /** What else the project holds. */
  pool: Pool;
}

/** A class of faults, told by how they are mended. Pure; sees the source alone, never a test. */
export interface Operator {
  name: string;
  /** 0 to 1: how often such a change is right where it passes. */
  prior: number;
  at(site: Site): Iterable<Mutation>;
}

export function replaced(node: { start: number; end: number }, text: string, label: string, weight: number): Mutation {
  return { edits: [{ start: node.start, end: node.end, text }], label, weight };
}

export const short = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length > 48 ? `${flat.slice(0, 47)}…` : flat;
};

export const told = (from: string, to: string): string => `\`${short(from)}\` → \`${short(to)}\``;
