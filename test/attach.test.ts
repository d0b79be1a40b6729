import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

/** An agent that does what is asked once it may. */
function scene() {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const go = join(outside, 'go');
  const agent = agentScript(outside, `while [ ! -e "${go}" ]; do sleep 0.02; done; echo ready >> state.txt`);
  const args = ['get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent];
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  return {
    args,
    options,
    release: () => writeFileSync(go, ''),
    isAtWork: () => existsSync(join(outside, 'launches')),
    types: () => loopFolders(home).flatMap((folder) => logOf(folder).map(({ event }) => event.type)),
  };
}

test('attached without a terminal: the lines from the first on, and the exit code of the loop', async () => {
  const { args, options, release, isAtWork } = scene();
  const running = startCli(args, options);
  await until('the agent is at work', isAtWork);
  const attached = startCli(['attach'], options);
  await until('the baseline is told', () => attached.result.stdout.includes('#0  baseline'));
  release();
  const { code, stdout } = await attached.done;
  expect((await running.done).code).toBe(0);
  expect(code).toBe(0);
  expect(stdout).toMatch(/#1 {2}agent .* best/);
  expect(stdout).toContain('Jumar: COMPLETE');

  const later = await jumar(['attach'], options);
  expect(later.code).toBe(0);
  expect(later.stdout).toContain('Jumar: COMPLETE');
  expect(later.stdout).not.toContain('#0  baseline');
});

test('a loop whose process dies is told to be gone, and one that was interrupted to be paused', async () => {
  const { args, options, isAtWork, types } = scene();
  const running = startCli(args, options);
  await until('the agent is at work', isAtWork);
  const attached = startCli(['attach'], options);
  await until('the baseline is told', () => attached.result.stdout.includes('#0  baseline'));
  running.child.kill('SIGKILL');
  const { code, stdout } = await attached.done;
  expect(code).toBe(130);
  expect(stdout).toMatch(/its process is gone; continue with: jumar resume get-it-ready-/);
  expect((await jumar(['attach'], options)).code).toBe(130);

  const resumed = startCli(['resume'], options);
  await until('it goes on', () => types().filter((type) => type === 'agent-started').length === 2);
  const watching = startCli(['attach'], options);
  await until('it is watched', () => watching.result.stdout.includes('resuming'));
  resumed.child.kill('SIGINT');
  expect((await watching.done).code).toBe(130);
  expect(watching.result.stdout).toContain('Jumar: PAUSED');
  await resumed.done;
});

test('in GitHub Actions a run is grouped and annotated', async () => {
  const { args, options, release } = scene();
  release();
  const { code, stdout } = await jumar(args, {
    ...options,
    env: { ...WITHOUT_ANALYST, GITHUB_ACTIONS: 'true', CI: 'true' },
  });
  expect(code).toBe(0);
  const commands = stdout.split('\n').filter((line) => line.startsWith('::'));
  expect(commands).toEqual([
    expect.stringMatching(/^::group::#0 {2}baseline/),
    '::endgroup::',
    expect.stringMatching(/^::group::#1 {2}agent/),
    '::endgroup::',
    expect.stringMatching(/^::notice title=Jumar%3A completed::/),
  ]);
});
