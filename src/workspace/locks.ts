import { createHash } from 'node:crypto';
import { nameOf, splitNul } from '../system/paths.ts';
import type { Shadow } from './shadow.ts';
import { treeListing } from './tree-listing.ts';

const LOCK =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.lock|poetry\.lock|uv\.lock|pdm\.lock|Pipfile\.lock|requirements[\w.-]*\.txt|Cargo\.lock|go\.(?:sum|mod)|Gemfile\.lock|composer\.lock|mix\.lock|packages\.lock\.json|gradle\.lockfile|Podfile\.lock|flake\.lock)$/;

/** A fingerprint of a snapshot's dependency lock files; empty if there is none. */
export async function lockFingerprint(shadow: Shadow, commit: string): Promise<string> {
  const listing = await treeListing(shadow, commit);
  const locks = splitNul(listing).filter((line) => LOCK.test(nameOf(line.slice(line.indexOf('\t') + 1))));
  return locks.length === 0 ? '' : createHash('sha256').update(locks.join('\0'), 'latin1').digest('hex').slice(0, 16);
}
