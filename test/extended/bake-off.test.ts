import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { installAgent } from '../../scripts/install-agents.mjs';
import { startFakeModel } from '../fixtures/model-server/server.mjs';
import { startCli } from '../support/cli.ts';
import { scenarios } from '../support/model-scenarios.ts';
import { aProject, git } from '../support/project.ts';
import { realAgentEnvironment } from '../support/real-agents.mjs';

const shell = (command: string) => ({
  ...scenarios.fine,
  steps: [{ text: 'I do it.', do: [{ shell: command }] }, { text: 'Done.' }],
});

/** What the model of each agent has it do: the good, the long, and one that does something else. */
const AGENTS = {
  claude: shell('echo hello > hello.txt'),
  codex: shell('echo other > other.txt'),
  opencode: shell('seq 300 > hello.txt'),
} as const;
type Name = keyof typeof AGENTS;

const installed = (Object.keys(AGENTS) as Name[]).map((name) => ({ name, ...installAgent(name) }));
const problems = installed.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`]));

test('a bake-off of the real Claude Code, Codex and OpenCode keeps the good change and says why not the others', {
  timeout: 600_000,
  skip: problems.length > 0,
}, async () => {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const servers = await Promise.all(Object.entries(AGENTS).map(([, scenario]) => startFakeModel({ scenario })));
  try {
    const env: Record<string, string> = {
      PATH: [...installed.map(({ bin }) => bin), process.env.PATH].join(delimiter),
      HOME: outside,
    };
    for (const [at, { name }] of installed.entries())
      Object.assign(env, realAgentEnvironment(name, servers[at]?.url ?? '', join(outside, name)));
    const names = installed.map(({ name }) => name).join(',');
    const choices = ['--until', 'file:hello.txt', '--max-iterations', '1', '--plain'];
    const cli = (...args: string[]) => startCli(args, { cwd: project, home, env }).done;
    const run = await cli('create hello.txt', ...choices, '--bake-off', names);
    expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });

    const { tasks, branch } = JSON.parse((await cli('tasks', 'status', '--json')).stdout);
    const { kept, reason, entries } = tasks[0].bake_off;
    expect({ kept, reason }, run.stdout).toEqual({ kept: 'claude', reason: 'size of the change: 1 changed line' });
    const why = Object.fromEntries(entries.map((one: Record<string, string>) => [one.name, one.why_not_kept]));
    expect(why).toEqual({
      claude: null,
      codex: expect.stringMatching(/^not completed \(iteration-limit\)/),
      opencode: '300 changed lines; claude: 1 changed line',
    });
    expect(git(project, 'show', `${branch}:hello.txt`)).toBe('hello\n');
    const { branch: left } = entries.find(({ name }: { name: string }) => name === 'opencode');
    expect(git(project, 'show', `${left}:hello.txt`).trim().split('\n')).toHaveLength(300);
    expect(git(project, 'status', '--porcelain')).toBe('');
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
