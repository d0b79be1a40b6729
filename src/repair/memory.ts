import { appendFileSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Digest } from './model/project.ts';
import type { Patch } from './patch.ts';

/** What one loop's repair agent has learnt. Each fact is written to disk before it is used. */
export type MemoryFact =
  /** This program was run against the tests; `places` (`path:line`) are what it changed. */
  | { type: 'tried'; program: string; places?: readonly string[] }
  /** It fixed tests and broke none. */
  | { type: 'helped'; base: string; patch: Patch; fixed: number; failing: number }
  /** It was left in the workspace, `instead` of an earlier one that was wrong. */
  | { type: 'delivered'; base: string; program: string; patch: Patch; iteration: number; instead: Patch | null }
  /** The guard would object to it. */
  | { type: 'refused'; base: string; patch: Patch; why: string }
  /** Nothing is left to try on this program with these commands. */
  | { type: 'exhausted'; base: string; commands: readonly string[]; reason: string };

export interface Memory {
  wasTried(program: Digest): boolean;
  helped(): readonly Extract<MemoryFact, { type: 'helped' }>[];
  delivered(): readonly Extract<MemoryFact, { type: 'delivered' }>[];
  triedCount(): number;
  /** Every place of every program that was tried, once. */
  triedPlaces(): readonly string[];
  /** Why there is nothing left to try; null if there is. */
  exhausted(base: string, commands: readonly string[]): string | null;
  add(fact: MemoryFact): void;
}

export async function openMemory(folder: string): Promise<Memory> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'memory.jsonl');
  const facts = parseFacts(await readFile(file, 'utf8').catch(() => ''));
  const tried = new Set(facts.flatMap((fact) => (fact.type === 'tried' ? [fact.program] : [])));
  const places = new Set(facts.flatMap((fact) => (fact.type === 'tried' ? (fact.places ?? []) : [])));
  const exhausted = facts.filter((fact) => fact.type === 'exhausted');
  const helped = facts.filter((fact) => fact.type === 'helped');
  const delivered = facts.filter((fact) => fact.type === 'delivered');
  return {
    wasTried: (program) => tried.has(keyOf(program)),
    helped: () => helped,
    delivered: () => delivered,
    triedCount: () => tried.size,
    triedPlaces: () => [...places],
    exhausted: (base, commands) =>
      exhausted.find((one) => one.base === base && one.commands.join('\n') === commands.join('\n'))?.reason ?? null,
    add(fact) {
      appendFileSync(file, `${JSON.stringify(fact)}\n`, { mode: 0o600 });
      if (fact.type === 'tried') {
        tried.add(fact.program);
        for (const place of fact.places ?? []) places.add(place);
      }
      if (fact.type === 'exhausted') exhausted.push(fact);
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
