import { execSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

/** A loop that completed at its first iteration: one file changed, one added. */
async function completed(before?: (project: string) => void) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n', 'other.txt': 'same\n' });
  before?.(project);
  const agent = agentScript(outside, 'echo ready >> state.txt; printf "\\000\\001" > data.bin');
  const env = {
    ...WITHOUT_ANALYST,
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@localhost',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@localhost',
  };
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env });
  const run = await cli('run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent);
  expect(run.code).toBe(0);
  return { project, home, outside, cli, id: loopFolders(home)[0]?.split('/').at(-1) as string };
}

describe('results into git', () => {
  test('a branch, with the receipt in its message; nothing else moves', async () => {
    const { project, cli, id } = await completed();
    const before = [git(project, 'rev-parse', 'HEAD'), git(project, 'status', '--porcelain')];
    const { code, stdout } = await cli('apply', '--branch', 'jumar/ready');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('jumar/ready') });
    expect([git(project, 'rev-parse', 'HEAD'), git(project, 'status', '--porcelain')]).toEqual(before);
    expect(git(project, 'show', '--name-status', '--format=', 'jumar/ready')).toBe('A\tdata.bin\nM\tstate.txt\n');
    const message = git(project, 'log', '-1', '--format=%B', 'jumar/ready');
    expect(message).toMatch(/^get it ready\n\n.*\n- grep -q ready state\.txt: pass/);
    expect(message).not.toContain('This commit differs from that tree');
    const merge = /merge: (git add .*)$/m.exec(stdout)?.[1] as string;
    git(project, 'config', 'user.name', 'A');
    git(project, 'config', 'user.email', 'a@localhost');
    execSync(merge, { cwd: project });
    expect(git(project, 'status', '--porcelain')).toBe('');
    expect(git(project, 'rev-parse', 'HEAD')).toBe(git(project, 'rev-parse', 'jumar/ready'));
    git(project, 'reset', '-q', before[0]?.trim() as string);
    expect(message).toContain(`Jumar-Loop: ${id}\nJumar-Iteration: 1 of 1\nJumar-Verified: yes`);
    const again = await cli('apply', '--branch', 'jumar/ready');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('already exists');
    // As the end prints it, after every session.
    for (const name of [`jumar/${id}`, `jumar/${id}-2`])
      expect(await cli('apply', id, '1', '--branch')).toMatchObject({ code: 0, stdout: expect.stringContaining(name) });
    expect(git(project, 'branch', '--list', '--format=%(refname:short)', 'jumar/*')).toBe(
      `jumar/${id}\njumar/${id}-2\njumar/ready\n`,
    );
  });

  test('a commit on the current branch leaves a clean tree', async () => {
    const { project, cli } = await completed();
    expect((await cli('apply', '--commit')).code).toBe(0);
    expect(git(project, 'status', '--porcelain')).toBe('');
    expect(git(project, 'log', '-1', '--format=%s')).toBe('get it ready\n');
    expect(git(project, 'show', '--name-only', '--format=')).toBe('data.bin\nstate.txt\n');
  });

  test('a patch that applies', async () => {
    const { project, outside, cli } = await completed();
    const file = join(outside, 'it.patch');
    expect((await cli('apply', '--patch', '--out', file)).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('GIT binary patch');
    await cli('rollback', '0');
    git(project, 'apply', file);
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('raw\nready\n');
  });

  test('what was uncommitted before the loop is not committed with it', async () => {
    const uncommitted = { 'other.txt': 'mine, uncommitted\n', 'state.txt': 'raw\nmine, beside it\n' };
    const { project, cli } = await completed((root) => writeFiles(root, uncommitted));
    const { code, stdout } = await cli('apply', '--branch', 'only-the-loop');
    expect(code).toBe(0);
    expect(stdout).toMatch(/to merge: .* in state\.txt; jumar rollback \S+ 0, commit your own changes, then git merge/);
    expect(git(project, 'show', 'only-the-loop:other.txt')).toBe('same\n');
    expect(git(project, 'show', 'only-the-loop:state.txt')).toBe('raw\nready\n');
    expect(git(project, 'log', '-1', '--format=%B', 'only-the-loop')).toContain('This commit differs from that tree');
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('raw\nmine, beside it\nready\n');
  });

  test('a branch has edits from before the loop that are in the same lines, and says so; nothing else gets them', async () => {
    const { project, cli } = await completed((root) => writeFiles(root, { 'state.txt': 'not yet ' }));
    const { code, stdout } = await cli('apply', '--branch', 'with-mine');
    expect({ code, stdout: stdout.replace(/\s+/g, ' ') }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'with your uncommitted edits from before the loop, which are in the same lines: state.txt',
      ),
    });
    expect(git(project, 'show', 'with-mine:state.txt')).toBe('not yet ready\n');
    expect(stdout).toMatch(/merge: git add -- .*state\.txt && git merge with-mine/);
    // With the loop's changes taken back, the user's own edits are committed first: the advice works then, too.
    await cli('rollback', '0');
    const again = await cli('apply', '--branch', 'once-more');
    const merge = /commit your own changes, then (git merge -X theirs once-more) /.exec(again.stdout)?.[1] as string;
    const before = git(project, 'rev-parse', 'HEAD').trim();
    git(project, 'config', 'user.name', 'A');
    git(project, 'config', 'user.email', 'a@localhost');
    git(project, 'commit', '-qam', 'mine');
    execSync(`${merge} --no-edit`, { cwd: project });
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('not yet ready\n');
    git(project, 'reset', '-q', before);
    for (const way of [['--commit'], ['--branch', 'for-others', '--pr']]) {
      const refused = await cli('apply', ...way);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('The changes conflict with HEAD') });
    }
    expect(git(project, 'branch', '--list', 'for-others')).toBe('');
  });

  test('a loop that undid an uncommitted edit has nothing to commit: that is no failure', async () => {
    const { project, cli } = await completed((root) => {
      writeFiles(root, { 'state.txt': 'raw\nready\n', 'data.bin': '\0\x01' });
      git(root, 'add', '-A');
      git(root, 'commit', '-qm', 'ready');
      writeFiles(root, { 'state.txt': 'raw\n' });
    });
    const { code, stdout } = await cli('apply', '--branch');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('there is nothing to commit') });
    expect(git(project, 'branch', '--list', 'jumar/*')).toBe('');
  });

  test('a commit that does not fit leaves the tree as it is', async () => {
    const { project, cli } = await completed();
    writeFiles(project, { 'state.txt': 'rewritten\nby hand\n' });
    git(project, 'commit', '-qam', 'by hand');
    const { code, stderr } = await cli('apply', '--commit');
    expect(code).toBe(2);
    expect(stderr).toContain('The changes conflict with HEAD');
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('rewritten\nby hand\n');
  });

  test('where there is no git repository, with what to do instead', async () => {
    const { project, cli } = await completed((folder) => rmSync(join(folder, '.git'), { recursive: true }));
    for (const way of ['--branch', '--commit']) {
      const { code, stderr } = await cli('apply', way);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`${project} is not in a git repository`),
      });
      expect(stderr).toContain('--patch');
    }
  });

  test('ways that cannot be combined, and a pull request without a branch', async () => {
    const { project, cli } = await completed();
    expect((await cli('apply', '--commit', '--patch')).stderr).toContain('cannot be combined');
    expect((await cli('apply', '--out', 'x.patch')).stderr).toContain('--patch --out <file>');
    expect((await cli('apply', '--pr')).stderr).toContain('--branch <name> --pr');
    const refused = await cli('analytics', 'latest', '--since', '7d', '--agent', 'codex');
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since and --agent cannot be combined with a loop'),
    });
    expect(await cli('report', '--out', 'it.pdf')).toMatchObject({ code: 2 });
    const whole = expect.stringContaining('csv reports cover a whole loop');
    expect(await cli('report', '1', '--format', 'csv')).toMatchObject({ code: 2, stderr: whole });
    expect((await cli('rollback', '1')).stdout).toContain('0 paths differed');
    writeFiles(project, { 'state.txt': 'mine\n' });
    expect((await cli('apply', '1')).stdout).toContain('1 path differed: state.txt');
  });
});
