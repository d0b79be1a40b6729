import type { Shadow } from './shadow.ts';

/** Enough for the two sides of an iteration. */
const CACHED_LISTINGS = 2;
const listings = new WeakMap<Shadow, Map<string, Promise<Buffer>>>();

/** The output of `ls-tree -r -z` for a snapshot, cached: a commit never changes. */
export function treeListing(shadow: Shadow, commit: string): Promise<Buffer> {
  const cached = listings.get(shadow) ?? new Map<string, Promise<Buffer>>();
  listings.set(shadow, cached);
  const listing = cached.get(commit) ?? shadow.run(['ls-tree', '-r', '-z', commit]).then(({ stdout }) => stdout);
  cached.delete(commit);
  cached.set(commit, listing);
  listing.catch(() => cached.delete(commit));
  for (const old of [...cached.keys()].slice(0, -CACHED_LISTINGS)) cached.delete(old);
  return listing;
}
