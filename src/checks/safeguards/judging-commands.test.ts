import { expect, test } from 'vitest';
import type { Settings } from '../../core/state/settings.ts';
import { aCriterion, theSettings } from '../../testing/builders.ts';
import { judgingCommands } from './judging-commands.ts';

const place = { root: '/p', cwd: '/p/sub' };
const commands = (settings: Settings) => judgingCommands([aCriterion('sh c.sh')], settings, place);
const criterion = { command: 'sh c.sh', cwd: '/p/sub', prints: false };

test.each<[string, Parameters<typeof theSettings>[0], ReturnType<typeof judgingCommands>]>([
  ['criteria alone', {}, []],
  [
    'the objective',
    { goal: { mode: 'minimize', command: 'sh sz.sh' } },
    [{ command: 'sh sz.sh', cwd: '/p', prints: true }],
  ],
  ['no objective while refining', { goal: { mode: 'refine', command: 'sh sz.sh' } }, []],
  [
    'custom metrics in both forms',
    { metrics: { custom: { a: 'node a.js', b: { command: 'node b.js', direction: 'up' } } } },
    [
      { command: 'node a.js', cwd: '/p', prints: true },
      { command: 'node b.js', cwd: '/p', prints: true },
    ],
  ],
  [
    'commands for tests, the build, lint, types and coverage',
    {
      metrics: {
        tests: { command: 't' },
        build: 'b',
        lint: { command: 'l' },
        types: { command: 'y' },
        coverage: { command: 'v' },
      },
    },
    [
      { command: 't', cwd: '/p/sub', prints: false },
      { command: 'b', cwd: '/p/sub', prints: false },
      { command: 'l', cwd: '/p', prints: false },
      { command: 'y', cwd: '/p', prints: false },
      { command: 'v', cwd: '/p', prints: false },
    ],
  ],
  [
    'hidden checks',
    { verify: { hidden: { edge: 'sh h.sh' } } },
    [{ command: 'sh h.sh', cwd: '/p/sub', prints: false }],
  ],
])('%s', (_, over, expected) => {
  expect(commands(theSettings(over))).toEqual([criterion, ...expected]);
});
