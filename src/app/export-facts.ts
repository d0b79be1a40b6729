import { join } from 'node:path';
import type { IterationState } from '../core/state/state.ts';
import type { LoopReading } from './loop-reading.ts';
import { patterns } from './patterns.ts';
import { openSnapshots, readChangedFiles } from './snapshots.ts';

/** What an export contains besides the log. */
export async function readExportFacts({ entry, state }: LoopReading) {
  const names = new Map(patterns.map((pattern) => [pattern.id, pattern.name]));
  const snapshots = await openSnapshots({ project: entry.project, loop: entry.id });
  return {
    files: join(entry.paths.folder, 'files'),
    patternName: (pattern: string) => names.get(pattern) ?? inWords(pattern),
    artifacts: async (iteration: IterationState) => {
      const changed = await readChangedFiles(snapshots, state, iteration);
      if (!snapshots || !changed) return null;
      try {
        const sizes = await snapshots.sizes(changed.flatMap(({ hash }) => hash ?? []));
        return changed.map(({ path, hash }) => ({
          path,
          hash,
          size_bytes: hash === null ? null : (sizes.get(hash) ?? null),
        }));
      } catch {
        return null;
      }
    },
  };
}

/** For what the judge itself found: `fails-with-original-tests`. */
function inWords(id: string): string {
  const words = id.replaceAll(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
