import { exportLoop } from '../../export/export-loop.ts';
import { patterns } from '../../guard/patterns/index.ts';
import { type GitWorkspace, openWorkspace } from '../../workspace/index.ts';
import type { CommandContext } from '../context.ts';
import { type LoopReading, readLoop } from '../loop-reading.ts';
import { deliver } from '../output.ts';
import { noteOutputInside } from '../output-inside.ts';

/** The whole persisted state of a loop as JSON, valid against schemas/loop-state.schema.json. */
export default async function exportCommand(
  context: CommandContext,
  id: string | undefined,
  { out }: { out?: string },
): Promise<number> {
  const reading = await readLoop(context, id);
  const names = new Map(patterns.map((pattern) => [pattern.id, pattern.name]));
  const exported = await exportLoop(reading.state, reading.status, {
    artifacts: await artifactsFrom(reading),
    patternName: (pattern) => names.get(pattern) ?? pattern,
  });
  await deliver(context, `${JSON.stringify(exported, null, 2)}\n`, out);
  await noteOutputInside(context, reading.state, out);
  return 0;
}

async function artifactsFrom({ entry, state }: LoopReading) {
  const { shadow, root } = entry.project;
  const workspace = await openWorkspace({ shadow, root, loop: entry.id }).catch((): GitWorkspace | null => null);
  return async ({ snapshot, parent }: LoopReading['state']['iterations'][number]) => {
    const before = parent === null ? null : state.iterations[parent]?.snapshot;
    if (!workspace || !snapshot || !before) return null;
    try {
      const changed = await workspace.versions([before.tree, snapshot.tree]);
      const hashes = changed.map(({ blobs }) => blobs[1] ?? null);
      const sizes = await workspace.sizes(hashes.filter((hash) => hash !== null));
      return changed.map(({ path }, index) => {
        const hash = hashes[index] ?? null;
        return { path, hash, size_bytes: hash === null ? null : (sizes.get(hash) ?? null) };
      });
    } catch {
      return null;
    }
  };
}
