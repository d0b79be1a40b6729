import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RepairContext } from './context.ts';
import type { FileChange } from './evaluate.ts';
import { keyOf, type Memory, type MemoryFact } from './memory.ts';
import { digestAfter, digestOf, type SourceTree } from './model/project.ts';
import type { Patch } from './patch.ts';
import { bestOf, isSamePatch } from './rank.ts';

type Helped = Extract<MemoryFact, { type: 'helped' }>;

/** The best patch that helped this exact program and was not delivered yet. */
export function bestUndelivered(memory: Memory, base: string): Helped | null {
  const delivered = memory.delivered();
  const open = memory
    .helped()
    .filter((one) => one.base === base && !delivered.some(({ patch }) => isSamePatch(patch, one.patch)));
  return bestOf(open);
}

/**
 * Writes a change to the workspace and records it with the program it was found for. Throws if the workspace changed since
 * the search began.
 */
export async function deliverPatch(
  changes: readonly FileChange[],
  patch: Patch,
  tree: SourceTree,
  memory: Memory,
  { cwd, iteration }: RepairContext,
  revised: { base: string; instead: Patch } | null = null,
): Promise<void> {
  for (const { path, before } of changes) {
    if ((await readFile(join(cwd, path), 'utf8').catch(() => null)) !== before)
      throw new Error(`${path} was changed by someone else in the meantime`);
  }
  for (const { path, after } of changes) await writeFile(join(cwd, path), after);
  const base = digestOf(tree);
  const program = keyOf(digestAfter(base, changes));
  const instead = revised?.instead ?? null;
  memory.add({ type: 'delivered', base: revised?.base ?? keyOf(base), program, patch, iteration, instead });
}
