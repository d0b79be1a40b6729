import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markedProcesses } from '../src/process/strays.ts';
import { packageRoot } from '../src/system/package-root.ts';
import { eventsIn, loopFolders, readableFiles, startCli } from './support/cli.ts';
import { temporaryFolder } from './support/project.ts';
import { CHECK, standInScene as scene } from './support/stand-in-scene.ts';
import { acpStandIn, CLAUDE } from './support/stand-ins.ts';
import { until } from './support/until.ts';

const WRITE = `fs.writeFileSync('hello.txt', 'hello');`;

const finished = (events: Record<string, unknown>[]) => events.filter(({ type }) => type === 'agent-finished');

describe('an agent by its name', () => {
  test('the first one installed is the default; it is told the prompt, and what it spent is recorded', async () => {
    const { run, launches, project, home } = scene({
      claude: `${CLAUDE} init(); use('Write', { file_path: 'hello.txt' }); fs.writeFileSync('hello.txt', prompt); end();`,
      codex: 'process.exit(9)',
    });
    const { code, stdout } = await run();
    expect(code).toBe(0);
    const events = eventsIn(stdout);
    expect(events.find(({ type }) => type === 'loop-created')).toMatchObject({ agent: { name: 'claude' } });
    expect(finished(events)).toMatchObject([
      { outcome: 'ok', error: null, costUsd: 0.5, costEstimated: false, usage: { input: 1000, output: 100 } },
    ]);
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toContain('make hello');
    expect(launches('codex')).toEqual([]);
    const activity = events.filter(({ type }) => type === 'agent-activity');
    expect(activity).toContainEqual(
      expect.objectContaining({
        iteration: 1,
        agent: 'claude',
        event: { type: 'tool-started', tool: 'Write', subject: 'hello.txt' },
      }),
    );
    expect(activity.every((one) => one.seq === undefined)).toBe(true);
    const receipt = JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8'));
    expect(receipt).toMatchObject({ cost_usd: 0.5, tokens: 1100, cost_estimated: false });
  });

  test('the environment is an allow-list: keys of its own, nothing of others', async () => {
    const { cli, launches } = scene({ claude: `${CLAUDE} ${WRITE} end();` });
    const env = { ANTHROPIC_API_KEY: 'mine', OPENAI_API_KEY: 'other', CLAUDECODE: '1', MY_SECRET: 'x' };
    await cli(['run', 'make hello', '--until', CHECK], env);
    const [{ env: given }] = launches('claude');
    expect(given).toMatchObject({ ANTHROPIC_API_KEY: 'mine' });
    expect(Object.keys(given)).not.toEqual(expect.arrayContaining(['OPENAI_API_KEY']));
    expect(given.CLAUDECODE ?? given.MY_SECRET).toBeUndefined();
  });

  test('an order leaves out what is not installed, and says so', async () => {
    const { run } = scene({
      codex: `${WRITE} say({ type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 1 } });`,
    });
    const { code, stdout, stderr } = await run('--agent', 'claude,codex', '--model', 'gpt-5');
    expect(code).toBe(0);
    expect(stderr).toContain('claude: claude is not on the PATH');
    expect(finished(eventsIn(stdout))).toMatchObject([{ outcome: 'ok', model: 'gpt-5', costEstimated: true }]);
  });

  test.each<[string, string[], RegExp]>([
    ['that nobody knows', ['--agent', 'claud'], /did you mean 'claude'/],
    ['that is not installed', ['--agent', 'gemini'], /gemini is not on the PATH/],
    ['where none is installed', [], /none installed/],
    [
      'in a sandbox that does not work',
      ['--agent', 'claude', '--sandbox', 'bwrap'],
      /sandbox 'bwrap' is not available/,
    ],
    [
      'in a sandbox of its own that it does not have',
      ['--agent-command', 'true', '--sandbox', 'agent'],
      /has no sandbox/,
    ],
    [
      'in a clean room that it cannot keep',
      ['--agent-command', 'true', '--clean-room'],
      /--clean-room does not work with/,
    ],
    ['with a budget that it cannot hold', ['--agent-command', 'true', '--max-cost', '1'], /--max-cost/],
  ])('an agent %s is refused before anything starts', async (_, args, words) => {
    const { run, home } = scene(args.length === 4 ? { claude: '', bwrap: 'process.exit(1)' } : {});
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(loopFolders(home)).toEqual([]);
  });
});

