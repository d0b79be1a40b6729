import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { isForPeople, isUsage } from '../../app/failures.ts';
import { type Access, refusalOf } from './access.ts';
import type { Asset } from './assets.ts';
import { openApi } from './openapi.ts';
import { routes } from './routes/index.ts';
import type { UiContext } from './routes.ts';

export interface AppParts {
  context: UiContext;
  access: Access;
  token: { take(offered: string): boolean };
  assets: ReadonlyMap<string, Asset>;
  /** Cookies are shared by all ports of a host. */
  cookie: string;
}

const MAX_BODY = 256 * 1024;

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The whole server without its socket. Nobody gets past the first handler without being who they must be. */
export function uiApp({ context, access, token, assets, cookie }: AppParts): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    if (c.req.path.startsWith('/api/')) c.header('Cache-Control', 'no-store');
    const asked = {
      method: c.req.method,
      path: c.req.path,
      host: c.req.header('Host') ?? null,
      origin: c.req.header('Origin') ?? null,
      site: c.req.header('Sec-Fetch-Site') ?? null,
      session: getCookie(c, cookie) ?? null,
      csrf: c.req.header('X-Jumar-Token') ?? null,
    };
    const refusal = refusalOf(asked, access);
    if (refusal?.code === 'no-session' && asked.method === 'GET' && asked.path === '/') {
      const offered = c.req.query('token');
      if (offered !== undefined && token.take(offered)) {
        setCookie(c, cookie, access.session, { httpOnly: true, sameSite: 'Strict', path: '/' });
        return c.redirect('/', 303);
      }
      deleteCookie(c, cookie);
      return c.text(`Jumar: ${refusal.message}\n`, refusal.status);
    }
    if (refusal) return c.json({ code: refusal.code, message: refusal.message }, refusal.status);
    // The link stays in the history: whoever has the session does not need its token.
    if (asked.path === '/' && c.req.query('token') !== undefined) return c.redirect('/', 303);
    await next();
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY,
      onError: (c) => c.json({ code: 'too-large', message: 'the request is too large' }, 413),
    }),
  );
  for (const route of routes) route.add(app, context);
  app.get('/api/v1/openapi.json', (c) => c.json(openApi(routes, context.version)));
  app.get('*', (c) => {
    const asset = assets.get(c.req.path);
    if (!asset) return c.json({ code: 'not-found', message: `there is nothing at ${c.req.path}` }, 404);
    c.header('Cache-Control', asset.isHashed ? 'private, max-age=31536000, immutable' : 'no-cache');
    return c.body(asset.body, 200, { 'Content-Type': asset.type });
  });
  app.notFound((c) => c.json({ code: 'not-found', message: `there is nothing at ${c.req.path}` }, 404));
  app.onError((error, c) => {
    if (isForPeople(error))
      return c.json({ code: error.code, message: error.message, hint: error.hint }, isUsage(error) ? 404 : 500);
    context.warn?.(`the page asked for ${c.req.path}: ${error.message}`);
    return c.json({ code: 'failed', message: error.message }, 500);
  });
  return app;
}
