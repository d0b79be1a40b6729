import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isSameProcess, selfIdentity } from '../process/identity.ts';
import { errnoOf, readFailure, StoreError, writeFailure } from './errors.ts';
import { ensureFolder, writeTemporary } from './files.ts';

export interface LockOwner {
  pid: number;
  startTime: string;
  host: string;
  purpose: string;
  /** Milliseconds since the epoch. */
  since: number;
  /** Tells two locks of one process apart. */
  token: string;
}

export interface Lock {
  /** False once the lock file was removed or taken over. */
  held(): Promise<boolean>;
  /** Removes the lock where it is still this one. */
  release(): Promise<void>;
}

/**
 * Takes the lock, also from an owner that is dead, or rejects with StoreError `locked` at once. The lock appears by
 * link(2) of a finished file, so it is never seen half written and exactly one of several takers gets it.
 */
export async function acquireLock(path: string, { purpose }: { purpose: string }): Promise<Lock> {
  await ensureFolder(dirname(path));
  const owner: LockOwner = {
    ...(await selfIdentity()),
    host: hostname(),
    purpose,
    since: Date.now(),
    token: randomUUID(),
  };
  const temporary = await writeTemporary(path, `${JSON.stringify(owner)}\n`, false);
  try {
    const deadline = Date.now() + TAKEOVER_WAIT;
    while (!(await linked(temporary, path))) {
      const standing = await inspect(path);
      if (standing?.refusal) throw standing.refusal;
      if (standing) await removeDead(path, deadline);
    }
  } finally {
    await rm(temporary, { force: true });
  }
  const held = async () => (await ownerIn(path)) === owner.token;
  return {
    held,
    async release() {
      if (await held()) await rm(path, { force: true });
    },
  };
}

/** Who holds the lock now; null where it is free or its owner is dead. */
export async function lockOwner(path: string): Promise<LockOwner | null> {
  const standing = await inspect(path);
  return standing?.refusal ? standing.owner : null;
}

/**
 * Removes a dead owner's lock. Only the holder of a second lock, `<path>.takeover`, may do so, and it looks again
 * first: otherwise a slow taker could remove the lock that a faster one has just made. The second lock is an
 * ordinary one, so that of a taker killed in between is taken over in the same way.
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
    if (standing && !standing.refusal) await rm(path, { force: true });
  } finally {
    await takeover.release();
  }
}

interface Standing {
  owner: LockOwner | null;
  /** Why the lock must be left alone; null where its owner is dead. */
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
      `whether that process lives cannot be seen from here; if it does not, delete ${path}`,
    );
  }
  if (!(await isSameProcess(pid, owner.startTime))) return null;
  return new StoreError(
    'locked',
    `${path} is held by process ${pid} (${purpose}, since ${since})`,
    'wait for it to end, or end it with `jumar pause` or `jumar abort`',
  );
}

/**
 * A lock file that names no owner was emptied by a power cut or edited: link(2) shows only finished ones. It counts as
 * dead once it is old enough not to be a file whose content a network file system has yet to show.
 */
function judgeUnreadable(path: string, mtimeMs: number): StoreError | null {
  if (Date.now() - mtimeMs > UNREADABLE_IS_DEAD_AFTER) return null;
  return new StoreError(
    'locked',
    `${path} names no owner that can be read`,
    `try again in ${UNREADABLE_IS_DEAD_AFTER / 1000} seconds; if no jumar runs here, delete ${path}`,
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
