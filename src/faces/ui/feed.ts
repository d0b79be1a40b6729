import { keyOf, type Place, type RowChanges } from '../reports/page-rows.ts';

const POLL_MS = 1000;
/** Rows are read at most every so many times as long as it takes to read them. */
const SHARE = 5;

export interface Feed<Row extends Place> {
  /** Reads them first. */
  all(): Promise<Row[]>;
  /** What changed after that version, as of the last reading. */
  since(version: number): RowChanges<Row>;
  /** Calls after each change, and reads again and again meanwhile. Call the result to stop. */
  watch(watcher: () => void): () => void;
  close(): void;
}

interface Known<Row> {
  row: Row;
  text: string;
  /** Since when it is like this. */
  version: number;
}

/** Rows and what changes of them: read once for all who watch, and only while somebody does. */
export function openFeed<Row extends Place>(readRows: () => Promise<Row[]>): Feed<Row> {
  // No other run of the server has these versions: who knows one of those gets everything.
  const first = Date.now() * 1000;
  let version = first;
  let rows = new Map<string, Known<Row>>();
  const gone = new Map<string, number>();
  let reading: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const watchers = new Set<() => void>();

  const since = (known: number): RowChanges<Row> => {
    const isWhole = known < first || known > version;
    const changed = [...rows.values()].filter((one) => isWhole || one.version > known).map(({ row }) => row);
    const left = isWhole ? [] : [...gone].filter(([, at]) => at > known).map(([key]) => key);
    return { version, isWhole, changed, gone: left };
  };
  const read = async () => {
    const before = version;
    const next = new Map<string, Known<Row>>();
    for (const row of await readRows()) {
      const [key, text] = [keyOf(row), JSON.stringify(row)];
      const known = rows.get(key);
      if (known?.text !== text) version = before + 1;
      next.set(key, known?.text === text ? known : { row, text, version: before + 1 });
      gone.delete(key);
    }
    for (const key of rows.keys()) {
      if (next.has(key)) continue;
      version = before + 1;
      gone.set(key, version);
    }
    rows = next;
    if (version > before) for (const watcher of watchers) watcher();
  };
  const readOnce = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const poll = (after: number) => {
    timer = setTimeout(async () => {
      const began = performance.now();
      await readOnce().catch(() => {});
      if (watchers.size > 0) poll(Math.max(POLL_MS, SHARE * (performance.now() - began)));
      else timer = null;
    }, after);
  };

  return {
    async all() {
      await readOnce();
      return [...rows.values()].map(({ row }) => row);
    },
    since,
    watch(watcher) {
      watchers.add(watcher);
      if (!timer) poll(POLL_MS);
      return () => void watchers.delete(watcher);
    },
    close() {
      watchers.clear();
      if (timer) clearTimeout(timer);
    },
  };
}
