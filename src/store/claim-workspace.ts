import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '../system/errors.ts';
import { git } from '../system/git.ts';
import { acquireLock, type Lock, type LockOwner, lockOwner } from './lock.ts';

/**
 * Claims a workspace among all loops of this user, whatever their state folder: two loops must not work in one folder, and
 * not in one that lies inside the other. Rejects with StoreError `locked`, which names the other loop. A claim prevents
 * accidents only: it lies in the temporary folder, because that is what loops of different state folders share.
 */
export async function claimWorkspace(root: string, purpose: string): Promise<Pick<Lock, 'release'>> {
  const folder = await claimsFolder();
  if (folder === null) return { release: async () => {} };
  const path = join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}.lock`);
  const claim = await acquireLock(path, { purpose, root }).catch(async (error: unknown) => {
    const owner = await lockOwner(path);
    throw owner ? conflict(root, owner) : error;
  });
  try {
    // After the own claim: of two loops that start at once, each sees the other.
    for (const name of await readdir(folder)) {
      const other = name.endsWith('.lock') ? await lockOwner(join(folder, name)).catch(() => null) : null;
      if (other?.root && other.root !== root && (await isShared(root, other.root))) throw conflict(root, other);
    }
  } catch (error) {
    await claim.release();
    throw error;
  }
  return claim;
}

/** Null if others could write to it, or it cannot be made: then there are no claims. */
async function claimsFolder(): Promise<string | null> {
  const user = process.getuid?.();
  if (user === undefined) return null;
  try {
    // Not $TMPDIR, which differs between terminals.
    const folder = join(await realpath(process.platform === 'darwin' ? tmpdir() : '/tmp'), `jumar-${user}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const stats = await lstat(folder);
    return stats.isDirectory() && stats.uid === user ? folder : null;
  } catch {
    return null;
  }
}

/** A folder inside the other shares its files, unless git ignores it there: no snapshot holds it then. */
async function isShared(a: string, b: string): Promise<boolean> {
  const [outer, inner] = a.length < b.length ? [a, b] : [b, a];
  if (!inner.startsWith(`${outer}/`)) return false;
  const options = { cwd: outer, userConfig: true, accept: [0, 1, 128] };
  const result = await git(['check-ignore', '-q', '--', inner], options).catch(() => null);
  return result?.code !== 0;
}

function conflict(root: string, { pid, purpose, root: other }: LockOwner): StoreError {
  const where = other === root ? `in ${root}` : `in ${other}, which shares files with ${root}`;
  return new StoreError(
    'locked',
    `${purpose} already runs ${where} (process ${pid})`,
    'let it end, or pause it; or start this one with --worktree, in a working tree of its own',
  );
}
