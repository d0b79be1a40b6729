import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from '../support/agents.ts';
import { CLI, jumar, logOf, loopFolders, startCli } from '../support/cli.ts';
import { aProject } from '../support/project.ts';

const MB = 1024 * 1024;

test('an agent that prints 2 GB does not grow memory past 150 MB', async () => {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agent = agentScript(
    outside,
    'yes "a line of output that goes on and on and says nothing new at all" | head -c 2147483648; echo ready > state.txt',
  );
  const run = startCli(['run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent], {
    cwd: project,
    home,
  });
  let peak = 0;
  const watch = setInterval(() => {
    const status = existsSync(`/proc/${run.child.pid}/status`)
      ? readFileSync(`/proc/${run.child.pid}/status`, 'utf8')
      : '';
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
  }, 100);
  const { code } = await run.done;
  clearInterval(watch);
  expect(code).toBe(0);
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(150 * MB);
  const loop = loopFolders(home)[0] as string;
  expect(statSync(join(loop, 'iterations', '0001', 'agent.log')).size).toBeLessThan(300 * MB);
  const finished = logOf(loop).find(({ event }) => event.type === 'agent-finished')?.event;
  expect(finished?.outputBytes as number).toBeGreaterThan(2_000_000_000);
});

test('a disk that is full is a clear error, and nothing recorded is lost', async () => {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agent = agentScript(outside, 'echo x > "state-$JUMAR_ITERATION.txt"');
  const args = [
    'run',
    'get it ready',
    '--until',
    'grep -q ready state.txt',
    '--agent-command',
    agent,
    '--max-iterations',
    '400',
    '--timeout',
    '600',
  ];
  writeFileSync(join(outside, 'limited.sh'), `ulimit -f 128\ntrap '' XFSZ\nexec "$@"\n`);
  const limited = spawn('/bin/sh', [join(outside, 'limited.sh'), process.execPath, CLI, ...args], {
    cwd: project,
    env: { ...process.env, JUMAR_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  limited.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const code = await new Promise((resolve) => limited.on('close', resolve));
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/space|size limit/);
  expect(stderr).not.toContain('unexpected failure');

  const before = logOf(loopFolders(home)[0] as string).length;
  const resumed = await jumar(['resume', '--agent-command', 'echo ready > state.txt'], { cwd: project, home });
  expect(resumed.code).toBe(0);
  expect(logOf(loopFolders(home)[0] as string).length).toBeGreaterThan(before);
});
