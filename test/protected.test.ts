import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git } from './support/project.ts';
import { until } from './support/until.ts';

const FILES = {
  'check.sh': '#!/bin/sh\ngrep -q ready state.txt\n',
  'state.txt': 'raw\n',
  'tests/a.test.txt': 'original\n',
  '.github/workflows/ci.yml': 'jobs: {}\n',
  '.github/workflows/release.yml': 'jobs: {}\n',
  '.gitignore': 'local/\nsecret.env\n',
};

async function attacked(agent: string, args: string[] = [], files: Record<string, string> = FILES) {
  const { project, home, outside } = aProject(files);
  mkdirSync(join(project, 'local'));
  writeFileSync(join(project, 'local', 'answers.txt'), '42\n');
  writeFileSync(join(project, 'secret.env'), 'KEY=1\n');
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const until = args.includes('--until') ? [] : ['--until', './check.sh'];
  const result = await jumar(['run', 'get the state ready', ...until, '--agent-command', command, ...args], {
    cwd: project,
    home,
    env: WITHOUT_ANALYST,
  });
  const folder = loopFolders(home)[0] as string;
  return {
    ...result,
    project,
    events: logOf(folder).map(({ event }) => event),
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
    read: (path: string) => readFileSync(join(project, path), 'utf8'),
  };
}

describe('what the criteria run cannot be changed', () => {
  test.each([
    { how: 'an edit', attack: 'echo "exit 0" > check.sh' },
    {
      how: 'a deletion and a new file',
      attack: 'rm check.sh; printf "#!/bin/sh\\nexit 0\\n" > check.sh; chmod +x check.sh',
    },
    { how: 'a link in its place', attack: 'echo "exit 0" > mine.sh; chmod +x mine.sh; ln -sf mine.sh check.sh' },
    { how: 'a folder in its place', attack: 'rm check.sh; mkdir check.sh; echo x > check.sh/x' },
  ])('by $how', async ({ attack }) => {
    const { code, events, read, prompt, stdout, project } = await attacked(attack, ['--max-iterations', '2']);
    expect(code).toBe(1);
    expect(read('check.sh')).toBe(FILES['check.sh']);
    expect(lstatSync(join(project, 'check.sh')).isSymbolicLink()).toBe(false);
    expect(events.find(({ type }) => type === 'changes-reverted')).toMatchObject({
      iteration: 1,
      protected: { paths: expect.arrayContaining(['check.sh']) },
      findings: expect.arrayContaining([
        expect.objectContaining({ type: 'validation_bypass', pattern: 'protected-path-changed' }),
      ]),
    });
    expect(prompt(1)).toContain('may not be changed');
    expect(prompt(2)).toContain('**Undone, because these files are protected:** check.sh');
    expect(stdout).toContain('undone (protected)');
  });

  test('and honest work beside the attempt still counts', async () => {
    const commit = 'git -c user.name=a -c user.email=a@b commit -qam "by the agent"';
    const { code, read, stdout, project, events } = await attacked(
      `echo "exit 0" > check.sh; echo ready > state.txt; ${commit}`,
    );
    expect(code).toBe(0);
    expect(read('check.sh')).toBe(FILES['check.sh']);
    expect(read('state.txt')).toBe('ready\n');
    // The agent's own commit holds what was undone: people hear of it, and git shows it.
    expect(stdout.split('the agent committed changes that were undone: check.sh')).toHaveLength(3);
    expect(git(project, 'status', '--porcelain', '--', 'check.sh', 'state.txt')).toBe(' M check.sh\n');
    expect(events.findLast(({ type }) => type === 'snapshot-taken')).toMatchObject({ committed: ['check.sh'] });
  });

  test('also behind a script of package.json', async () => {
    const files = { 'package.json': JSON.stringify({ scripts: { test: 'sh test.sh' } }), 'test.sh': 'exit 1\n' };
    const { code, read } = await attacked(
      'printf "exit 0" > test.sh',
      ['--max-iterations', '1', '--until', 'npm test'],
      files,
    );
    expect(code).toBe(1);
    expect(read('test.sh')).toBe('exit 1\n');
  });

  test('but a script that the task names can', async () => {
    const { project, home, outside } = aProject(FILES);
    const command = agentScript(outside, 'printf "#!/bin/sh\\nexit 0\\n" > check.sh');
    const task = ['run', 'repair check.sh, which is wrong', '--until', './check.sh', '--agent-command', command];
    expect((await jumar(task, { cwd: project, home, env: WITHOUT_ANALYST })).code).toBe(0);
  });
});

