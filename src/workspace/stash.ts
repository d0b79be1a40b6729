import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from './user.ts';

export const STASH = 'refs/stash';

/** The latest stash and all that its log remembers, as one word; null where there is none. */
export function stashNow(user: User, object: string | undefined): string | null {
  if (!object) return null;
  const log = logFile(user);
  const entries = log && existsSync(log) ? readFileSync(log) : '';
  return `${object} ${createHash('sha256').update(entries).digest('hex').slice(0, 12)}`;
}

/** Copies what the reference alone does not tell: the stashes beneath the latest. */
export function keepStash(user: User, target: string): void {
  const log = logFile(user);
  if (log && existsSync(log)) copyFileSync(log, target);
}

/** All stashes as they were when `from` was noted; resolves with what was in the way, or null. */
export async function putStash(user: User, from: string | null, kept: string | null): Promise<string | null> {
  const [object = ''] = from?.split(' ') ?? [];
  const args = from ? ['update-ref', '--create-reflog', STASH, object] : ['update-ref', '-d', STASH];
  const { code, stderr } = (await user.run?.(args, { accept: [0, 1, 128] })) ?? { code: 1, stderr: 'no repository' };
  if (code !== 0) return stderr.trim();
  const log = logFile(user);
  if (from && log && kept && existsSync(kept)) copyFileSync(kept, log);
  return null;
}

function logFile({ located }: User): string | null {
  return located.git && join(located.git.commonDir, 'logs', STASH);
}
