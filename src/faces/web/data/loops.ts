import { keyOf, type ListRow, type LoopRow, type Place, type RowChanges } from '../../reports/page-rows.ts';
import { createStore, type Store } from './store.ts';
import { openStream } from './stream.ts';

/** Every loop, latest first; null until the server has answered. */
export const loops = createStore<LoopRow[] | null>(null);
/** Every list of tasks, latest first; null until the server has answered. */
export const lists = createStore<ListRow[] | null>(null);

/** Keeps both as the server has them. */
export function watchRows(onLoop: (row: LoopRow, before: LoopRow | undefined) => void): () => void {
  const stops = [watch('loops', loops, onLoop), watch('lists', lists, () => {})];
  return () => {
    for (const stop of stops) stop();
  };
}

function watch<Row extends Place & { createdAt: number }>(
  topic: string,
  store: Store<Row[] | null>,
  onChange: (row: Row, before: Row | undefined) => void,
): () => void {
  let rows = new Map<string, Row>();
  let isFirst = true;
  const handle = ({ isWhole, changed, gone }: RowChanges<Row>) => {
    const before = rows;
    rows = new Map(isWhole ? [] : before);
    for (const key of gone) rows.delete(key);
    for (const row of changed) {
      if (!isFirst) onChange(row, before.get(keyOf(row)));
      rows.set(keyOf(row), row);
    }
    isFirst = false;
    store.set([...rows.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)));
  };
  return openStream(topic, { rows: handle });
}

export function isRunning({ status }: Pick<LoopRow, 'status'>): boolean {
  return status === 'running' || status === 'completing';
}

/** It holds until somebody answers. */
export function needsPerson({ status, summary }: LoopRow): boolean {
  return status === 'blocked' || (isRunning({ status }) && summary?.waitsFor === 'person');
}
