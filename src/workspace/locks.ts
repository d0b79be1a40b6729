import { createHash } from 'node:crypto';
import { namesDependencies } from '../core/verification/lock-files.ts';
import { splitNul } from '../system/paths.ts';
import type { Shadow } from './shadow.ts';
import { treeListing } from './tree-listing.ts';

/** A fingerprint of a snapshot's dependency lock files; empty if there is none. */
export async function lockFingerprint(shadow: Shadow, commit: string): Promise<string> {
  const listing = await treeListing(shadow, commit);
  const locks = splitNul(listing).filter((line) => namesDependencies(line.slice(line.indexOf('\t') + 1)));
  return locks.length === 0 ? '' : createHash('sha256').update(locks.join('\0'), 'latin1').digest('hex').slice(0, 16);
}
