import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Route } from '../routes.ts';
import { sendTopic, type Watched } from '../topics.ts';
import { untilClosed } from '../until-closed.ts';

const path = '/api/v1/events';
/** One for each thing that the tabs of a browser show. */
const MAX_TOPICS = 200;

export const events: Route = {
  method: 'get',
  path,
  summary:
    'Server-sent events of everything that `watch` names, past and future: `loops` and `lists` (`rows` that changed), ' +
    '`loop:<project>/<id>` and `list:<project>/<id>` (`records` of the log, `status`, `activity` of the agent, `problem` if the log does ' +
    'not verify). `watch=<topic>@<n>` goes on after position n. Each event names its topic; its id holds the positions of all, so that ' +
    'a reader that reconnects with Last-Event-ID misses nothing.',
  answers: 'text/event-stream of {topic, data}',
  add: (app, context) =>
    void app.get(path, (c) => {
      const watched = watchedIn(c);
      if (watched.length === 0 || watched.length > MAX_TOPICS)
        return c.json({ code: 'bad-watch', message: `watch 1 to ${MAX_TOPICS} topics: ?watch=loops` }, 400);
      return streamSSE(c, async (stream) => {
        const { signal, closed } = untilClosed(stream, context.closing);
        const positions = new Map(watched.map(({ name, after }) => [name, after]));
        await Promise.all(
          watched.map((topic) =>
            sendTopic(context, topic, signal, async (event, data, position) => {
              if (position !== undefined) positions.set(topic.name, position);
              const id = [...positions].map(([name, at]) => `${name}@${at}`).join(' ');
              await stream.writeSSE({ event, data: JSON.stringify({ topic: topic.name, data }), id });
            }),
          ),
        );
        await closed;
      });
    }),
};

/** What is watched, from where on: a reader that reconnects says in its last id how far it got. */
function watchedIn(c: Context): Watched[] {
  const last = positionsIn((c.req.header('Last-Event-ID') ?? '').split(' '));
  const asked = positionsIn(c.req.queries('watch') ?? []);
  return [...asked].map(([name, after]) => ({ name, after: last.get(name) ?? after }));
}

function positionsIn(texts: readonly string[]): Map<string, number> {
  const found = texts.flatMap((text): [string, number][] => {
    const [, name, after = '0'] = /^([a-z]+(?::[\w-]+\/[\w-]+)?)(?:@(\d{1,16}))?$/.exec(text) ?? [];
    return name === undefined ? [] : [[name, Number(after)]];
  });
  return new Map(found);
}
