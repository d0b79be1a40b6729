import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepairContext } from './context.ts';
import type { FileChange } from './evaluate.ts';
import { keyOf, type Memory, type MemoryFact } from './memory.ts';
import type { Patch } from './patch.ts';
import { digestAfter, digestOf, type SourceTree } from './project.ts';
import { bestOf, isSamePatch } from './rank.ts';

type Helped = Extract<MemoryFact, { type: 'helped' }>;

/** The best of what helped this very program and was not delivered yet. */
export function bestOpen(memory: Memory, base: string): Helped | null {
  const delivered = memory.delivered();
  const open = memory
    .helped()
    .filter((one) => one.base === base && !delivered.some(({ patch }) => isSamePatch(patch, one.patch)));
  return bestOf(open);
}

/** Puts a change into the workspace and remembers it, with the program it was found for. Throws where the workspace is not what the search began with. */
export async function deliver(
  changes: readonly FileChange[],
  patch: Patch,
  tree: SourceTree,
  memory: Memory,
  { cwd, iteration }: RepairContext,
  revised: { base: string; instead: Patch } | null = null,
): Promise<void> {
  for (const { path, before } of changes) {
    if ((await readFile(join(cwd, path), 'utf8')) !== before)
      throw new Error(`${path} was changed by someone else meanwhile`);
  }
  for (const { path, after } of changes) await writeFile(join(cwd, path), after);
  const base = digestOf(tree);
  const program = keyOf(digestAfter(base, changes));
  const instead = revised?.instead ?? null;
  memory.add({ type: 'delivered', base: revised?.base ?? keyOf(base), program, patch, iteration, instead });
}
