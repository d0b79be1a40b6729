import { streamSSE } from 'hono/streaming';
import type { LoopChanges } from '../loops-feed.ts';
import type { Route } from '../routes.ts';
import { untilClosed } from '../until-closed.ts';

export const loops: Route = {
  method: 'get',
  path: '/api/v1/loops',
  summary: 'Every loop of every project, latest first. `jumar list --all` shows the same.',
  answers: '{loops: [{project, id, status, summary, …}]}',
  add: (app, { feed }) => void app.get('/api/v1/loops', async (c) => c.json({ loops: await feed.all() })),
};

export const loopsEvents: Route = {
  method: 'get',
  path: '/api/v1/loops/events',
  summary: 'Server-sent events: `loops` with the rows that changed and those that are gone.',
  answers: 'text/event-stream',
  add: (app, { feed, closing }) =>
    void app.get('/api/v1/loops/events', (c) =>
      streamSSE(c, async (stream) => {
        const signal = untilClosed(stream, closing);
        let sending = Promise.resolve();
        const send = (changes: LoopChanges) => {
          sending = sending.then(() => stream.writeSSE({ event: 'loops', data: JSON.stringify(changes) }));
        };
        send({ changed: await feed.all(), gone: [] });
        const stop = feed.watch(send);
        await signal.closed;
        stop();
      }),
    ),
};
