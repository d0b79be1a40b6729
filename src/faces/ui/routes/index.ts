import type { Route } from '../routes.ts';
import { actions } from './actions.ts';
import { events } from './events.ts';
import { iterationTexts, loopDiff, loopTests } from './iteration.ts';
import { lists, loops } from './loops.ts';
import { session } from './session.ts';

/** The API, version 1. Adding a route: a file here, a line in this list. */
export const routes: readonly Route[] = [session, loops, lists, events, iterationTexts, loopDiff, loopTests, actions];
