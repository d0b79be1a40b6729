import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Moved } from '../core/verification/events.ts';
import type { User } from './user.ts';

export const INDEX = 'index';

/** The user's index as it is now, copied; false where there is none. */
export function keepIndex(user: User, target: string): boolean {
  const index = indexFile(user);
  if (!index || !existsSync(index)) {
    rmSync(target, { force: true });
    return false;
  }
  copyFileSync(index, target);
  return true;
}

/** What became of the index since it was kept: none where it holds the same, for git rewrites it whenever it looks. */
export async function indexSince(user: User, kept: string): Promise<Moved[]> {
  const index = indexFile(user);
  if (!index) return [];
  const [before, now] = [kept, index].map((file) => (existsSync(file) ? readFileSync(file) : null));
  if (before && now ? before.equals(now) : before === now) return [];
  const [from, to] = [before && (await held(user, kept)), now && (await held(user, index))] as const;
  return from === to ? [] : [{ name: INDEX, from: from ?? null, to: to ?? null }];
}

/** Resolves with why it stays as it is, or null. */
export async function putBackIndex(user: User, { to }: Moved, kept: string | null): Promise<string | null> {
  const index = indexFile(user);
  if (!index) return 'there is no repository';
  if ((existsSync(index) ? await held(user, index) : null) !== to) return 'it was changed again since';
  if (kept && existsSync(kept)) putIndex(user, kept);
  else rmSync(index, { force: true });
  return null;
}

export function putIndex(user: User, kept: string): void {
  const index = indexFile(user);
  if (!index) return;
  copyFileSync(kept, `${index}.jumar`);
  renameSync(`${index}.jumar`, index);
}

/** A fingerprint of the entries, without the times and sizes that git keeps beside them. */
async function held(user: User, file: string): Promise<string | null> {
  const listed = await user.run?.(['ls-files', '-s', '-v', '-z'], {
    env: { ...user.options().env, GIT_INDEX_FILE: file },
    accept: [0, 128],
  });
  if (listed?.code !== 0) return 'unreadable';
  return createHash('sha256').update(listed.stdout).digest('hex').slice(0, 16);
}

function indexFile({ located }: User): string | null {
  return located.git && join(located.git.gitDir, 'index');
}