describe('limits', () => {
  test('a reset that was announced is waited for, and is not an iteration', async () => {
    const { run, log } = scene({
      claude: `${CLAUDE} if (launch === 1) limited(Math.floor(Date.now() / 1000) + 1); else { ${WRITE} end(); }`,
    });
    const { code, stdout } = await run('--max-iterations', '1');
    expect(code).toBe(0);
    expect(finished(eventsIn(stdout)).map(({ outcome, iteration }) => [outcome, iteration])).toEqual([
      ['limit', 1],
      ['ok', 1],
    ]);
    expect(log().map(({ type }) => type)).toEqual(expect.arrayContaining(['wait-started', 'wait-ended']));
  });

  test('the words alone are a limit where the run gave no result; in a result they are not', async () => {
    const words = "You've hit your limit · resets 5pm (Europe/Vilnius)";
    const { run, cli } = scene({
      claude: `${CLAUDE} if (launch === 1) { console.log(${JSON.stringify(words)}); process.exitCode = 1; } else { ${WRITE} end({ result: ${JSON.stringify(words)} }); }`,
      codex: `say({ type: 'turn.completed' });`,
    });
    const { stdout } = await run('--agent', 'claude,codex', '--max-iterations', '1');
    expect(finished(eventsIn(stdout))).toMatchObject([
      { outcome: 'limit', error: { kind: 'usage_limit', resetsAt: expect.any(Number) } },
      { outcome: 'ok' },
    ]);
    const again = await cli(['run', 'make hello', '--until', CHECK, '--json', '--agent', 'claude']);
    expect(finished(eventsIn(again.stdout))).toMatchObject([{ outcome: 'ok', error: null }]);
  });

  test('Ctrl-C during the wait pauses at once, and resume goes on with it', async () => {
    const { project, home, env, cli, log } = scene({
      claude: `${CLAUDE} if (launch === 1) limited(Math.floor(Date.now() / 1000) + 3); else { ${WRITE} end(); }`,
    });
    const started = startCli(['run', 'make hello', '--until', CHECK], { cwd: project, home, env });
    await until('it waits', () => started.result.stdout.includes('waiting for claude'));
    started.child.kill('SIGINT');
    expect((await started.done).code).toBe(130);
    const { code, stdout } = await cli(['resume']);
    expect(code).toBe(0);
    expect(stdout).not.toContain('your edits');
    expect(log().filter(({ type }) => type === 'wait-ended')).toHaveLength(1);
  });

  test('a budget ends the loop with exit 5, and only a higher one goes on', async () => {
    const { run, cli, launches } = scene({
      claude: `${CLAUDE} fs.appendFileSync('state.txt', launch + '\\n'); if (launch > 2) { ${WRITE} } end();`,
    });
    const first = await run('--max-cost', '0.9');
    expect(first.code).toBe(5);
    expect(eventsIn(first.stdout).at(-1)).toMatchObject({
      ending: 'budget',
      reason: expect.stringContaining('$1.00 of $0.9'),
    });
    expect(launches('claude')[1].args.join(' ')).toContain('--max-budget-usd 0.4');
    expect((await cli(['resume'])).code).toBe(2);
    expect((await cli(['resume', '--max-cost', '5'])).code).toBe(0);
    expect(launches('claude')).toHaveLength(3);
  });
});

describe('guards', () => {
  test.each<[string, string, Record<string, string>, object]>([
    [
      'that has told its result and does not go',
      `${WRITE} end(); setInterval(() => {}, 1000);`,
      { JUMAR_AGENT_AFTER_RESULT_SECONDS: '0.5' },
      { outcome: 'ok' },
    ],
    [
      'that retries a wrong key',
      `setInterval(() => say({ type: 'system', subtype: 'api_retry', error_status: 401 }), 20);`,
      {},
      { outcome: 'failed', error: { kind: 'auth' } },
    ],
    [
      'that takes no end of steps',
      `setInterval(() => use('Bash', { command: 'true' }), 5);`,
      { JUMAR_AGENT_MAX_STEPS: '20' },
      { outcome: 'failed', error: { kind: 'max_turns' } },
    ],
    [
      'that says nothing',
      `setInterval(() => {}, 1000);`,
      { JUMAR_AGENT_SILENCE_MINUTES: '0.02' },
      { outcome: 'silent' },
    ],
    [
      'that spends too much in one run',
      `setInterval(() => use('Bash', {}), 20);`,
      { JUMAR_LIMITS_MAX_TOKENS: '500' },
      { outcome: 'failed', error: { kind: 'budget' } },
    ],
    [
      'that leaves children with its stdout behind',
      `${WRITE} require('node:child_process').spawn('sleep', ['300'], { stdio: 'inherit', detached: true }).unref(); end();`,
      // In a cell, the child ends with the agent: there is nothing left to end.
      { JUMAR_AGENT_SANDBOX: 'none' },
      { outcome: 'ok', strays: 1 },
    ],
  ])('an agent %s is ended', async (_, body, env, expected) => {
    const { cli } = scene({ claude: `${CLAUDE} init(); ${body}` });
    const { stdout } = await cli(['run', 'make hello', '--until', CHECK, '--json', '--max-iterations', '1'], env);
    const [run] = finished(eventsIn(stdout));
    expect(run).toMatchObject(expected);
    expect(markedProcesses(run?.run as string)).toEqual([]);
  });
});

