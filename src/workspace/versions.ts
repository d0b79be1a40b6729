import { diffTrees } from '../system/tree-diff.ts';
import type { Shadow } from './shadow.ts';

/** A file across several snapshots: its blob in each, null if it did not exist. */
export interface FileVersions {
  path: string;
  blobs: (string | null)[];
}

/** Every file that differs between the trees. */
export async function versionsOf(shadow: Shadow, trees: readonly string[]): Promise<FileVersions[]> {
  const [first, ...others] = trees;
  if (first === undefined) return [];
  const found = new Map<string, { before: string | null; after: Map<string, string | null> }>();
  for (const tree of new Set(others)) {
    for (const { path, before, after } of await diffTrees(shadow.objects, first, tree)) {
      const versions = found.get(path) ?? { before: before?.object ?? null, after: new Map() };
      versions.after.set(tree, after?.object ?? null);
      found.set(path, versions);
    }
  }
  return [...found].map(([path, { before, after }]) => ({
    path: Buffer.from(path, 'latin1').toString('utf8'),
    blobs: trees.map((one) => (after.has(one) ? (after.get(one) ?? null) : before)),
  }));
}

/** The texts of blobs that are no longer than `maxBytes`; a longer or binary one is null. */
export async function blobTexts(shadow: Shadow, blobs: readonly string[], maxBytes: number) {
  const contents = await shadow.objects.blobs(blobs, maxBytes);
  return new Map(
    blobs.map((blob): [string, string | null] => {
      const content = contents.get(blob);
      return [blob, content && !content.includes(0) ? content.toString('utf8') : null];
    }),
  );
}

/** In bytes; missing blobs have no size. */
export const blobSizes = (shadow: Shadow, blobs: readonly string[]): Promise<Map<string, number>> =>
  shadow.objects.sizes(blobs);
