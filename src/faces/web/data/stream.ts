import { type Connection, type Deliver, openHub } from './hub.ts';
import { createStore } from './store.ts';
import type { FromTab, ToTab } from './worker.ts';

export const connection = createStore<Connection>('connecting');

const readers = new Map<string, Set<Deliver>>();
let leave: ((topic: string) => void) | null = null;
let join: ((topic: string) => void) | null = null;

/** Hands over everything of a topic, past and future, over lost connections. Call the result to stop. */
export function openStream(topic: string, handlers: Record<string, (data: never) => void>): () => void {
  if (!join) start();
  const deliver: Deliver = (event, data) => handlers[event]?.(data as never);
  const others = readers.get(topic) ?? new Set();
  readers.set(topic, others.add(deliver));
  join?.(topic);
  return () => {
    others.delete(deliver);
    if (others.size > 0) return;
    readers.delete(topic);
    leave?.(topic);
  };
}

/** By the worker that all tabs share; a browser without one has a stream for each tab. */
function start(): void {
  const deliver = (topic: string, event: string, data: unknown) => {
    for (const one of readers.get(topic) ?? []) one(event, data);
  };
  if (typeof SharedWorker === 'undefined') {
    const hub = openHub((state) => connection.set(state));
    const stops = new Map<string, () => void>();
    join = (topic) => {
      stops.get(topic)?.();
      stops.set(
        topic,
        hub.read(topic, (event, data) => deliver(topic, event, data)),
      );
    };
    leave = (topic) => stops.get(topic)?.();
    return;
  }
  const { port } = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'jumar' });
  const say = (message: FromTab) => port.postMessage(message);
  port.onmessage = ({ data }: MessageEvent<ToTab>) => {
    if ('connection' in data) connection.set(data.connection as Connection);
    else deliver(data.topic, data.event, data.data);
  };
  join = (read) => say({ read });
  leave = (topic) => say({ leave: topic });
  window.addEventListener('pagehide', () => say({ gone: true }));
  // A page that comes back out of the browser's memory reads on.
  window.addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
