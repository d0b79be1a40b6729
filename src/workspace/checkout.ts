import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOOP_MARKER } from '../process/markers.ts';
import type { ObjectSource } from '../system/object-source.ts';
import { withContext } from './errors.ts';
import { listIgnored } from './ignored.ts';
import { openIndex } from './live-index.ts';
import { readRecord } from './record.ts';
import { changedFiles, type Restored, restoreSnapshot } from './restore.ts';
import { scopeOf } from './scope.ts';
import { openShadow } from './shadow.ts';
import { withSoundIndex } from './sound-index.ts';

export interface CheckoutOptions {
  /** The shadow repository that holds the snapshots. */
  shadow: string;
  /** The folder that snapshots are brought to; nothing in it is worth keeping. */
  root: string;
  /** Where its index is kept. */
  cache: string;
  loop: string;
  /** Reads the shadow repository's objects. */
  objects: ObjectSource;
}

/** A second working tree of the shadow repository. `restore` rejects as the workspace's does. */
export async function openCheckout({ shadow: shadowDir, root, cache, loop, objects }: CheckoutOptions) {
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  rmSync(join(cache, 'index.lock'), { force: true });
  const shadow = { ...(await openShadow({ shadowDir, root, cache, env: { [LOOP_MARKER]: loop } })), objects };
  const parts = { shadow, index: openIndex(shadow), referencedTrees: new Set<string>(), isDisposable: true };
  return {
    /** Files that are not as the snapshot has them. */
    async changedFiles(commit: string): Promise<{ changed: string[]; added: string[] }> {
      return withContext(`comparing with snapshot ${commit}`, () => changedFiles(parts, commit));
    },
    /** Files and folders that the snapshot's rules ignore, a folder that is ignored as a whole named once. */
    async ignoredEntries(commit: string): Promise<string[]> {
      return withContext(`listing ignored files beside snapshot ${commit}`, async () => {
        const record = await readRecord(shadow, commit);
        return listIgnored(shadow, [...scopeOf(shadow, record).frozen, ...record.added]);
      });
    },
    async restore(commit: string): Promise<Restored> {
      const restored = await withContext(`bringing snapshot ${commit} in`, () =>
        withSoundIndex(parts.index, () => restoreSnapshot(parts, commit)),
      );
      rmSync(join(root, '.jumar/aside'), { recursive: true, force: true });
      return restored;
    },
  };
}
