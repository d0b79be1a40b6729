/** How the page stands with the server. `lost`: it is tried again; `expired`: the link must be opened again. */
export type Connection = 'connecting' | 'live' | 'lost' | 'expired';

export type Deliver = (event: string, data: unknown) => void;

interface Topic {
  position: number;
  backlog: Backlog;
  readers: Set<Deliver>;
}

const RETRY_MS = 1000;
/** Topics of one view come and go together. */
const TOGETHER_MS = 15;
/** A reader that comes back at once misses nothing and costs nothing. */
const KEEP_MS = 4000;
const EVENTS = ['rows', 'records', 'status', 'activity', 'problem'];

/**
 * One stream from the server for all who read, whatever they watch: a browser keeps only six connections to a host, and each tab would
 * hold one for itself. A topic that is read already is replayed to another reader. The stream goes on where it ended.
 */
export function openHub(onConnection: (state: Connection) => void) {
  const topics = new Map<string, Topic>();
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: Connection = 'connecting';
  const say = (next: Connection) => {
    state = next;
    onConnection(next);
  };

  const connect = () => {
    source?.close();
    source = null;
    if (topics.size === 0) return;
    const watched = [...topics].map(([name, { position }]) => `watch=${encodeURIComponent(`${name}@${position}`)}`);
    const stream = new EventSource(`/api/v1/events?${watched.join('&')}`);
    source = stream;
    stream.onopen = () => say('live');
    for (const event of EVENTS) {
      stream.addEventListener(event, ({ data: text, lastEventId }) => {
        const { topic: name, data } = JSON.parse(text) as { topic: string; data: unknown };
        const topic = topics.get(name);
        if (!topic || stream !== source) return;
        topic.position = positionOf(name, lastEventId) ?? topic.position;
        topic.backlog.add(event, data);
        for (const deliver of topic.readers) deliver(event, data);
      });
    }
    stream.onerror = () => {
      if (stream !== source) return;
      if (state !== 'expired') say('lost');
      // Otherwise the browser tries again by itself.
      if (stream.readyState === EventSource.CLOSED) retryLater();
    };
  };
  /** Asks who we are first: a session that is over is no lost connection, and comes back only by a new link. */
  const retryLater = () => {
    source?.close();
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const response = await fetch('/api/v1/session').catch(() => null);
      if (response?.ok) return connect();
      say(response?.status === 401 ? 'expired' : 'lost');
      retryLater();
    }, RETRY_MS);
  };
  const reconnectSoon = () => {
    if (state === 'lost' || state === 'expired') return;
    clearTimeout(timer);
    timer = setTimeout(connect, TOGETHER_MS);
  };

  return {
    state: () => state,
    /** Delivers everything of a topic, from its beginning. Call the result to stop. */
    read(name: string, deliver: Deliver): () => void {
      const known = topics.get(name);
      const topic: Topic = known ?? { position: 0, backlog: openBacklog(), readers: new Set() };
      topics.set(name, topic);
      for (const [event, data] of topic.backlog.replay()) deliver(event, data);
      topic.readers.add(deliver);
      if (!known) reconnectSoon();
      return () => {
        topic.readers.delete(deliver);
        setTimeout(() => {
          if (topic.readers.size > 0 || topics.get(name) !== topic) return;
          topics.delete(name);
          reconnectSoon();
        }, KEEP_MS);
      };
    },
  };
}

/** `loops@12 loop:shop-1/fix-2@40` → 40, for the topic `loop:shop-1/fix-2`. */
function positionOf(name: string, id: string): number | null {
  const found = id.split(' ').find((one) => one.startsWith(`${name}@`));
  return found === undefined ? null : Number(found.slice(name.length + 1));
}

type Backlog = ReturnType<typeof openBacklog>;
const MAX_ACTIVITIES = 200;

/** What a reader needs who comes later: every record, the rows as they are, the latest of the rest. */
function openBacklog() {
  const rows = new Map<string, unknown>();
  let version = 0;
  let records: unknown[] = [];
  let activities: unknown[] = [];
  const latest = new Map<string, unknown>();
  const merge = (changes: { version: number; isWhole: boolean; changed: Keyed[]; gone: string[] }) => {
    if (changes.isWhole) rows.clear();
    for (const key of changes.gone) rows.delete(key);
    for (const row of changes.changed) rows.set(`${row.project}/${row.id}`, row);
    version = changes.version;
  };
  return {
    add(event: string, data: unknown) {
      if (event === 'rows') merge(data as Parameters<typeof merge>[0]);
      else if (event === 'records') records = records.concat(data);
      else if (event === 'activity') activities = [...activities, data].slice(-MAX_ACTIVITIES);
      else latest.set(event, data);
    },
    replay(): [event: string, data: unknown][] {
      return [
        ...(version > 0
          ? [['rows', { version, isWhole: true, changed: [...rows.values()], gone: [] }] as [string, unknown]]
          : []),
        ...(records.length > 0 ? [['records', records] as [string, unknown]] : []),
        ...latest,
        ...activities.map((data): [string, unknown] => ['activity', data]),
      ];
    },
  };
}

interface Keyed {
  project: string;
  id: string;
}
