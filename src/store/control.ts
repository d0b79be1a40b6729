import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Control, ControlRequest, ForgedRequest } from '../ports/index.ts';
import { errnoOf, readFailure, StoreError } from '../system/errors.ts';
import { ensureFolder, writeFileAtomic } from '../system/files.ts';
import type { LoopPaths } from './layout.ts';
import { lockToken } from './lock.ts';
import { readRequest } from './read-request.ts';
import { openSealed, readRequestKey, sealRequest } from './request-seal.ts';

type ControlPaths = Pick<LoopPaths, 'control' | 'key' | 'lock'>;

/**
 * Leaves a request for the process that runs the loop, sealed with the loop's secret. It is on disk when this resolves.
 * `withdraw` removes it and returns false if the process has already taken it.
 */
export async function requestControl(
  { control, key, lock }: ControlPaths,
  request: ControlRequest,
): Promise<{ withdraw(): Promise<boolean> }> {
  const [secret, session] = await Promise.all([readRequestKey(key), lockToken(lock)]);
  if (secret === null || session === null)
    throw new StoreError('not-running', 'no process runs this loop now, so nobody would take the request', null);
  const path = join(control, requestName());
  await ensureFolder(control);
  await writeFileAtomic(path, sealRequest(secret, session, request));
  return { withdraw: () => tryRemove(path) };
}

/**
 * The requests for one session, which is named by the token of its lock. Each request counts once, also if its file comes
 * back. A file that is not sealed with the key is taken as forged.
 */
export function openControl(folder: string, key: string, session: string): Control {
  const nonces = new Set<string>();

  const judge = (text: string | null): ControlRequest | ForgedRequest => {
    const sealed = text === null ? null : openSealed(key, text);
    if (sealed === null) return forged("it does not carry the loop's secret");
    if (sealed.session !== session) return forged('it was meant for an earlier session');
    if (nonces.has(sealed.nonce)) return forged('it was sent before');
    nonces.add(sealed.nonce);
    return readRequest(sealed.request) ?? forged('this version of Jumar does not know it');
  };

  return {
    async take() {
      for (const name of await requestNames(folder)) {
        const path = join(folder, name);
        const text = await readStart(path);
        if (await tryRemove(path)) return judge(text);
      }
      return null;
    },
  };
}

/** Removes what was left for sessions that are gone. */
export async function dropRequests(folder: string): Promise<void> {
  for (const name of await requestNames(folder)) await rm(join(folder, name), { force: true });
}

function forged(why: string): ForgedRequest {
  return { type: 'forged', request: 'a request', why };
}

/** Names sort by time; the counter orders the requests of one process within a millisecond. */
function requestName(): string {
  counter += 1;
  const order = String(counter).padStart(6, '0');
  return `${Date.now()}-${order}-${randomBytes(4).toString('hex')}.json`;
}

let counter = 0;

async function requestNames(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json'))
      .map((entry) => entry.name)
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw readFailure(error, folder);
  }
}

const MOST_BYTES = 256 * 1024;

/** Null if it cannot be read, or is too long for a request: then it is not one. */
async function readStart(path: string): Promise<string | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const { size } = await file.stat();
      return size > MOST_BYTES ? null : await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}

/** If two processes compete for a request, the one whose unlink succeeds gets it. */
async function tryRemove(path: string): Promise<boolean> {
  return unlink(path).then(
    () => true,
    () => false,
  );
}
