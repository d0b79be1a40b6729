import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBwrap } from '../src/process/bwrap.ts';
import { agentScript } from './support/agents.ts';
import { CLI, cleanEnvironment, eventsIn, jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, writeFiles } from './support/project.ts';

const bwrap = findBwrap(process.env);
/** A file that no check and no agent can make. */
const LEFT = 'jumar-was-here';
const modes = 'program' in bwrap ? ['auto', 'copy'] : ['copy'];

function scene(files: Record<string, string>, agent: string, env: Record<string, string> = {}) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n', ...files });
  const command = agentScript(outside, agent);
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, OUTSIDE: outside, ...env } };
  return {
    project,
    home,
    outside,
    run: (...args: string[]) => jumar(['run', 'get it ready', '--agent-command', command, ...args], options),
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
    cli: (...args: string[]) => jumar(args, options),
    outcomes: (loop = '') =>
      logOf(loopFolders(home).find((folder) => folder.includes(loop)) as string)
        .map(({ event }) => event as { type: string; iteration: number; verdicts: { outcome: string }[] })
        .filter(({ type }) => type === 'checks-finished')
        .map(({ verdicts }) => verdicts.map(({ outcome }) => outcome).join()),
  };
}

describe.each(modes)('checks in a room (%s)', (mode) => {
  const env = { JUMAR_ROOM_MODE: mode };

  test('run on the snapshot, with the ignored files of before, and leave the workspace alone', async () => {
    // The check appends to a tracked file at the baseline too: that is its manner.
    const check =
      'echo left >> notes.txt; echo left > left.txt; grep -q ready state.txt && grep -q honest deps/judge\n';
    const { run, project, events } = scene(
      { '.gitignore': 'deps/\n', 'check.sh': check, 'notes.txt': 'mine\n' },
      'echo ready > state.txt; echo cheat > deps/judge',
      env,
    );
    writeFiles(project, { 'deps/judge': 'honest\n' });
    const { code, stdout } = await run('--until', 'sh check.sh');
    expect(code, stdout).toBe(0);
    expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(project, 'left.txt'))).toBe(false);
    expect(events().find(({ type }) => type === 'session-started')).toMatchObject({
      room: { kind: mode === 'auto' ? 'room' : 'copy' },
    });
    expect(events().some(({ type }) => type === 'workspace-restored')).toBe(false);
  });

  test('that rewrite what they judge measure nothing, and what did it is not kept', async () => {
    const { run, outcomes, project } = scene(
      {
        'notes.txt': 'mine\n',
        'sum.mjs': 'export const sum = (a, b) => a - b;\n',
        'test/sum.test.mjs':
          "import test from 'node:test'; import assert from 'node:assert'; import { sum } from '../sum.mjs';\n" +
          "test('sums', () => assert.equal(sum(1, 2), 3));\n",
      },
      `echo "import fs from 'node:fs'; fs.writeFileSync('notes.txt', 'theirs'); export const sum = (a, b) => a + b;" > sum.mjs`,
      env,
    );
    const { code } = await run('--until', 'node --test test/', '--max-iterations', '2');
    expect(code).not.toBe(0);
    // The second time nothing changed: a result that was doubted is not remembered as a pass.
    expect(outcomes()).toEqual(['fail', 'unmeasured', 'unmeasured']);
    expect(readFileSync(join(project, 'sum.mjs'), 'utf8')).toContain('a - b');
  });

  test('that add a set-up of tests prove nothing, whatever the next check says', async () => {
    const { run, outcomes } = scene(
      { 'build.sh': 'true\n', 'check.sh': 'test -f conftest.py || grep -q ready state.txt\n' },
      'echo "touch conftest.py notes.txt" > build.sh',
      env,
    );
    const { code } = await run('--until', '`cat build.sh | sh`', '--until', 'sh check.sh', '--max-iterations', '1');
    expect(code).not.toBe(0);
    expect(outcomes()).toEqual(['pass,fail', 'unmeasured,unmeasured']);
  });

  test('have the ignored files of before also after another loop and a resume', async () => {
    const { run, cli, project, outcomes } = scene(
      { '.gitignore': 'deps/\n', 'check.sh': 'grep -q cheat deps/judge\n' },
      'echo cheat > deps/judge; echo "$JUMAR_ITERATION" > state.txt',
      env,
    );
    writeFiles(project, { 'deps/judge': 'honest\n' });
    expect((await run('--until', 'sh check.sh', '--max-iterations', '1')).code).toBe(1);
    const [first] = (await cli('list', '--json')).stdout.match(/get-it-ready-[0-9a-f]{8}/) ?? [];
    await cli('run', 'something else', '--until', 'test -f never', '--agent-command', 'true', '--max-iterations', '1');
    expect((await cli('resume', String(first), '--max-iterations', '2')).code).toBe(1);
    expect(outcomes(String(first))).toEqual(['fail', 'fail', 'fail']);
  });

  test('see the repository as it was at the start, and may commit without moving its branches', async () => {
    const commit = `git config user.name x && git config user.email x@localhost && git add -A && git commit -q -m theirs
test "$(git rev-list --count HEAD)" = 2 && git symbolic-ref -q HEAD\n`;
    const { run, project } = scene({ 'commit.sh': commit }, 'echo ready > state.txt', env);
    const before = git(project, 'rev-parse', 'HEAD') + git(project, 'count-objects');
    const { code, stdout } = await run(
      ...['--until', 'grep -q ready state.txt'],
      ...['--until', 'git log --oneline && git diff --name-only HEAD ~ /state/'],
      ...['--until', 'sh commit.sh'],
    );
    expect(code, stdout).toBe(0);
    expect(git(project, 'rev-parse', 'HEAD') + git(project, 'count-objects')).toBe(before);
    expect(existsSync(join(project, '.git', 'HEAD'))).toBe(true);
  });

  test('name what they miss: a variable that they do not get, and what the agent left in ignored files', async () => {
    const { run, project } = scene(
      {
        '.gitignore': 'dist/\n',
        'check.mjs':
          "if (!process.env.SERVICE_URL) throw new Error('SERVICE_URL is not set');\nawait import('./dist/ready.mjs');\n",
      },
      'mkdir -p dist && touch dist/ready.mjs; echo "$JUMAR_ITERATION" > state.txt',
      { ...env, SERVICE_URL: 'http://localhost:1' },
    );
    const without = await run('--until', 'node check.mjs', '--max-iterations', '1');
    expect(without.code).toBe(1);
    expect(without.stdout).toContain(
      'hint: SERVICE_URL: set in your environment, but checks do not get it; to pass on: checks.env: [SERVICE_URL]',
    );
    rmSync(join(project, 'dist'), { recursive: true });
    writeFiles(project, { 'jumar.config.json': '{"checks": {"env": ["SERVICE_URL"]}}' });
    const named = await run('--until', 'node check.mjs', '--max-iterations', '1');
    expect(named.code, named.stdout).toBe(1);
    expect(named.stdout).toContain('hint: dist: in the workspace, but git ignores it');
    rmSync(join(project, 'dist'), { recursive: true });
    writeFiles(project, {
      'jumar.config.json': '{"checks": {"env": ["SERVICE_URL"]}, "room": {"carry": ["dist/**"]}}',
    });
    const carried = await run('--until', 'node check.mjs', '--max-iterations', '1');
    expect(carried.code, carried.stdout).toBe(0);
  });
});

