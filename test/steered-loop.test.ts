import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

test('commands that steer mean the loop that runs or waits, and those that read mean the latest', {
  timeout: 120_000,
}, async () => {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, JUMAR_ROOM_MODE: 'copy' } };
  const cli = (...args: string[]) => jumar(args, options);
  const go = join(outside, 'go');
  const slow = agentScript(outside, `while [ ! -e "${go}" ]; do sleep 0.02; done`);
  const met = ['--until', 'true', '--agent-command', 'true'];

  const blocking = ['get it ready', '--until', 'false', '--agent-command', 'echo why > "$JUMAR_BLOCKED_FILE"'];
  expect((await cli(...blocking)).code).toBe(4);
  expect((await cli('do a met thing', ...met)).code).toBe(0);
  expect((await cli('status')).stdout).toContain('do-a-met-thing');
  expect(await cli('resume')).toMatchObject({ code: 4, stdout: expect.stringContaining('get-it-ready') });
  expect((await cli('gate', 'show')).stdout).toContain('the agent reports: why');

  // An answer is about what a person has seen: without an id, only if no other loop can be meant.
  expect(await cli('gate', 'approve')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^jumar: the latest loop, do-a-met-thing-\w+, has no open question, but another waits: name it\n +jumar gate approve get-it-ready-\w+ {3}# .*why/,
    ),
  });

  const running = startCli(['run', 'work for long', '--until', 'false', '--agent-command', slow], options);
  await until('the agent is at work', () => existsSync(join(outside, 'launches')));
  // A later loop beside it, in a worktree.
  expect((await cli('do another met thing', '--worktree', ...met)).code).toBe(0);
  expect((await cli('status')).stdout).toContain('do-another-met-thing');
  expect((await cli('gate', 'show')).stdout).toContain('the agent reports: why');
  expect((await cli('pause')).stdout).toMatch(/^work-for-long-\w+ pauses/);
  writeFileSync(go, '');
  expect((await running.done).code).toBe(130);

  // The last that is not over, not the last.
  expect((await cli('abort')).stdout).toContain('work for long');
  expect((await cli('gate', 'abort')).stdout).toContain('get it ready');
  expect((await cli('gate', 'show')).stdout).toContain('do-another-met-thing');
});
