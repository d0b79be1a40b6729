import { appendFileSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from './model/project.ts';
import type { Patch } from './patch.ts';

/** What one loop's repair agent has learnt. Each fact is written to disk before it is used. */
export type MemoryFact =
  /** This program was run against the tests. */
  | { type: 'tried'; program: string }
  /** It fixed tests and broke none. */
  | { type: 'helped'; base: string; patch: Patch; fixed: number; failing: number }
  /** It was left in the workspace, `instead` of an earlier one that was wrong. */
  | { type: 'delivered'; base: string; program: string; patch: Patch; iteration: number; instead: Patch | null }
  /** The guard would object to it. */
  | { type: 'refused'; base: string; patch: Patch; why: string };

export interface Memory {
  wasTried(program: Digest): boolean;
  helped(): readonly Extract<MemoryFact, { type: 'helped' }>[];
  delivered(): readonly Extract<MemoryFact, { type: 'delivered' }>[];
  triedCount(): number;
  add(fact: MemoryFact): void;
}

export async function openMemory(folder: string): Promise<Memory> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'memory.jsonl');
  const facts = parseFacts(await readFile(file, 'utf8').catch(() => ''));
  const tried = new Set(facts.flatMap((fact) => (fact.type === 'tried' ? [fact.program] : [])));
  const helped = facts.filter((fact) => fact.type === 'helped');
  const delivered = facts.filter((fact) => fact.type === 'delivered');
  return {
    wasTried: (program) => tried.has(keyOf(program)),
    helped: () => helped,
    delivered: () => delivered,
    triedCount: () => tried.size,
    add(fact) {
      appendFileSync(file, `${JSON.stringify(fact)}\n`, { mode: 0o600 });
      if (fact.type === 'tried') tried.add(fact.program);
      if (fact.type === 'helped') helped.push(fact);
      if (fact.type === 'delivered') delivered.push(fact);
    },
  };
}

export const keyOf = (digest: Digest): string => digest.toString(16);

/** Skips a last line torn by a kill: that program is tried again. */
function parseFacts(text: string): MemoryFact[] {
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as MemoryFact];
    } catch {
      return [];
    }
  });
}
