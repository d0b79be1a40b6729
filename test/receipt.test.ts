import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, loopFolders, readableFiles, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

const PERSON = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@localhost',
};

/** A completed loop, and a forge's program that notes what it was asked. */
async function completed(forge = 'gh') {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const remote = join(outside, 'remote.git');
  git(outside, 'init', '-q', '--bare', remote);
  git(project, 'remote', 'add', 'origin', remote);
  writeFiles(outside, {
    [`bin/${forge}`]: `#!/bin/sh\nprintf '%s\\n' "$@" > "${outside}/asked"\necho https://example.org/1\n`,
  });
  chmodSync(join(outside, 'bin', forge), 0o755);
  const env = { ...WITHOUT_ANALYST, ...PERSON, PATH: `${join(outside, 'bin')}:${process.env.PATH}` };
  const cli = (...args: string[]) => jumar(args, { cwd: project, home, env });
  const agent = agentScript(outside, 'echo ready >> state.txt');
  await cli('run', 'get it ready', '--until', 'grep -q ready state.txt', '--agent-command', agent);
  const asked = () => readFileSync(join(outside, 'asked'), 'utf8');
  const receipt = join(outside, 'receipt.json');
  writeFileSync(receipt, readFileSync(join(readableFiles(home), 'result.json')));
  return { project, home, cli, asked, remote, receipt };
}

describe('a pull request', () => {
  test.each([
    ['gh', ['pr', 'create', '--head', 'ready', '--title', 'get it ready', '--body']],
    ['glab', ['mr', 'create', '--source-branch', 'ready', '--title', 'get it ready', '--description']],
  ])('is opened with %s: task, checks, evidence, how to check again', async (forge, args) => {
    const { cli, asked, remote } = await completed(forge);
    const { code, stdout } = await cli('apply', '--branch', 'ready', '--pr');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('https://example.org/1') });
    expect(asked().split('\n').slice(0, args.length)).toEqual(args);
    expect(asked()).toContain('| grep -q ready state.txt | pass | exit 0 |');
    expect(asked()).toContain('jumar audit --pr --strict');
    expect(asked()).toMatch(/jumar verify-receipt [0-9a-f]{12}/);
    expect(git(remote, 'branch', '--list', 'ready')).toContain('ready');
  });
});

describe('verify-receipt', () => {
  test('holds for the commit and the file of a loop', async () => {
    const { cli, receipt, project } = await completed();
    await cli('apply', '--branch', 'ready');
    const commit = await cli('verify-receipt', 'ready');
    expect(commit.stdout).toContain('holds        tree: ');
    expect(commit.code).toBe(0);
    expect(await cli('verify-receipt', receipt)).toMatchObject({
      code: 7,
      stdout: expect.stringContaining('not checked  tree: HEAD holds another tree'),
    });
    git(project, 'checkout', '-q', '-f', 'ready');
    expect(await cli('verify-receipt', receipt)).toMatchObject({ code: 0 });
  });

  test('shows another tree, another verdict and another log', async () => {
    const { cli, receipt, project, home } = await completed();
    await cli('apply', '--branch', 'ready');
    git(project, 'checkout', '-q', '-f', 'ready');
    writeFiles(project, { 'state.txt': 'ready, and more\n' });
    git(project, 'commit', '-q', '-a', '--amend', '-m', git(project, 'log', '-1', '--format=%B'));
    expect(await cli('verify-receipt', 'HEAD')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/broken +tree: .* was checked/),
    });

    const forged = JSON.parse(readFileSync(receipt, 'utf8'));
    writeFileSync(receipt, JSON.stringify({ ...forged, task: 'something else' }));
    expect(await cli('verify-receipt', receipt)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/broken +task: /),
    });

    const log = join(loopFolders(home)[0] as string, 'log.jsonl');
    writeFileSync(log, readFileSync(log, 'utf8').replace('"outcome":"pass"', '"outcome":"fail"'));
    expect(await cli('verify-receipt', 'HEAD')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/broken +log: /),
    });
  });

  test('says what it cannot check without the log', async () => {
    const { cli, project, home } = await completed();
    await cli('apply', '--branch', 'ready');
    const elsewhere = await jumar(['verify-receipt', 'ready'], { cwd: project, home: `${home}-other`, env: PERSON });
    expect(elsewhere).toMatchObject({ code: 7, stdout: expect.stringContaining('not checked  log: ') });
  });

  test.each([
    ['state.txt', /is not a receipt/],
    ['HEAD', /holds no receipt/],
    ['nothing-here', /neither a file nor a commit/],
  ])('refuses %s', async (name, why) => {
    const { project, home } = aProject({ 'state.txt': 'raw\n' });
    const { code, stderr } = await jumar(['verify-receipt', name], { cwd: project, home });
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
  });
});
