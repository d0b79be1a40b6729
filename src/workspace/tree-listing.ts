import type { Entry } from '../ports/workspace.ts';
import type { BytePath } from '../system/paths.ts';
import { diffTrees, emptyTree } from '../system/tree-diff.ts';
import type { Shadow } from './shadow.ts';

/** Every file, link and submodule of a tree, in git's order. */
export type TreeListing = ReadonlyMap<BytePath, Entry>;

/** Enough for the two sides of an iteration. */
const CACHED_LISTINGS = 2;
const listings = new WeakMap<Shadow, Map<string, Promise<TreeListing>>>();

/** What a snapshot holds. Cached, as a commit never changes; one beside a cached one is made from it. */
export function treeListing(shadow: Shadow, commit: string): Promise<TreeListing> {
  const cached = listings.get(shadow) ?? new Map<string, Promise<TreeListing>>();
  listings.set(shadow, cached);
  const listing = cached.get(commit) ?? listTree(shadow, commit, [...cached]);
  cached.delete(commit);
  cached.set(commit, listing);
  listing.catch(() => cached.delete(commit));
  for (const old of [...cached.keys()].slice(0, -CACHED_LISTINGS)) cached.delete(old);
  return listing;
}

async function listTree(
  shadow: Shadow,
  commit: string,
  cached: readonly (readonly [string, Promise<TreeListing>])[],
): Promise<TreeListing> {
  const [last] = cached.slice(-1);
  const base = last && (await last[1].catch(() => null));
  const changes = await diffTrees(shadow.objects, base ? last![0] : emptyTree(shadow.objectFormat), commit);
  const listing = new Map(base ?? []);
  for (const { path, after } of changes) {
    if (after) listing.set(path, after);
    else listing.delete(path);
  }
  const isInOrder = !base || changes.every(({ before, after }) => before !== null || after === null);
  return isInOrder ? listing : new Map([...listing].sort(([a], [b]) => (a < b ? -1 : 1)));
}
