import { join } from 'node:path';
import type { Dialect } from './dialect.ts';

export const claude: Dialect = {
  agent: 'claude',
  title: 'Claude Code',
  file: (scope, { env, home, root }) =>
    scope === 'project'
      ? join(root, '.claude', 'settings.json')
      : join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json'),
  events: { begin: 'UserPromptSubmit', end: 'Stop' },
  second: 1,
  sendBack: 'block',
  said: 'last_assistant_message',
  afterwards: null,
};
