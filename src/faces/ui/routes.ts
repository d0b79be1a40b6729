import type { Hono } from 'hono';
import type { AppContext } from '../../app/context.ts';
import type { ListRow, LoopRow } from '../reports/page-rows.ts';
import type { Feed } from './feed.ts';

/** What the routes share. */
export interface UiContext extends AppContext {
  loops: Feed<LoopRow>;
  lists: Feed<ListRow>;
  version: string;
  readOnly: boolean;
  csrf: string;
  /** Fires when the server closes: streams end with it. */
  closing: AbortSignal;
}

/** One route of the API, with what its documentation says. */
export interface Route {
  method: 'get' | 'post';
  path: string;
  summary: string;
  /** The JSON Schema of the body. */
  body?: unknown;
  answers: string;
  add(app: Hono, context: UiContext): void;
}
