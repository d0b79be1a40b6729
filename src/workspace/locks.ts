import { createHash } from 'node:crypto';
import { namesDependencies } from '../core/verification/lock-files.ts';
import type { Shadow } from './shadow.ts';
import { treeListing } from './tree-listing.ts';

/** A fingerprint of a snapshot's dependency lock files; empty if there is none. */
export async function lockFingerprint(shadow: Shadow, commit: string): Promise<string> {
  const locks: string[] = [];
  for (const [path, { mode, object }] of await treeListing(shadow, commit)) {
    if (namesDependencies(path)) locks.push(`${mode} ${mode === SUBMODULE ? 'commit' : 'blob'} ${object}\t${path}`);
  }
  return locks.length === 0 ? '' : createHash('sha256').update(locks.join('\0'), 'latin1').digest('hex').slice(0, 16);
}

const SUBMODULE = '160000';
