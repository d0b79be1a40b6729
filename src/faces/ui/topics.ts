import { loopEntryIn } from '../../app/loop-reading.ts';
import { streamLoop } from '../../app/stream-loop.ts';
import { streamList } from '../../app/tasks/stream-list.ts';
import type { Place } from '../reports/page-rows.ts';
import type { Feed } from './feed.ts';
import type { UiContext } from './routes.ts';

/** Sends an event of a topic; `position` is where a reader goes on that has it. */
export type Send = (event: string, data: object, position?: number) => Promise<void>;

export interface Watched {
  /** As the reader named it: `loops`, `lists`, `loop:<project>/<id>`, `list:<project>/<id>`. */
  name: string;
  /** The last position that the reader has; 0 for everything. */
  after: number;
}

/** Sends what a reader watches until the signal is aborted. A topic that fails says so by a `problem`; the others go on. */
export async function sendTopic(
  context: UiContext,
  { name, after }: Watched,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  try {
    if (name === 'loops') return await sendRows(context.loops, after, signal, send);
    if (name === 'lists') return await sendRows(context.lists, after, signal, send);
    const [, kind, project = '', id = ''] = /^(loop|list):([^/]*)\/([^/]*)$/.exec(name) ?? [];
    if (kind === 'loop') await sendLoop(context, { project, id }, after, signal, send);
    else if (kind === 'list') await sendList(context, { project, id }, after, signal, send);
    else await send('problem', { message: `there is nothing called ${name} to watch` });
  } catch (error) {
    if (!signal.aborted) await send('problem', { message: (error as Error).message });
  }
}

/** What changed while a reader was slow is sent once, as it is by then. */
async function sendRows<Row extends Place>(feed: Feed<Row>, after: number, signal: AbortSignal, send: Send) {
  let known = after;
  let wake = () => {};
  const onChange = () => wake();
  const stop = feed.watch(onChange);
  signal.addEventListener('abort', onChange, { once: true });
  try {
    await feed.all();
    while (!signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const changes = feed.since(known);
      if (changes.version !== known) await send('rows', changes, changes.version);
      else await changed;
      known = changes.version;
    }
  } finally {
    stop();
  }
}

async function sendLoop(context: UiContext, { project, id }: Place, after: number, signal: AbortSignal, send: Send) {
  const entry = await loopEntryIn(context, project, id);
  const watcher = {
    records: (batch: readonly { seq: number }[]) => send('records', batch, batch.at(-1)?.seq),
    status: (status: string) => send('status', { status }),
    activity: (activity: object) => send('activity', activity),
  };
  await streamLoop(entry, context.env, { fromSeq: after + 1, signal, watcher });
}

async function sendList(context: UiContext, { project, id }: Place, after: number, signal: AbortSignal, send: Send) {
  const watcher = {
    record: (record: { seq: number }) => send('records', [record], record.seq),
    running: (isRunning: boolean) => send('status', { isRunning }),
  };
  await streamList(context, { project, list: id }, { fromSeq: after + 1, signal, watcher });
}
