import { join } from 'node:path';
import type { Dialect } from './dialect.ts';

export const codex: Dialect = {
  agent: 'codex',
  title: 'Codex',
  file: (scope, { env, home, root }) =>
    scope === 'project'
      ? join(root, '.codex', 'hooks.json')
      : join(env.CODEX_HOME || join(home, '.codex'), 'hooks.json'),
  events: { begin: 'UserPromptSubmit', end: 'Stop' },
  second: 1,
  sendBack: 'block',
  said: 'last_assistant_message',
  afterwards: 'Codex runs hooks that you have reviewed: start it, and trust them under /hooks',
};
