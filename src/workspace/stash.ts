import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from './user.ts';

export const STASH = 'refs/stash';

/** Identifies the latest stash and its log in one string; null if there is none. */
export function describeStash(user: User, object: string | undefined): string | null {
  if (!object) return null;
  const log = logFile(user);
  const entries = log && existsSync(log) ? readFileSync(log) : '';
  return `${object} ${createHash('sha256').update(entries).digest('hex').slice(0, 12)}`;
}

/** Copies the stash log: the reference names only the latest stash. */
export function saveStashLog(user: User, target: string): void {
  const log = logFile(user);
  if (log && existsSync(log)) copyFileSync(log, target);
}

/** Restores all stashes to `from`, if they still are `to`; resolves with the problem, or null. */
export async function restoreStash(
  user: User,
  { from, to }: { from: string | null; to: string | null },
  savedLog: string | null,
): Promise<string | null> {
  const [object = ''] = from?.split(' ') ?? [];
  const expected = to === null ? [] : to.split(' ').slice(0, 1);
  const args = from
    ? ['update-ref', '--create-reflog', STASH, object, ...expected]
    : ['update-ref', '-d', STASH, ...expected];
  const { code, stderr } = (await user.run?.(args, { accept: [0, 1, 128] })) ?? { code: 1, stderr: 'no repository' };
  if (code !== 0) return stderr.trim();
  const log = logFile(user);
  if (from && log && savedLog && existsSync(savedLog)) copyFileSync(savedLog, log);
  return null;
}

function logFile({ located }: User): string | null {
  return located.git && join(located.git.commonDir, 'logs', STASH);
}
