import { createStore } from './store.ts';

/** `lost`: it is tried again; `expired`: the link must be opened again. */
export type Connection = 'connecting' | 'live' | 'lost' | 'expired';

/** How the page stands with the server: the worst of its streams. */
export const connection = createStore<Connection>('connecting');

const RETRY_MS = 1000;

/**
 * Server-sent events that survive a lost connection: the browser asks again from the last id; where it gives up, this does it. Call the
 * result to stop.
 */
export function openStream(
  path: (last: string) => string,
  handlers: Record<string, (data: never) => void>,
): () => void {
  let source: EventSource | null = null;
  let timer = 0;
  let last = '';
  let stopped = false;
  const open = () => {
    source = new EventSource(path(last));
    source.onopen = () => connection.set('live');
    for (const [name, handle] of Object.entries(handlers)) {
      source.addEventListener(name, (event) => {
        if (event.lastEventId) last = event.lastEventId;
        handle(JSON.parse(event.data) as never);
      });
    }
    source.onerror = () => {
      if (stopped) return;
      if (connection.get() !== 'expired') connection.set('lost');
      // Otherwise the browser tries again by itself.
      if (source?.readyState === EventSource.CLOSED) retryLater();
    };
  };
  /** Asks who we are first: a session that is over is no lost connection, and comes back only by a new link. */
  const retryLater = () => {
    source?.close();
    timer = window.setTimeout(async () => {
      const response = await fetch('/api/v1/session').catch(() => null);
      if (stopped) return;
      if (response?.ok) return open();
      connection.set(response?.status === 401 ? 'expired' : 'lost');
      retryLater();
    }, RETRY_MS);
  };
  open();
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    source?.close();
  };
}
