import { streamSSE } from 'hono/streaming';
import { findLoopIn } from '../../../app/loop-in-project.ts';
import { streamLoop } from '../../../app/stream-loop.ts';
import type { Route } from '../routes.ts';
import { untilClosed } from '../until-closed.ts';

const path = '/api/v1/projects/:project/loops/:loop/events';

export const loopEvents: Route = {
  method: 'get',
  path,
  summary:
    'Server-sent events of one loop, past and future: `records` of its log, whose id is the last number, so that a reader that ' +
    'reconnects with Last-Event-ID misses nothing; `status`; `activity` of the agent; `problem` if the log does not verify.',
  answers: 'text/event-stream',
  add: (app, { env, closing }) =>
    void app.get(path, async (c) => {
      const entry = await findLoopIn({ env }, c.req.param('project'), c.req.param('loop'));
      const last = Number(c.req.header('Last-Event-ID') ?? c.req.query('after') ?? 0);
      const fromSeq = Number.isSafeInteger(last) && last >= 0 ? last + 1 : 1;
      return streamSSE(c, async (stream) => {
        const { signal, end, closed } = untilClosed(stream, closing);
        const send = async (event: string, data: unknown, id?: number) => {
          await stream.writeSSE({ event, data: JSON.stringify(data), ...(id !== undefined && { id: String(id) }) });
        };
        const watcher = {
          records: (batch: readonly { seq: number }[]) => send('records', batch, batch.at(-1)?.seq),
          status: (status: string) => send('status', { status }),
          activity: (activity: unknown) => send('activity', activity),
        };
        await streamLoop(entry, env, { fromSeq, signal, watcher }).catch((error: Error) =>
          send('problem', { message: error.message }),
        );
        end();
        await closed;
      });
    }),
};
