import type { Route } from '../routes.ts';

export const session: Route = {
  method: 'get',
  path: '/api/v1/session',
  summary: 'The version of Jumar, whether the server only shows, and the token that every action carries.',
  answers: '{version, readOnly, csrf}',
  add: (app, { version, readOnly, csrf }) =>
    void app.get('/api/v1/session', (c) => c.json({ version, readOnly, csrf, api: 1 })),
};