test('a build that the agent made is not in the room: a hint says so, and the change is not said to be wrong', async () => {
  const { run, project, events } = scene(
    {
      '.gitignore': 'dist/\n',
      'sum.js': 'exports.sum = (a, b) => a - b;\n',
      'sum.test.js': "require('node:assert').equal(require('./dist/sum.js').sum(1, 2), 3);\n",
    },
    "echo 'exports.sum = (a, b) => a + b;' > sum.js; cp sum.js dist/sum.js",
    { JUMAR_ROOM_MODE: 'copy' },
  );
  writeFiles(project, { 'dist/sum.js': 'exports.sum = (a, b) => a - b;\n' });
  const { code, stdout } = await run('--until', 'node sum.test.js', '--max-iterations', '1');
  expect(code).toBe(1);
  expect(stdout).toContain('hint: dist: built in the workspace, but git ignores it, so checks use an older build; ');
  expect(stdout).toContain('set room.carry: ["dist/**"]');
  expect(events().find(({ type }) => type === 'iteration-reflected')).toMatchObject({
    reflection: { why: expect.stringContaining('the check may lack what it needs where it runs (dist: ') },
  });
});

test('a person may ask for checks in place, and the log says so', async () => {
  const { run, events } = scene({}, 'echo ready > state.txt', { JUMAR_ROOM_MODE: 'in-place' });
  expect((await run('--until', 'grep -q ready state.txt')).code).toBe(0);
  expect(events().find(({ type }) => type === 'session-started')).toMatchObject({
    room: { kind: 'in place', why: 'room.mode is in-place' },
  });
});

