import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@localhost',
};

test('a loop in a worktree of its own, from its start to its end', { timeout: 180_000 }, async () => {
  const { project, home, outside } = aProject({ 'src/state.txt': 'raw\n' });
  writeFiles(project, { 'src/mine.txt': 'uncommitted\n', '.jumar/config.yaml': 'limits:\n  maxIterations: 3\n' });
  const before = git(project, 'status', '--porcelain');
  // While the agent works, its user makes a branch: that is not the agent's doing.
  const agent = agentScript(
    outside,
    `if [ "$JUMAR_ITERATION" = 1 ]; then echo nearly >> state.txt; git -C "${project}" branch by-the-user; else echo ready >> state.txt; fi`,
  );
  const cli = (...args: string[]) =>
    jumar(args, { cwd: join(project, 'src'), home, env: { ...WITHOUT_ANALYST, ...identity } });
  const run = await cli('get it ready', '--worktree', '-u', 'grep -q ready state.txt', '--agent-command', agent);
  expect(run, run.stderr).toMatchObject({ code: 0 });
  expect(run.stderr).toMatch(
    /note: the loop works in \S+, a worktree at [0-9a-f]{12}; not in it: 1 uncommitted file \(src\/mine\.txt\)/,
  );
  expect(run.stdout).toMatch(/without your 1 uncommitted file /);
  const path = /works in (\S+),/.exec(run.stderr)?.[1] as string;
  expect(run.stdout).toContain(`git worktree remove --force ${path}`);

  expect(git(project, 'status', '--porcelain')).toBe(before);
  expect(readFileSync(join(project, 'src/state.txt'), 'utf8')).toBe('raw\n');
  expect(readFileSync(join(path, 'src/state.txt'), 'utf8')).toBe('raw\nnearly\nready\n');
  expect(git(project, 'branch', '--list', 'by-the-user')).not.toBe('');

  const [listed] = JSON.parse((await cli('list', '--json')).stdout);
  expect(listed).toMatchObject({ status: 'completed', iterations: 2, workspace: path });
  const status = await cli('status', '--json');
  expect(JSON.parse(status.stdout)).toMatchObject({ loop: listed.id, workspace: { root: path, worktreeOf: project } });
  const applied = await cli('apply', '--branch', 'jumar/ready');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ {2}merge: git merge jumar\/ready$/m) });
  expect(git(project, 'show', 'jumar/ready:src/state.txt')).toBe('raw\nnearly\nready\n');
  expect(git(project, 'show', '--name-only', '--format=', 'jumar/ready')).toBe('src/state.txt\n');

  expect((await cli('prune', '--all')).stdout).toContain('pruned 1 loop of 1');
  expect(existsSync(path)).toBe(false);
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);

  const missing = await cli('get it ready', '-u', 'grep -q ready state.txt', '--agent-command', './nope.sh');
  expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('there is no file ./nope.sh') });

  const refused = await cli('make it good', '--worktree', '-u', 'the code looks good', '--agent-command', agent);
  expect(refused.code).toBe(2);
  expect(git(project, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});
