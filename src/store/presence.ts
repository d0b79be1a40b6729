import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

/**
 * A process id says nothing in another pid namespace, such as a container's with the same host name. There the owner of a
 * lock is known by a socket beside it: the kernel refuses a connection once nobody listens, however the owner ended.
 */
export interface Presence {
  /** The name of the socket's file. */
  socket: string;
  end(): Promise<void>;
}

/** The pid namespace of this process; null where there is no such thing. */
export function pidNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}

/** Listens beside the lock until it is ended. Null if this file system or platform has no such sockets. */
export async function announcePresence(lock: string): Promise<Presence | null> {
  if (process.platform !== 'linux') return null;
  const socket = `${basename(lock)}.${randomBytes(4).toString('hex')}.alive`;
  const server = createServer((connection) => connection.destroy()).unref();
  const isListening = await withShortPath(dirname(lock), socket, (path) => listen(server, path));
  if (!isListening) return null;
  return {
    socket,
    async end() {
      server.close();
      await rm(join(dirname(lock), socket), { force: true });
    },
  };
}

/** Whether somebody listens; null if that cannot be found out. */
export async function isPresent(lock: string, socket: string): Promise<boolean | null> {
  if (!/^[\w.-]+$/.test(socket)) return null;
  return withShortPath(dirname(lock), socket, knock);
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(path, () => resolve(true));
  });
}

function knock(path: string): Promise<boolean | null> {
  return new Promise((resolve) => {
    const connection = connect(path);
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', ({ code }: NodeJS.ErrnoException) => {
      // EAGAIN: somebody listens, but does not answer just now.
      resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? false : code === 'EAGAIN' ? true : null);
    });
  });
}

/** A socket's path may have about 100 characters; a way through an open folder is always short. */
async function withShortPath<T>(folder: string, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const handle = openSync(folder, 'r');
  try {
    return await work(`/proc/self/fd/${handle}/${name}`);
  } finally {
    closeSync(handle);
  }
}
