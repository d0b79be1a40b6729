import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { abortLoop, answerGate, listLoops, pauseLoop, readLoop, resumeLoop, runLoop } from '../dist/index.js';
import { agentScript } from './support/agents.ts';
import { cleanEnvironment } from './support/cli.ts';
import { aProject } from './support/project.ts';

const task = { task: 'get it ready', until: ['grep -q ready state.txt'] };

function aScene(body: string, files: Record<string, string> = {}) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n', ...files });
  const here = { cwd: project, env: { ...cleanEnvironment(), JUMAR_HOME: home } };
  const file = (name: string) => readFileSync(join(project, name), 'utf8');
  return { outside, project, here, file, agentCommand: agentScript(outside, body) };
}

const BUSY = 'echo begun >> state.txt; sleep 300';

describe('a loop that was paused', () => {
  test('is resumed with another agent, and gives what happens from there on', async () => {
    const { here, outside, agentCommand } = aScene(BUSY);
    const controller = new AbortController();
    const paused = runLoop({ ...task, ...here, agentCommand, signal: controller.signal });
    for await (const { event } of paused) if (event.type === 'agent-started') controller.abort();
    const { state } = await paused.result;
    expect(state.status).toBe('paused');

    const another = agentScript(outside, 'echo ready >> state.txt', 'another.sh');
    const run = resumeLoop({ ...here, loop: state.id, agentCommand: another, maxIterations: 3 });
    const seen: { seq: number; type: string }[] = [];
    for await (const { seq, event } of run) seen.push({ seq, type: event.type });
    expect(seen.slice(0, 2)).toEqual([
      { seq: state.lastSeq + 1, type: 'session-started' },
      { seq: state.lastSeq + 2, type: 'settings-changed' },
    ]);
    const { exitCode, receipt, state: now } = await run.result;
    expect({ exitCode, verified: receipt.verified, id: now.id }).toEqual({ exitCode: 0, verified: true, id: state.id });
    expect(now.settings.limits.maxIterations).toBe(3);
    await expect(resumeLoop(here).result).rejects.toThrow(`nothing to resume; readLoop({ loop: '${state.id}' })`);
  });

  test('was asked to from outside, is read, listed, and aborted with its changes undone', async () => {
    const { here, file, agentCommand } = aScene(BUSY);
    const run = runLoop({ ...task, ...here, agentCommand });
    for await (const { event } of run) {
      if (event.type !== 'agent-started') continue;
      expect(await readLoop(here)).toMatchObject({ status: 'running', pid: process.pid });
      await pauseLoop({ ...here, now: true });
    }
    const { exitCode, state } = await run.result;
    expect(exitCode).toBe(130);

    const read = await readLoop(here);
    expect(read).toMatchObject({ status: 'paused', pid: null, notes: [], state: { id: state.id } });
    expect(existsSync(join(read.folder, 'log.jsonl'))).toBe(true);
    expect(await listLoops(here)).toMatchObject([{ id: state.id, status: 'paused', problem: null }]);
    await expect(pauseLoop(here)).rejects.toThrow('is not running (paused)');

    const aborted = await abortLoop({ ...here, revert: true, reason: 'not needed' });
    expect(aborted).toEqual({ loop: state.id, by: 'this process', status: 'aborted' });
    expect(file('state.txt')).toBe('raw\n');
    await expect(abortLoop(here)).rejects.toThrow('was already aborted');
  });
});

test('a gate is answered, and the loop goes on from there', async () => {
  const again = '[ "$(wc -l < "$(dirname "$0")/launches")" -gt 1 ]';
  const { here, agentCommand } = aScene(
    `if ${again}; then echo ready >> state.txt; else echo "which registry?" > "$JUMAR_BLOCKED_FILE"; fi`,
  );
  const { exitCode, state } = await runLoop({ ...task, ...here, agentCommand }).result;
  expect({ exitCode, asks: state.gate?.question }).toEqual({
    exitCode: 4,
    asks: expect.stringContaining('which registry?'),
  });

  const answered = await answerGate({ ...here, answer: 'approve', reason: 'the public one' });
  expect(answered).toMatchObject({ isRunning: false, endsLoop: false });
  const done = await resumeLoop(here).result;
  expect({ exitCode: done.exitCode, id: done.state.id }).toEqual({ exitCode: 0, id: state.id });
  expect(done.state.said).toMatchObject([{ word: 'approve', reason: 'the public one' }]);
  await expect(answerGate({ ...here, answer: 'reject' })).rejects.toThrow(
    `${state.id} has no open question; readLoop({ loop: '${state.id}' })`,
  );
});

describe('options', () => {
  test('whatever the configuration file can set is honoured, and named options win over it', async () => {
    const { here, agentCommand } = aScene('echo ready >> state.txt');
    const settings = {
      metrics: { custom: { state_lines: { command: 'wc -l < state.txt' } } },
      limits: { maxIterations: 7, timeoutMinutes: 9 },
      'notify.command': 'true',
    };
    const { state, exitCode } = await runLoop({ ...task, ...here, agentCommand, settings, maxIterations: 2 }).result;
    expect(exitCode).toBe(0);
    expect(state.iterations.map(({ metrics }) => metrics?.custom.state_lines)).toEqual([1, 2]);
    expect(state.settings.limits).toMatchObject({ maxIterations: 2, timeoutMinutes: 9 });
  });

  test('hidden checks and protected files judge as on the command line', async () => {
    const { here, file, outside, agentCommand } = aScene('echo ready >> state.txt; echo mine > kept.txt', {
      'kept.txt': 'yours\n',
    });
    writeFileSync(join(outside, 'judge.sh'), 'grep -c ready state.txt | grep -qx 2\n');
    const hidden = { 'twice ready': { command: 'sh judge.sh', files: { 'judge.sh': join(outside, 'judge.sh') } } };
    const run = runLoop({ ...task, ...here, agentCommand, hidden, protect: ['kept.txt'], maxIterations: 4 });
    const { exitCode, state } = await run.result;
    expect({ exitCode, best: state.best }).toEqual({ exitCode: 0, best: 2 });
    expect(file('kept.txt')).toBe('yours\n');
  });

  test("a loop's type brings the task and takes inputs", async () => {
    const type = 'task: put {{word}} into the state\nvalidation:\n  - grep -q ready state.txt\ninputs:\n  word: {}\n';
    const { here, agentCommand } = aScene('echo ready >> state.txt', { '.jumar/loops/wording.yaml': type });
    const run = runLoop({ ...here, agentCommand, type: 'wording', inputs: { word: 'ready' } });
    expect((await run.result).state).toMatchObject({ task: 'put ready into the state', status: 'completed' });
  });

  test.each([
    [{ settings: { limits: { maxIteratons: 3 } } }, "unknown key 'limits.maxIteratons' in the options"],
    [{ refine: true, minimize: 'wc -l < state.txt' }, 'refine and minimize cannot be combined'],
    [{ inputs: { word: 'ready' } }, 'inputs needs a loop type'],
  ])('%j is refused in words of the library', async (wrong, words) => {
    const { here, project, agentCommand } = aScene('true');
    await expect(runLoop({ ...task, ...here, agentCommand, ...wrong }).result).rejects.toThrow(words);
    expect(existsSync(join(project, '.jumar'))).toBe(false);
  });
});
