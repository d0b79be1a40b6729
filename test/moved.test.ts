import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { eventsIn, jumar, logOf, loopFolders, startCli } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

/** The first run waits until the pause was asked for; the second one gets it ready. */
const BODY = `here=$(dirname "$0"); touch "$here/began"; while [ ! -e "$here/asked" ]; do sleep 0.1; done
echo more >> state.txt; if [ $(grep -c more state.txt) -gt 1 ]; then echo ready >> state.txt; fi; pwd`;

test('a paused loop goes on where its workspace and the state folder were moved to', async () => {
  const { project, home, outside } = aProject({ 'part/state.txt': 'raw\n', '.gitignore': '*.env\n', 'a.env': 'own\n' });
  const before = { cwd: join(project, 'part'), home };
  const agent = agentScript(outside, BODY);
  const run = startCli(['run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent], before);
  await until('the agent has begun', () => existsSync(join(outside, 'began')));
  expect((await jumar(['pause'], before)).code).toBe(0);
  writeFileSync(join(outside, 'asked'), '');
  expect((await run.done).stdout).toContain('paused on request');
  const [old = ''] = loopFolders(home);

  const base = dirname(project);
  const [newProject, newHome] = [join(base, 'elsewhere'), join(base, 'new-home')];
  renameSync(project, newProject);
  renameSync(home, newHome);

  const options = { cwd: join(newProject, 'part'), home: newHome };
  const status = await jumar(['status'], options);
  expect(status.code, status.stderr).toBe(0);
  expect(status.stderr).toContain(`${project} moved to ${newProject}; its loops follow`);
  const resumed = await jumar(['resume', '--json'], options);
  expect(resumed.code, resumed.stderr).toBe(0);
  expect(eventsIn(resumed.stdout).at(-1)).toMatchObject({ type: 'loop-ended', ending: 'completed' });
  expect(readFileSync(join(newProject, 'part', 'state.txt'), 'utf8')).toBe('raw\nmore\nmore\nready\n');

  const [folder = ''] = loopFolders(newHome);
  expect(folder.split('/').at(-1)).toBe(old.split('/').at(-1));
  const runs = logOf(folder).filter(({ event }) => event.type === 'agent-finished');
  expect(runs.map(({ event }) => String(event.excerpt).trim())).toEqual([
    join(project, 'part'),
    join(newProject, 'part'),
  ]);
  const shown = await jumar(['show', '--json'], options);
  expect(shown.code, shown.stderr).toBe(0);
});
