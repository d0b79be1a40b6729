import type { Shadow } from './shadow.ts';

/** Enough for the two sides of an iteration. */
const KEPT = 2;
const listings = new WeakMap<Shadow, Map<string, Promise<Buffer>>>();

/** What `ls-tree -r -z` tells of a snapshot. A commit never changes, so it is asked once while others ask for it too. */
export function treeListing(shadow: Shadow, commit: string): Promise<Buffer> {
  const known = listings.get(shadow) ?? new Map<string, Promise<Buffer>>();
  listings.set(shadow, known);
  const listing = known.get(commit) ?? shadow.run(['ls-tree', '-r', '-z', commit]).then(({ stdout }) => stdout);
  known.delete(commit);
  known.set(commit, listing);
  listing.catch(() => known.delete(commit));
  for (const old of [...known.keys()].slice(0, -KEPT)) known.delete(old);
  return listing;
}