describe('paths that the user protects', () => {
  const guarded = (...globs: string[]) => ['--max-iterations', '1', ...globs.flatMap((glob) => ['--protect', glob])];

  test('cannot be changed through a link in the place of their folder', async () => {
    const agent = 'mkdir fake; echo changed > fake/a.test.txt; rm -r tests; ln -s fake tests';
    const { read, events, project } = await attacked(agent, guarded('tests/'));
    expect(lstatSync(join(project, 'tests')).isDirectory()).toBe(true);
    expect(read('tests/a.test.txt')).toBe('original\n');
    expect(events.find(({ type }) => type === 'changes-reverted')).toMatchObject({
      protected: { paths: expect.arrayContaining(['tests/a.test.txt']) },
    });
  });

  test('cannot be edited, moved, chmodded or added to', async () => {
    const agent =
      'mv tests/a.test.txt moved.txt; chmod 600 .github/workflows/ci.yml; echo "steps: []" > .github/workflows/release.yml; echo x > tests/new.txt';
    const { events, project } = await attacked(agent, guarded('tests/', '.github'));
    const workflows = ['.github/workflows/ci.yml', '.github/workflows/release.yml'];
    const paths = [...workflows, 'tests/a.test.txt', 'tests/new.txt'];
    expect(events.find(({ type }) => type === 'changes-reverted')).toMatchObject({
      protected: { paths: expect.arrayContaining(paths), count: 4 },
    });
    expect(existsSync(join(project, 'tests', 'new.txt'))).toBe(false);
    expect(statSync(join(project, '.github', 'workflows', 'ci.yml')).mode & 0o777).toBe(0o644);
  });

  test('are hashed and put back also where git ignores them', async () => {
    const agent =
      'echo 43 > local/answers.txt; echo more > local/more.txt; rm secret.env; mkdir -p .jumar; echo x > .jumar/config.yaml';
    const { read, project, events, stdout } = await attacked(agent, guarded('local/', 'secret.env'));
    expect(read('local/answers.txt')).toBe('42\n');
    expect(read('secret.env')).toBe('KEY=1\n');
    expect(existsSync(join(project, 'local', 'more.txt'))).toBe(false);
    expect(existsSync(join(project, '.jumar', 'config.yaml'))).toBe(false);
    expect(events.find(({ type }) => type === 'changes-reverted')).toMatchObject({ protected: { count: 4 } });
    const [, aside = ''] = /saved in (\S+)\/: .*local\/more\.txt/.exec(stdout) ?? [];
    expect(read(join(aside, 'local/more.txt'))).toBe('more\n');
    expect(stdout).toMatch(/the undone changes are saved as 1-as-left: jumar diff \S+ 1 1-as-left/);
  });
});

describe('--only', () => {
  test('undoes what lies elsewhere, and says so without a word of cheating', async () => {
    const ignored = 'echo 43 > local/answers.txt; echo new > local/more.txt; rm secret.env';
    const agent = `mkdir -p src; echo "$JUMAR_ITERATION" > src/a.js; echo ready > state.txt; ${ignored}`;
    const { events, read, prompt, stdout, project } = await attacked(agent, ['--only', 'src', '--max-iterations', '2']);
    expect(read('state.txt')).toBe('raw\n');
    expect([read('local/answers.txt'), read('secret.env')]).toEqual(['42\n', 'KEY=1\n']);
    expect(existsSync(join(project, 'local', 'more.txt'))).toBe(false);
    expect(events.find(({ type }) => type === 'changes-reverted')).toMatchObject({
      scope: { paths: ['state.txt', 'local/answers.txt', 'local/more.txt', 'secret.env'], count: 4 },
      protected: { count: 0 },
      findings: [],
    });
    expect(prompt(1)).toContain('Change only files that match these patterns');
    expect(prompt(2)).toContain('outside of what may be changed:** state.txt');
    expect(stdout).toContain('undone (outside --only)');
  });

  test('an iteration whose every change lies elsewhere changed nothing', async () => {
    const { code, stdout } = await attacked('echo ready > state.txt', ['--only', 'src/**']);
    expect(code).toBe(3);
    expect(stdout).toContain('changed nothing 3 times in a row');
  });
});

test("what a person sets by `jumar config set` meanwhile is not taken for the agent's work", async () => {
  const { project, home, outside } = aProject(FILES);
  const wait = 'touch ../outside/working; while ! test -f ../outside/go; do sleep 0.05; done';
  const command = agentScript(outside, `${wait}; echo ready > state.txt`);
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  const run = startCli(['run', 'get ready', '--until', './check.sh', '--agent-command', command], options);
  await until('the agent is at work', () => existsSync(join(outside, 'working')), 45_000);
  expect((await jumar(['config', 'set', 'limits.maxIterations', '7'], options)).code).toBe(0);
  writeFileSync(join(outside, 'go'), '');
  expect((await run.done).code).toBe(0);
  expect(readFileSync(join(project, '.jumar', 'config.yaml'), 'utf8')).toContain('7');
  const events = logOf(loopFolders(home)[0] as string).map(({ event }) => event.type);
  expect(events).not.toContain('changes-reverted');
});