describe('an agent that speaks ACP', () => {
  test.each<[string, string, string[]]>([
    ['a known one', 'goose', ['--agent', 'goose']],
    ['any command', 'my-agent', ['--agent', 'acp', '--agent-command', 'my-agent --acp']],
  ])('%s is asked once, allowed once, and told of', async (_, name, args) => {
    const { run, outside, project } = scene({ other: '' });
    acpStandIn(outside, name);
    const { code, stdout } = await run(...args);
    expect(code, stdout).toBe(0);
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toContain('make hello');
    expect(readFileSync(join(outside, 'mode'), 'utf8')).toBe('auto');
    const [finish] = finished(eventsIn(stdout));
    expect(finish).toMatchObject({ outcome: 'ok', usage: null, costUsd: null, excerpt: 'On it.' });
    expect(markedProcesses(finish?.run as string)).toEqual([]);
  });

  test('whose program dies before it starts cannot run, and its own words say why and what to do', async () => {
    const { run, cli, outside } = scene({ other: '' });
    const words = 'GOOSE_API_KEY is not set';
    writeFileSync(join(outside, 'bin', 'goose'), `#!/bin/sh\necho "${words}" >&2\nexit 3\n`, { mode: 0o755 });
    const { code, stdout } = await run('--agent', 'goose', '--max-iterations', '2');
    const message = `the agent ended (exit 3): ${words}`;
    expect(finished(eventsIn(stdout))).toMatchObject([{ outcome: 'failed', error: { kind: 'crash', message } }]);
    expect(code).toBe(6);
    expect((await cli(['show', '1', '--output'])).stdout).toContain(`\n${words}\n`);
    expect((await cli(['status'])).stdout).toContain('set GOOSE_API_KEY in this shell');
  });

  test.each([
    ['says nothing', 'cat > /dev/null'],
    ['prints what is no answer', 'echo "Welcome! Type a prompt."; cat > /dev/null'],
    ['ignores SIGTERM too', 'trap "" TERM; sleep 5'],
  ])('that %s has a limit', (_, command) => {
    const order = { command, cwd: temporaryFolder(), modes: [], answerMs: 100 };
    const bridge = join(packageRoot(), 'dist', 'bin', 'acp-bridge.js');
    const { stdout, status } = spawnSync(process.execPath, [bridge, JSON.stringify(order)], {
      input: 'hello',
      encoding: 'utf8',
      timeout: 60_000,
    });
    const message = 'the agent does not speak ACP: it did not answer initialize within 0.1 s';
    expect([eventsIn(stdout), status]).toEqual([[{ acp: 'error', code: null, data: null, message }], 0]);
  });
});

test('a run is put into bwrap: the state folder is covered, .git is read-only, and only this folder can be answered in', async () => {
  const { run, outside, launches, project, home } = scene({
    claude: `${CLAUDE} ${WRITE} fs.writeFileSync(process.env.JUMAR_BLOCKED_FILE, ''); end();`,
  });
  // This stand-in does what bwrap does with the program behind the dashes, and nothing of what it does with folders.
  const fake = `#!/bin/sh\necho "$*" >> '${outside}/bwrap-args'\nwhile [ "$1" != -- ]; do case "$1" in true) exit 0;; esac; shift; done\nshift; exec "$@"\n`;
  writeFileSync(join(outside, 'bin', 'bwrap'), fake, { mode: 0o755 });
  expect((await run('--sandbox', 'bwrap')).code).toBe(0);
  const args = readFileSync(join(outside, 'bwrap-args'), 'utf8');
  expect(args).toContain(`--tmpfs ${home}`);
  expect(args).toContain(`--bind ${project} ${project}`);
  expect(args).toContain(`--ro-bind ${join(project, '.git')} ${join(project, '.git')}`);
  expect(args).toMatch(/--bind \S+\/reply \S+\/reply/);
  expect(args).toContain('--unshare-pid');
  expect(launches('claude')).toHaveLength(1);
});
