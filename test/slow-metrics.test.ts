import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders } from './support/cli.ts';
import { aProject } from './support/project.ts';

/** A project whose build takes longer than is allowed for, and breaks with the repair. */
function scene(config: string) {
  const given = aProject({
    'package.json': JSON.stringify({ scripts: { build: 'node build.js' } }),
    'build.js': "process.exit(require('node:fs').readFileSync('state.txt', 'utf8').includes('ready') ? 1 : 0);\n",
    'state.txt': 'raw\n',
    'jumar.config.yaml': config,
  });
  const agent = agentScript(
    given.outside,
    '[ "$JUMAR_ITERATION" = 1 ] && echo more >> state.txt || echo ready >> state.txt',
  );
  const run = () =>
    jumar(['run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent], {
      cwd: given.project,
      home: given.home,
    });
  const built = () => {
    const folder = join(loopFolders(given.home)[0] ?? '', 'iterations');
    return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'measure-build.log')));
  };
  return { ...given, run, built };
}

test('what is slow and no criterion is measured at the baseline and at the end, and the end tells both', async () => {
  const { run, built, home } = scene('metrics: { slowSeconds: 0 }\n');
  const { code, stdout } = await run();
  expect(stdout).toMatch(/^ {2}also {4}build success → failure \(\d.*\); too slow for every iteration$/m);
  expect(code).toBe(0);
  expect(built()).toHaveLength(2);
  const events = logOf(loopFolders(home)[0] ?? '').map(({ event }) => event);
  expect(events.filter(({ type }) => type === 'kept-measured')).toHaveLength(1);
  const first = events.find((event) => event.type === 'metrics-taken' && event.iteration === 1);
  expect(first).toMatchObject({
    metrics: { build: null, unknown: expect.arrayContaining([expect.stringMatching(/^build: it took \d+ s/)]) },
  });
});

test('a person can have it in every iteration', async () => {
  const { run, built } = scene('metrics: { slowSeconds: 0, everyIteration: true }\n');
  expect((await run()).stdout).not.toContain('also');
  expect(built()).toHaveLength(3);
});
