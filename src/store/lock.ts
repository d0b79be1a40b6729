import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isOfThisBoot, isSameProcess, selfIdentity } from '../process/identity.ts';
import { errnoOf, readFailure, StoreError, writeFailure } from '../system/errors.ts';
import { ensureFolder, writeTemporary } from '../system/files.ts';
import { announcePresence, isPresent, pidNamespace } from './presence.ts';

export interface LockOwner {
  pid: number;
  startTime: string;
  host: string;
  purpose: string;
  /** Milliseconds since the epoch. */
  since: number;
  /** Distinguishes two locks of one process. */
  token: string;
  /** The workspace that it is for, if the lock does not lie in that workspace's state folder. */
  root?: string;
  /** Where the pid means this process; left out where there are no pid namespaces. */
  namespace?: string;
  /** The file beside the lock at which the owner can be reached from another pid namespace. */
  socket?: string;
}

export interface Lock {
  /** The content of the lock file while this lock holds it. */
  token: string;
  /** False once the lock file was removed or taken over. */
  isHeld(): Promise<boolean>;
  /** Removes the lock file if it still belongs to this lock. */
  release(): Promise<void>;
}

/**
 * Takes the lock, also from a dead owner, or rejects at once with StoreError `locked`. The lock is created by link(2)
 * of a finished file, so it is never half written and only one of several processes gets it.
 */
export async function acquireLock(path: string, { purpose, root }: { purpose: string; root?: string }): Promise<Lock> {
  await ensureFolder(dirname(path));
  const namespace = pidNamespace();
  const presence = await announcePresence(path);
  const owner: LockOwner = {
    ...(await selfIdentity()),
    host: hostname(),
    purpose,
    since: Date.now(),
    token: randomUUID(),
    ...(root !== undefined && { root }),
    ...(namespace !== null && { namespace }),
    ...(presence && { socket: presence.socket }),
  };
  const temporary = await writeTemporary(path, `${JSON.stringify(owner)}\n`, false);
  try {
    const deadline = Date.now() + TAKEOVER_WAIT;
    while (!(await linked(temporary, path))) {
      const standing = await inspect(path);
      if (standing?.refusal) throw standing.refusal;
      if (standing) await removeDead(path, deadline);
    }
  } catch (error) {
    await presence?.end();
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  const isHeld = async () => (await ownerIn(path)) === owner.token;
  return {
    token: owner.token,
    isHeld,
    async release() {
      if (await isHeld()) await rm(path, { force: true });
      await presence?.end();
    },
  };
}

/** Who holds the lock now; null if it is free or its owner is dead. */
export async function lockOwner(path: string): Promise<LockOwner | null> {
  const standing = await inspect(path);
  return standing?.refusal ? standing.owner : null;
}

/** The token in the lock file; null if there is no lock or it is invalid. */
export async function lockToken(path: string): Promise<string | null> {
  try {
    return parseOwner(await readFile(path, 'utf8'))?.token ?? null;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT' || errnoOf(error) === 'ENOTDIR') return null;
    throw readFailure(error, path);
  }
}

/** The error for a lost lock; `what` says which lock. */
export function lockLost(what: string): StoreError {
  return new StoreError(
    'lock-lost',
    `the lock ${what} is no longer held by this process`,
    'another process took over the loop, or the lock file was removed; see `jumar status`',
  );
}

/**
 * Removes a dead owner's lock. Only the holder of a second lock, `<path>.takeover`, may do so, and it checks again
 * first: otherwise a slow process could remove the lock that a faster one has just created. The second lock works
 * like any other, so it is taken over the same way if its owner is killed.
 */
async function removeDead(path: string, deadline: number): Promise<void> {
  let takeover: Lock;
  try {
    takeover = await acquireLock(`${path}.takeover`, { purpose: 'taking over the lock of a dead process' });
  } catch (error) {
    const busy = error instanceof StoreError && error.code === 'locked';
    if (!busy || Date.now() > deadline) throw error;
    await wait(10);
    return;
  }
  try {
    const standing = await inspect(path);
    if (standing && !standing.refusal) {
      await rm(path, { force: true });
      const socket = standing.owner?.socket;
      if (socket && basename(socket) === socket) await rm(join(dirname(path), socket), { force: true });
    }
  } finally {
    await takeover.release();
  }
}

interface Standing {
  owner: LockOwner | null;
  /** Why the lock must not be removed; null if its owner is dead. */
  refusal: StoreError | null;
}

async function inspect(path: string): Promise<Standing | null> {
  try {
    const { mtimeMs } = await stat(path);
    const owner = parseOwner(await readFile(path, 'utf8'));
    return { owner, refusal: owner ? await judge(path, owner) : judgeUnreadable(path, mtimeMs) };
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw readFailure(error, path);
  }
}

async function judge(path: string, owner: LockOwner): Promise<StoreError | null> {
  const { pid, host, purpose } = owner;
  const since = new Date(owner.since).toISOString();
  if (host !== hostname()) {
    return new StoreError(
      'locked',
      `${path} is held by process ${pid} on another machine, ${host} (${purpose}, since ${since})`,
      `if that process no longer runs, delete ${path}`,
    );
  }
  const isAlive = await isOwnerAlive(path, owner);
  if (isAlive === false) return null;
  const where = isForeign(owner) ? ' of another container or sandbox on this machine' : '';
  return new StoreError(
    'locked',
    `${path} is held by process ${pid}${where} (${purpose}, since ${since})`,
    isAlive === null
      ? `it cannot be seen from here; if that process no longer runs, delete ${path}`
      : 'wait for it to end, stop it with `jumar pause` or `jumar abort`, or work beside it: jumar "…" --worktree',
  );
}

/** Null if it cannot be known from here. */
async function isOwnerAlive(path: string, owner: LockOwner): Promise<boolean | null> {
  if (!isForeign(owner)) return isSameProcess(owner.pid, owner.startTime);
  // After a restart of the machine nothing of before runs, in any namespace.
  if (!(await isOfThisBoot(owner.startTime))) return false;
  return owner.socket === undefined ? null : isPresent(path, owner.socket);
}

function isForeign({ namespace }: LockOwner): boolean {
  return namespace !== undefined && namespace !== pidNamespace();
}

/**
 * A lock file that names no owner was emptied by a power cut or edited: link(2) creates only finished files. It counts
 * as dead once it is old enough that a network file system would have shown its content.
 */
function judgeUnreadable(path: string, mtimeMs: number): StoreError | null {
  if (Date.now() - mtimeMs > UNREADABLE_IS_DEAD_AFTER) return null;
  return new StoreError(
    'locked',
    `${path} has no readable owner`,
    `try again in ${UNREADABLE_IS_DEAD_AFTER / 1000} seconds; if no jumar is running here, delete ${path}`,
  );
}

const TAKEOVER_WAIT = 5_000;
const UNREADABLE_IS_DEAD_AFTER = 10_000;

async function linked(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw writeFailure(error, 'lock', path);
  }
}

async function ownerIn(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').then(
    (text) => parseOwner(text)?.token,
    () => undefined,
  );
}

function parseOwner(text: string): LockOwner | null {
  try {
    const owner = JSON.parse(text) as Partial<LockOwner> | null;
    const strings = [owner?.startTime, owner?.host, owner?.purpose, owner?.token];
    if (!Number.isInteger(owner?.pid) || !Number.isFinite(owner?.since)) return null;
    return strings.every((value) => typeof value === 'string') ? (owner as LockOwner) : null;
  } catch {
    return null;
  }
}
