import { setMaxListeners } from 'node:events';
import { type AddressInfo, isIPv6 } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { AppContext } from '../../app/context.ts';
import { listLoops } from '../../app/list-loops.ts';
import { openListReader } from '../../app/tasks/all-lists.ts';
import { UsageError } from '../../system/usage-error.ts';
import { version } from '../../system/version.ts';
import { uiApp } from './app.ts';
import { readAssets } from './assets.ts';
import { openFeed } from './feed.ts';
import { listRow, loopRow } from './rows.ts';
import { isSameSecret, newSecret, oneTimeToken } from './secrets.ts';

export interface UiOptions {
  port: number;
  host: string;
  readOnly: boolean;
  /** A client may take so long to send a request. */
  requestMs?: number;
}

export interface Ui {
  /** With the token: whoever opens it first has the session. */
  url: string;
  /** A new link, after the one before was used. */
  renew(): string;
  close(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];
/** A client that sends its request this slowly is no browser. */
const REQUEST_MS = 30_000;

/** Serves the page until it is closed. Rejects with a usage error if the port is taken. */
export async function serveUi(
  context: AppContext,
  { port, host, readOnly, requestMs = REQUEST_MS }: UiOptions,
): Promise<Ui> {
  const loops = openFeed(async () => (await listLoops(context, { all: true })).map(loopRow));
  const readLists = openListReader(context);
  const lists = openFeed(async () => (await readLists()).map(listRow));
  const closing = new AbortController();
  // Every open stream listens.
  setMaxListeners(0, closing.signal);
  const token = oneTimeToken();
  const [session, csrf] = [newSecret(), newSecret()];
  const hosts: string[] = [];
  const cookie = `jumar_${newSecret()
    .slice(0, 8)
    .replace(/[^a-zA-Z0-9]/g, 'x')}`;
  const app = uiApp({
    context: { ...context, loops, lists, version: version(), readOnly, csrf, closing: closing.signal },
    access: { hosts, session, csrf, readOnly, isSame: isSameSecret },
    token,
    assets: await readAssets(),
    cookie,
  });
  const timeouts = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: requestMs };
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: timeouts });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const names = LOOPBACK.includes(host) ? LOOPBACK : [host, ...LOOPBACK];
  hosts.push(...names.map((name) => `${isIPv6(name) ? `[${name}]` : name}:${actual}`));
  const shown = isIPv6(host) ? `[${host}]` : host;
  const link = (secret: string) => `http://${shown}:${actual}/?token=${secret}`;
  return {
    url: link(token.read() ?? ''),
    renew: () => link(token.renew()),
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        loops.close();
        lists.close();
        server.close(() => resolve());
        // Streams and kept connections would hold it open.
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}

function cannotListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') return new UsageError(`port ${port} is taken`, 'leave --port out, or name another');
  if (error.code === 'EACCES') return new UsageError(`port ${port} may not be used`, 'name one above 1023');
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new UsageError(`${host} is no address of this machine`, 'leave --host out for this machine alone');
  return error;
}
