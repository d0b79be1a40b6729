import { openHub } from './hub.ts';

/** What a tab says: that it reads a topic, or no longer, or that it is gone. */
export type FromTab = { read: string } | { leave: string } | { gone: true };
/** What it gets: an event of a topic, or how the connection stands. */
export type ToTab = { topic: string; event: string; data: unknown } | { connection: string };

/** Runs once for all tabs of the page in a browser, as a shared worker. */
const tabs = new Set<MessagePort>();
const hub = openHub((connection) => {
  for (const tab of tabs) tab.postMessage({ connection } satisfies ToTab);
});

self.addEventListener('connect', (event) => {
  const [tab] = (event as MessageEvent).ports;
  if (!tab) return;
  const reading = new Map<string, () => void>();
  tabs.add(tab);
  tab.onmessage = ({ data }: MessageEvent<FromTab>) => {
    if ('read' in data) {
      const topic = data.read;
      reading.get(topic)?.();
      reading.set(
        topic,
        hub.read(topic, (name, value) => tab.postMessage({ topic, event: name, data: value } satisfies ToTab)),
      );
      return;
    }
    const left = 'leave' in data ? [data.leave] : [...reading.keys()];
    for (const topic of left) {
      reading.get(topic)?.();
      reading.delete(topic);
    }
    if ('gone' in data) tabs.delete(tab);
  };
  tab.postMessage({ connection: hub.state() } satisfies ToTab);
});
