import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { audit, type LoopUpdate, runLoop } from '../dist/index.js';
import { agentScript } from './support/agents.ts';
import { readableFiles } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

function ready(body = 'echo ready >> state.txt') {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  return { project, outside, agentCommand: agentScript(outside, body), env: { ...process.env, JUMAR_HOME: home } };
}

/** Runs an example as a user would, from a project of their own. */
function runExample(name: string, args: string[], cwd: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    execFile(process.execPath, [example(name), ...args], { cwd, env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, stdout }),
    );
  });
}

describe('runLoop', () => {
  const task = { task: 'get it ready', until: ['grep -q ready state.txt'] };

  test('gives every event in order and a result', async () => {
    const { project, env, agentCommand } = ready();
    const run = runLoop({ ...task, agentCommand, cwd: project, env });
    const seen: LoopUpdate[] = [];
    for await (const update of run) seen.push(update);
    expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen[0]?.event.type).toBe('loop-created');
    expect(seen.at(-1)?.event.type).toBe('loop-ended');
    const { exitCode, receipt, state } = await run.result;
    expect({ exitCode, verified: receipt.verified, best: state.best }).toEqual({
      exitCode: 0,
      verified: true,
      best: 1,
    });
    expect(existsSync(join(readableFiles(env.JUMAR_HOME, state.id), 'reports', 'report.html'))).toBe(true);
    expect(readFileSync(join(project, '.jumar', 'loops', `${state.id}.txt`), 'utf8')).toContain('report.html');
  });

  test('the signal pauses it and leaves no agent behind', async () => {
    const { project, outside, env, agentCommand } = ready('echo $$ > "$(dirname "$0")/pid"; sleep 300');
    const pidFile = join(outside, 'pid');
    const controller = new AbortController();
    // Its process is looked up by the id that it writes, which in a cell is another one.
    const outsideCell = { ...env, JUMAR_AGENT_SANDBOX: 'none' };
    const run = runLoop({ ...task, agentCommand, cwd: project, env: outsideCell, signal: controller.signal });
    for await (const { event } of run) {
      if (event.type !== 'agent-started') continue;
      await until('the agent runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '');
      controller.abort();
    }
    const { exitCode, state } = await run.result;
    expect({ exitCode, status: state.status }).toEqual({ exitCode: 130, status: 'paused' });
    expect(() => process.kill(Number(readFileSync(pidFile, 'utf8')), 0)).toThrow('ESRCH');
  });

  test('what is refused rejects, before anything is written', async () => {
    const { project, env, agentCommand } = ready();
    const run = runLoop({ task: 'x y', until: ['the code looks good'], agentCommand, cwd: project, env });
    await expect(run.result).rejects.toThrow('cannot be a criterion');
    await expect(run[Symbol.asyncIterator]().next()).rejects.toThrow('cannot be a criterion');
    expect(existsSync(join(project, '.jumar'))).toBe(false);
  });
});

test('audit judges a working tree', async () => {
  const { project } = aProject({
    'sum.test.js': "test('adds', () => { expect(sum(1, 2)).toBe(3); });\n",
  });
  expect((await audit({ cwd: project, working: true })).findings).toEqual([]);
  writeFileSync(join(project, 'sum.test.js'), "test.skip('adds', () => { expect(sum(1, 2)).toBe(3); });\n");
  const { blocking, label } = await audit({ cwd: project, working: true });
  expect(label).toBe('working tree');
  expect(blocking[0]?.type).toBe('test_skipping');
  await expect(audit({ cwd: project, range: 'no-such..commit' })).rejects.toThrow();
});

describe('the examples run', () => {
  test('watch-a-loop', async () => {
    const { project, env, agentCommand } = ready('echo "exit 0" > check.sh; echo ready >> state.txt');
    writeFileSync(join(project, 'package.json'), '{"scripts":{"test":"node --test"}}');
    writeFileSync(
      join(project, 'a.test.js'),
      "require('node:test')('ready', () => { if (!require('fs').readFileSync('state.txt', 'utf8').includes('ready')) throw Error('not yet'); });",
    );
    const { code, stdout } = await runExample('watch-a-loop.mjs', ['make npm test pass', agentCommand], project, env);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('kept iteration 1') });
  });

  test('audit-a-diff', async () => {
    const { project, env } = ready();
    const { code, stdout } = await runExample('audit-a-diff.mjs', [], project, env);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'working tree: 0 findings, 0 block\n' });
  });

  test('progress-tracker', async () => {
    const { project, env } = ready();
    const { stdout } = await runExample('progress-tracker.mjs', [], project, env);
    expect(stdout).toContain('ALERT #2: Test count decreased from 10 to 9');
    expect(stdout).toContain('#2: rollback');
    expect(stdout).toContain('selected iteration 1');
    expect(readFileSync(example('progress-tracker.mjs'), 'utf8')).toContain("from 'jumar'");
  });
});
