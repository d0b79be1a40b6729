import { join } from 'node:path';
import type { Dialect } from './dialect.ts';

export const gemini: Dialect = {
  agent: 'gemini',
  title: 'Gemini CLI',
  file: (scope, { env, home, root }) =>
    join(scope === 'project' ? root : env.GEMINI_CLI_HOME || home, '.gemini', 'settings.json'),
  events: { begin: 'BeforeAgent', end: 'AfterAgent' },
  second: 1000,
  sendBack: 'deny',
  said: 'prompt_response',
  afterwards: null,
};
