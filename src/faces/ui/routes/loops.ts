import type { Route } from '../routes.ts';

export const loops: Route = {
  method: 'get',
  path: '/api/v1/loops',
  summary: 'Every loop of every project, latest first. `jumar list --all` shows the same.',
  answers: '{loops: [{project, id, status, summary, …}]}',
  add: (app, context) => void app.get('/api/v1/loops', async (c) => c.json({ loops: await context.loops.all() })),
};

export const lists: Route = {
  method: 'get',
  path: '/api/v1/lists',
  summary: 'Every list of tasks of every project. `jumar tasks status` shows one.',
  answers: '{lists: [{project, id, status, progress, counts, …}]}',
  add: (app, context) => void app.get('/api/v1/lists', async (c) => c.json({ lists: await context.lists.all() })),
};
