import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Moved } from '../core/state/verification-events.ts';
import type { User } from './user.ts';

export const INDEX = 'index';

/** Copies the user's current index; false if there is none. */
export function saveIndex(user: User, target: string): boolean {
  const index = indexFile(user);
  if (!index || !existsSync(index)) {
    rmSync(target, { force: true });
    return false;
  }
  copyWithTime(index, target);
  return true;
}

/** How the index changed since it was saved. Compares entries, because git rewrites the file whenever it reads it. */
export async function indexChanges(user: User, savedIndex: string): Promise<Moved[]> {
  const index = indexFile(user);
  if (!index) return [];
  const [before, now] = [savedIndex, index].map((file) => (existsSync(file) ? readFileSync(file) : null));
  if (before && now ? before.equals(now) : before === now) return [];
  const [from, to] = [
    before && (await fingerprintOf(user, savedIndex)),
    now && (await fingerprintOf(user, index)),
  ] as const;
  return from === to ? [] : [{ name: INDEX, from: from ?? null, to: to ?? null }];
}

/** Resolves with the reason if it leaves the index as it is, or null. */
export async function restoreIndexIfUnchanged(
  user: User,
  { to }: Moved,
  savedIndex: string | null,
): Promise<string | null> {
  const index = indexFile(user);
  if (!index) return 'there is no repository';
  if ((existsSync(index) ? await fingerprintOf(user, index) : null) !== to) return 'it was changed again since';
  if (savedIndex && existsSync(savedIndex)) restoreIndex(user, savedIndex);
  else rmSync(index, { force: true });
  return null;
}

function restoreIndex(user: User, savedIndex: string): void {
  const index = indexFile(user);
  if (!index) return;
  copyWithTime(savedIndex, `${index}.jumar`);
  renameSync(`${index}.jumar`, index);
}

/** git reads files that are as new as its index; with a newer copy, it would compare only their sizes. */
function copyWithTime(from: string, to: string): void {
  const seconds = Math.floor(statSync(from).mtimeMs) / 1000;
  copyFileSync(from, to);
  utimesSync(to, seconds, seconds);
}

/** A fingerprint of the entries, without the times and sizes that git stores with them. */
async function fingerprintOf(user: User, file: string): Promise<string | null> {
  const listed = await user.run?.(['ls-files', '-s', '-v', '-z'], {
    env: { ...user.options().env, GIT_INDEX_FILE: file },
    accept: [0, 128],
  });
  if (listed?.code !== 0) return 'unreadable';
  return createHash('sha256').update(listed.stdout).digest('hex').slice(0, 16);
}

/** When the index was last written, in milliseconds; 0 if there is none. */
export function indexTime(user: User): number {
  const index = indexFile(user);
  return (index && statSync(index, { throwIfNoEntry: false })?.mtimeMs) || 0;
}

function indexFile({ located }: User): string | null {
  return located.git && join(located.git.gitDir, 'index');
}