describe.skipIf('problem' in bwrap)('with bubblewrap', () => {
  test('a folder that cannot be written is refused before the start', () => {
    const { project, home } = aProject({ 'state.txt': 'raw\n' });
    const program = 'program' in bwrap ? bwrap.program : '';
    const task = ['run', 'get it ready', '--until', 'true', '--agent-command', 'true'];
    const cage = ['--dev-bind', '/', '/', '--ro-bind', project, project, '--chdir', project];
    const env = { ...cleanEnvironment(), JUMAR_HOME: home };
    const { status, stderr } = spawnSync(program, [...cage, process.execPath, CLI, ...task], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${project} cannot be written`)]);
    expect(loopFolders(home)).toEqual([]);
  });

  test('a check sees the room at the path of the workspace, and the rest of the disk read-only', async () => {
    const { run, project } = scene({}, 'echo ready > state.txt');
    const { code, stdout } = await run(
      ...['--until', 'grep -q ready state.txt'],
      ...['--until', `test "$(pwd)" = "${project}"`],
      ...['--until', `! touch /usr/${LEFT}`],
    );
    expect(code, stdout).toBe(0);
  });

  test('a check cannot make the disk writable, nor reach it by other ways than its files', async () => {
    const { run } = scene(
      {
        'check.sh': `mounts='mount -o remount,rw,bind /; umount -l /usr; umount -l /proc/sys'
sh -c "$mounts"; unshare -Ur --mount sh -c "$mounts; touch /usr/${LEFT}"; touch /usr/${LEFT}
test -w /proc/sys/kernel/core_pattern && exit 1
mknod disk b 7 0 && exit 1
for path in /dev/*; do test ! -b "$path" || exit 1; done
grep -q ready state.txt\n`,
      },
      'echo ready > state.txt',
    );
    const { code, stdout } = await run('--until', 'sh check.sh');
    const isLeft = existsSync(join('/usr', LEFT));
    rmSync(join('/usr', LEFT), { force: true });
    expect(code, stdout).toBe(0);
    expect(isLeft).toBe(false);
  });

  test('a program on the PATH that the agent rewrites proves nothing, and one that it adds is not there', async () => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n', 'check.sh': 'new\n' });
    const tools = join(outside, 'tools/bin');
    writeFiles(tools, { judge: '#!/bin/sh\ngrep -q ready state.txt\n' });
    chmodSync(join(tools, 'judge'), 0o755);
    const cheat = agentScript(
      outside,
      `printf '#!/bin/sh\\nexit 0\\n' > ${tools}/new; chmod +x ${tools}/new
test "$JUMAR_ITERATION" = 1 || printf '#!/bin/sh\\nexit 0\\n' > ${tools}/judge; echo "$JUMAR_ITERATION" >> log.txt`,
    );
    const env = { ...WITHOUT_ANALYST, PATH: `${tools}:${process.env.PATH}` };
    const checks = ['--until', '`judge`', '--until', 'sh check.sh'];
    const args = ['run', 'get it ready', ...checks, '--agent-command', cheat, '--max-iterations', '2', '--json'];
    const { code, stdout, stderr } = await jumar(args, { cwd: project, home, env });
    expect(code, stdout + stderr).toBe(1);
    const verdicts = eventsIn(stdout).filter(({ type }) => type === 'checks-finished');
    const missing = expect.not.stringMatching('pass');
    const reason = `programs or settings outside of the project changed since the loop began: ${tools}/judge; if that was you, start a new loop`;
    expect(verdicts).toMatchObject([
      { verdicts: [{ outcome: 'fail' }, { outcome: missing }] },
      { verdicts: [{ outcome: 'fail' }, { outcome: missing }] },
      { verdicts: [{ outcome: 'unmeasured', reason }, { outcome: missing }] },
    ]);
  });

  test('programs and settings in the home folder are those from before the agent, and no check writes there', async () => {
    const { project, home, outside } = aProject({
      'state.txt': 'raw\n',
      'check.sh': 'judge && test ! -s "$HOME/.npmrc" && ! touch "$HOME/left-by-a-check"\n',
    });
    const user = join(outside, 'user');
    writeFiles(user, { 'bin/judge': '#!/bin/sh\ngrep -q ready state.txt\n' });
    chmodSync(join(user, 'bin/judge'), 0o755);
    const cheat = agentScript(
      outside,
      `printf '#!/bin/sh\\nexit 0\\n' > "$HOME/bin/judge"; echo 'node-options=--cheat' > "$HOME/.npmrc"
test "$JUMAR_ITERATION" = 1 || echo ready > state.txt`,
    );
    const env = { ...WITHOUT_ANALYST, HOME: user, PATH: `${user}/bin:${process.env.PATH}` };
    const args = ['run', 'get it ready', '--until', 'sh check.sh', '--agent-command', cheat, '--json'];
    const { code, stdout } = await jumar(args, { cwd: project, home, env });
    expect(code, stdout).toBe(0);
    expect(eventsIn(stdout).filter(({ type }) => type === 'checks-finished')).toMatchObject([
      { verdicts: [{ outcome: 'fail' }] },
      { verdicts: [{ outcome: 'fail' }] },
      { verdicts: [{ outcome: 'pass' }] },
    ]);
    expect(existsSync(join(user, 'left-by-a-check'))).toBe(false);
  });

  test('settings, programs, caches and the home folder itself may be links', async () => {
    const check = 'grep -q fund "$HOME/.npmrc" && grep -q ready state.txt\n';
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n', 'check.sh': check });
    const real = join(outside, 'real');
    writeFiles(real, { 'dotfiles/npmrc': 'fund=false\n', 'cache/x': '', 'programs/tool': '', 'user/x': '' });
    for (const [link, target] of [
      ['.npmrc', 'dotfiles/npmrc'],
      ['.cache', 'cache'],
      ['bin', 'programs'],
    ] as const)
      symlinkSync(join(real, target), join(real, 'user', link));
    symlinkSync(join(real, 'user'), join(outside, 'user'));
    mkdirSync(home, { recursive: true });
    symlinkSync(home, join(outside, 'state'));
    const env = { ...WITHOUT_ANALYST, HOME: join(outside, 'user') };
    const args = ['run', 'get it ready', '--until', 'sh check.sh'];
    const agent = agentScript(outside, 'echo ready > state.txt');
    const options = { cwd: project, home: join(outside, 'state'), env };
    const { code, stdout, stderr } = await jumar([...args, '--agent-command', agent], options);
    expect(code, stdout + stderr).toBe(0);
  });

  test.each([
    { sandbox: 'cell', isSeen: false },
    { sandbox: 'none', isSeen: true },
  ])("an agent's sandbox $sandbox: Jumar's state and processes are seen: $isSeen", async ({ sandbox, isSeen }) => {
    const { run, outside } = scene(
      {},
      `find "$OUTSIDE/.." -name log.jsonl > "$OUTSIDE/seen"; cat /proc/[0-9]*/cmdline | tr '\\0' ' ' > "$OUTSIDE/processes"
echo ready > state.txt`,
      { JUMAR_AGENT_ENV: 'OUTSIDE', JUMAR_AGENT_SANDBOX: sandbox },
    );
    const { code, stdout } = await run('--until', 'grep -q ready state.txt');
    expect(code, stdout).toBe(0);
    expect(readFileSync(join(outside, 'seen'), 'utf8').includes('log.jsonl')).toBe(isSeen);
    expect(readFileSync(join(outside, 'processes'), 'utf8').includes('vitest')).toBe(isSeen);
  });

  test('an agent cannot change the program that judges it', async () => {
    const program = join(dirname(CLI), 'left-by-an-agent.js');
    const { run, outside } = scene({}, `echo cheat > ${program}; echo $? > "$OUTSIDE/status"; echo ready > state.txt`, {
      JUMAR_AGENT_ENV: 'OUTSIDE',
    });
    const { code, stdout } = await run('--until', 'grep -q ready state.txt');
    const isChanged = existsSync(program);
    rmSync(program, { force: true });
    expect(code, stdout).toBe(0);
    expect([isChanged, readFileSync(join(outside, 'status'), 'utf8')]).toEqual([
      false,
      expect.not.stringMatching(/^0/),
    ]);
  });

  test('what a check leaves outside of the tree is gone for the next one, but for caches and build output', async () => {
    const { project, home, outside } = aProject({
      '.gitignore': 'node_modules/\n.env\ntarget/\nnew/\n',
      'state.txt': 'raw\n',
      'check.sh': `ls /tmp/left "$TMPDIR/left" /dev/shm/left new/left 2> /dev/null
cat node_modules/judge .env; test -f target/warm && echo warm build; test -f "$HOME/.cache/warm" && echo warm cache
grep -q raw state.txt && exit 1
touch /tmp/left "$TMPDIR/left" /dev/shm/left "$HOME/.cache/warm"
mkdir -p new target; touch new/left target/warm; echo cheat > node_modules/judge; echo cheat > .env
cat node_modules/judge; grep -q 2 state.txt\n`,
    });
    writeFiles(project, { 'node_modules/judge': 'honest\n', '.env': 'honest\n' });
    const user = join(outside, 'user');
    writeFiles(user, { '.cache/x': '' });
    const agent = agentScript(outside, 'touch /tmp/left; echo "$JUMAR_ITERATION" > state.txt');
    const env = { ...WITHOUT_ANALYST, HOME: user, TMPDIR: join(outside, 'tmp') };
    mkdirSync(env.TMPDIR);
    const args = ['run', 'count to two', '--until', 'sh check.sh', '--agent-command', agent, '--no-cache'];
    const { code, stdout } = await jumar(args, { cwd: project, home, env });
    rmSync('/tmp/left', { force: true });
    expect(code, stdout).toBe(0);
    const outputOf = (n: number) =>
      readFileSync(join(loopFolders(home)[0] as string, 'iterations', `000${n}`, 'check-c1.log'), 'utf8');
    expect(outputOf(1)).toBe('honest\nhonest\ncheat\n');
    expect(outputOf(2)).toBe('honest\nhonest\nwarm build\nwarm cache\ncheat\n');
    expect(existsSync(join(user, '.cache', 'warm'))).toBe(false);
    expect(readFileSync(join(project, 'node_modules', 'judge'), 'utf8')).toBe('honest\n');
  });

  test('what a check leaves in dependencies and temporary folders is gone for the next check of the same run', async () => {
    const { run, project } = scene(
      {
        '.gitignore': 'node_modules/\n',
        'leave.sh': 'grep -q raw state.txt || { echo cheat > node_modules/judge; touch /tmp/left; }\n',
        'look.sh': 'grep -q ready state.txt && grep -q honest node_modules/judge && ! ls /tmp/left\n',
      },
      'echo ready > state.txt',
    );
    writeFiles(project, { 'node_modules/judge': 'honest\n' });
    const { code, stdout } = await run('--until', 'sh leave.sh', '--until', 'sh look.sh');
    expect(code, stdout).toBe(0);
  });

  test('checks have no network if a person says so, and write where a person says so', async () => {
    const { run, outside, project } = scene({}, 'echo ready > state.txt', { JUMAR_ROOM_NETWORK: 'off' });
    const shared = join(outside, 'shared');
    mkdirSync(shared);
    writeFiles(project, { 'jumar.config.json': JSON.stringify({ room: { writable: [shared] } }) });
    const { code, stdout } = await run(
      ...['--until', 'grep -q ready state.txt'],
      ...['--until', 'test "$(ls /sys/class/net; grep -c : /proc/net/dev)" && test "$(grep -c : /proc/net/dev)" = 1'],
      ...['--until', `sh -c 'touch "$0/left"' ${shared}`],
    );
    expect(code, stdout).toBe(0);
    expect(existsSync(join(shared, 'left'))).toBe(true);
  });

  test('what an agent leaves behind without a trace of itself ends with its cell', async () => {
    const { run, project } = scene(
      {},
      `(setsid env -i sh -c 'while sleep 0.1; do echo late > late.txt; done' > /dev/null 2>&1 &)
while [ ! -f late.txt ]; do sleep 0.1; done; rm late.txt; echo ready > state.txt`,
    );
    const { code, stdout } = await run('--until', 'grep -q ready state.txt', '--until', `sh -c 'sleep 1; true'`);
    expect(code, stdout).toBe(0);
    const before = existsSync(join(project, 'late.txt')) ? statSync(join(project, 'late.txt')).mtimeMs : 0;
    expect(before === 0 || Date.now() - before > 900).toBe(true);
  });
});
