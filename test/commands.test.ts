import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { CLI, type CliResult, eventsIn, jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, git, temporaryFolder } from './support/project.ts';
import { until } from './support/until.ts';

const CHECK = 'grep -q ready state.txt';

function roomsIn(home: string): number {
  const projects = join(home, 'projects');
  return readdirSync(projects).flatMap((one) => {
    const rooms = join(projects, one, 'rooms');
    return existsSync(rooms) ? readdirSync(rooms) : [];
  }).length;
}

/** A loop that ended at its limit: iteration 1 added a file, iteration 2 a line. */
async function endedLoop() {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const agent = agentScript(outside, 'echo "$JUMAR_ITERATION" >> state.txt; echo new > "made $JUMAR_ITERATION.txt"');
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  const cli = (...args: string[]) => jumar(args, options);
  const first = await cli('run', 'get it ready', '--until', CHECK, '--agent-command', agent, '--max-iterations', '2');
  expect(first.code).toBe(1);
  const id = loopFolders(home)[0]?.split('/').at(-1) as string;
  return { home, project, options, cli, process: (...args: string[]) => startCli(args, options).done, id };
}

/** A loop whose agent is at work and will be for long. */
async function runningLoop(agent = 'sleep 300 & sleep 300') {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const command = agentScript(
    outside,
    `${agent.startsWith('trap') ? '' : 'echo half > half.txt;'} touch "${outside}/began"; ${agent}`,
  );
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  const run = startCli(['run', 'get it ready', '--until', CHECK, '--agent-command', command, '--json'], options);
  await until('the agent has begun', () => existsSync(join(outside, 'began')));
  const loop = loopFolders(home)[0] as string;
  return {
    project,
    home,
    outside,
    run,
    loop,
    id: loop.split('/').at(-1) as string,
    cli: (...args: string[]) => jumar(args, options),
  };
}

/** What still runs for the loop, by the mark in its environment. */
function processesOf(loop: string): string[] {
  const pids = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`JUMAR_LOOP=${loop}\0`);
    } catch {
      return false;
    }
  });
}

describe('looking at a loop', () => {
  test('status, list and show tell how it ended', async () => {
    const { cli, process, id } = await endedLoop();
    const status = await cli('status');
    expect(status.stdout).toContain('iteration-limit');
    // A process of its own reads the same.
    expect(await process('status')).toEqual(status);
    const rows = JSON.parse((await cli('list', '--json')).stdout);
    expect(rows).toMatchObject([{ id, status: 'stopped', task: 'get it ready', iterations: 2, best: 0 }]);
    expect((await cli('list')).stdout).toContain(id);
    expect((await cli('show')).stdout).toContain('| 2 |');
    expect((await cli('show', '1')).stdout).toContain('made 1.txt');
    expect((await cli('show', id.slice(0, 10), '2', '--prompt')).stdout).toContain('## Iteration 1');
    expect(JSON.parse((await cli('show', '--json')).stdout)).toMatchObject({ schema: 'jumar-result/1', loop: id });
    expect((await cli('report', 'latest')).stdout).toContain(`# ${id}`);
    const written = await cli('report', '--out', 'report.md');
    expect(written.stderr).toContain('report.md is in the workspace: a resumed loop will treat it as your edit');
    expect((await cli('report', '--out', '../report.md')).stderr).not.toContain('note:');
  });

  test('diff between iterations', async () => {
    const { cli } = await endedLoop();
    expect((await cli('diff', '0', '2')).stdout).toMatch(/^\+1\n\+2$/m);
    expect((await cli('diff', '2')).stdout).not.toMatch(/^\+1$/m);
    expect((await cli('diff', '0', '1', '--stat')).stdout).toContain('state.txt');
    const missing = await cli('diff', '0', '9');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('it has 0 to 2');
  });

  test('a folder without loops says so', async () => {
    const { project, home } = aProject({ a: 'a' });
    const { code, stderr } = await jumar(['status'], { cwd: project, home });
    expect(code).toBe(2);
    expect(stderr).toContain('there is no loop');
  });
});

describe('putting trees back', () => {
  test('apply, rollback and abort --revert, each keeping what was there', async () => {
    const { process: cli, project } = await endedLoop();
    const state = () => readFileSync(join(project, 'state.txt'), 'utf8');
    expect(state()).toBe('raw\n');
    expect((await cli('apply', '2')).code).toBe(0);
    expect(state()).toBe('raw\n1\n2\n');
    expect(existsSync(join(project, 'made 1.txt'))).toBe(true);
    writeFileSync(join(project, 'state.txt'), 'mine\n');
    const back = await cli('rollback', '1');
    expect(state()).toBe('raw\n1\n');
    const kept = /jumar apply \S+ (before-rollback-\d+)/.exec(back.stdout)?.[1] as string;
    expect((await cli('apply', kept)).code).toBe(0);
    expect(state()).toBe('mine\n');
    expect((await cli('abort', '--revert')).code).toBe(0);
    expect(state()).toBe('raw\n');
    expect(existsSync(join(project, 'made 1.txt'))).toBe(false);
    expect(git(project, 'status', '--porcelain')).toBe('');
  });

  test('edits made by hand after the end become an iteration on resume', async () => {
    const { cli, project } = await endedLoop();
    writeFileSync(join(project, 'state.txt'), 'ready by hand\n');
    const { code, stdout } = await cli('resume', '--max-iterations', '5');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^#3 {2}by hand, 1 file /m);
    expect(stdout).toMatch(/^ {2}#3 changed state\.txt by hand: /m);
    expect(stdout).toMatch(/^ {2}changed 1 file, \+1, -/m);
    expect((await cli('show', '3')).stdout).toMatch(/^ {2}changed {3}state\.txt, by hand$/m);
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('ready by hand\n');
  });

  test('prune keeps baseline, best and what the loop goes on from', async () => {
    const { cli, process, home } = await endedLoop();
    expect((await process('prune')).stdout).toContain('pruned 1 loop');
    expect((await cli('rollback', '0')).code).toBe(0);
    const gone = await cli('apply', '1');
    expect(gone.code).toBe(2);
    expect(gone.stderr).toContain('pruned');
    expect((await cli('resume', '--max-iterations', '3')).code).toBe(1);
    expect(roomsIn(home)).toBe(1);
    expect((await cli('prune', '--all')).code).toBe(0);
    expect(roomsIn(home)).toBe(0);
    expect(JSON.parse((await cli('list', '--json')).stdout)).toEqual([]);
  });
});

describe("a person's edits", () => {
  test('made after Ctrl-C are kept, told of, and can be brought back', async () => {
    const { run, cli, project } = await runningLoop();
    run.child.kill('SIGINT');
    await run.done;
    writeFileSync(join(project, 'mine.txt'), 'precious\n');
    const { code, stdout } = await cli('resume', '--agent-command', 'echo ready > state.txt');
    expect(code).toBe(0);
    const name = /saved as (saved-\d+)/.exec(stdout)?.[1] as string;
    expect((await cli('diff', name)).stdout).toContain('+precious');
    expect((await cli('prune')).code).toBe(0);
    expect((await cli('apply', name)).code).toBe(0);
    expect(readFileSync(join(project, 'mine.txt'), 'utf8')).toBe('precious\n');
  });

  test('made after a limit are the new ground: they stay, and do not count as an iteration', async () => {
    const { cli, project } = await endedLoop();
    writeFileSync(join(project, 'mine.txt'), 'my fix\n');
    const { code, stdout } = await cli('resume', '--max-iterations', '3');
    expect(code).toBe(1);
    expect(stdout).toContain('3 of 3 iterations used');
    expect(readFileSync(join(project, 'mine.txt'), 'utf8')).toBe('my fix\n');
  });

  test('made after a pause between iterations are verified before the agent goes on', async () => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
    const agent = agentScript(outside, `touch "${outside}/began"; echo "$JUMAR_ITERATION" >> state.txt; sleep 1`);
    const options = { cwd: project, home, env: WITHOUT_ANALYST };
    const cli = (...args: string[]) => jumar(args, options);
    const run = startCli(['run', 'get it ready', '--until', CHECK, '--agent-command', agent], options);
    await until('the agent has begun', () => existsSync(join(outside, 'began')));
    expect((await cli('pause')).code).toBe(0);
    expect((await run.done).stdout).toContain('paused on request');
    writeFileSync(join(project, 'state.txt'), 'ready\n');
    const { code, stdout } = await cli('resume');
    expect(code).toBe(0);
    expect(stdout).toContain('by hand');
  });
});

test('the time between a crash and resume is nobody’s running time', async () => {
  const { run, cli, id, loop } = await runningLoop();
  run.child.kill('SIGKILL');
  await run.done;
  await until('the agent is gone', () => processesOf(id).length === 0);
  const past = Date.now() - 3_600_000;
  expect(logOf(loop).every(({ at }) => at > past)).toBe(true);
  const before = logOf(loop).at(-1)?.at as number;
  await until('some time has passed', () => Date.now() - before > 2000);
  const { stdout } = await cli(
    'resume',
    '--agent-command',
    'echo ready > state.txt',
    '--max-iterations',
    '20',
    '--json',
  );
  const receipt = JSON.parse((await cli('status', '--json')).stdout);
  const records = logOf(loop);
  const started = records.filter(({ event }) => event.type === 'session-started').map(({ at }) => at);
  const downtime = (started[1] as number) - before;
  expect(eventsIn(stdout).at(-1)).toMatchObject({ ending: 'completed' });
  expect(receipt.active_ms).toBeLessThanOrEqual((records.at(-1)?.at as number) - (records[0]?.at as number) - downtime);
});

describe('a running loop', () => {
  test("Ctrl-C ends the agent's whole tree and leaves a resumable loop", async () => {
    const { run, loop, id, cli } = await runningLoop();
    run.child.kill('SIGINT');
    const { code, stdout } = await run.done;
    expect(code).toBe(130);
    expect(eventsIn(stdout).at(-1)).toMatchObject({ type: 'loop-paused', cause: 'interrupt' });
    expect(processesOf(id)).toEqual([]);
    expect((await cli('status')).stdout).toContain('paused');
    expect(existsSync(join(loop, 'lock'))).toBe(false);
  });

  test('an agent that ignores INT and TERM, with grandchildren that hold its output, is gone after the ladder', async () => {
    const { run, id } = await runningLoop(
      `trap "" INT TERM; (trap "" INT TERM; setsid sleep 300) & (trap "" INT TERM; sleep 300) & while true; do sleep 1; done`,
    );
    run.child.kill('SIGINT');
    expect((await run.done).code).toBe(130);
    expect(processesOf(id)).toEqual([]);
  });

  test('a killed jumar takes its agent with it, and resume goes on', async () => {
    const { run, id, cli, project } = await runningLoop();
    run.child.kill('SIGKILL');
    await run.done;
    await until('the agent is gone', () => processesOf(id).length === 0);
    expect((await cli('status')).stdout).toContain('crashed');
    expect(JSON.parse((await cli('list', '--json')).stdout)[0]).toMatchObject({ status: 'crashed' });
    const told = JSON.parse((await cli('report', '--format', 'json')).stdout);
    expect(told).toMatchObject({ status: 'crashed', exit_code: null });
    const { code } = await cli('resume', '--agent-command', 'echo ready > state.txt');
    expect(code).toBe(0);
    expect(existsSync(join(project, 'half.txt'))).toBe(false);
  });

  test('a second process is refused with the pid of the first', async () => {
    const { run, cli } = await runningLoop();
    const owner = new RegExp(`\\b${run.child.pid}\\b`);
    for (const args of [
      ['resume'],
      ['run', 'another task', '--until', CHECK, '--agent-command', 'true'],
      ['rollback', '0'],
    ]) {
      const { code, stderr } = await cli(...args);
      expect(code).toBe(2);
      expect(stderr).toMatch(owner);
    }
    expect((await cli('status')).stdout).toMatch(owner);
    expect((await cli('show')).stdout).toContain('Jumar: RUNNING');
    run.child.kill('SIGINT');
    await run.done;
  });

  test('skip ends the agent, its work is checked, and the loop goes on', async () => {
    const { run, cli, loop } = await runningLoop('test "$JUMAR_ITERATION" = 1 && sleep 300; echo ready > state.txt');
    expect((await cli('skip')).code).toBe(0);
    expect((await run.done).code).toBe(0);
    const runs = logOf(loop).filter(({ event }) => event.type === 'agent-finished');
    expect(runs).toMatchObject([
      { event: { outcome: 'failed', reason: 'stopped by a person, to be checked as it is' } },
      { event: { outcome: 'ok' } },
    ]);
    expect(await cli('skip')).toMatchObject({ code: 2, stderr: expect.stringContaining('is not running') });
  });

  test('pause --now and abort from another process', async () => {
    const { run, cli, id } = await runningLoop();
    expect((await cli('pause', '--now')).code).toBe(0);
    expect((await run.done).code).toBe(130);
    const aborted = await cli('abort', '--revert', '--reason', 'the task was wrong');
    expect([aborted.code, aborted.stdout]).toEqual([0, expect.not.stringContaining('resuming')]);
    expect((await cli('status')).stdout).toContain('aborted');
    expect((await cli('show')).stdout).toContain('the task was wrong');
    expect((await cli('resume', id)).code).toBe(2);
  });

  test('abort --revert of a running loop puts the tree back', async () => {
    const { run, cli, project, id } = await runningLoop();
    const { code, stdout } = await cli('abort', '--revert');
    expect(code).toBe(0);
    expect(stdout).toContain('aborted');
    expect((await run.done).code).toBe(130);
    expect(existsSync(join(project, 'half.txt'))).toBe(false);
    expect(processesOf(id)).toEqual([]);
  });
});

test.each([[['help', '--help']], [['help', 'run', '-h']], [['report', '--help']]])('%j is help', async (args) => {
  const { code, stdout } = await jumar(args, { cwd: temporaryFolder(), home: temporaryFolder() });
  expect([code, stdout]).toEqual([0, expect.stringContaining('Usage: jumar')]);
});

describe('bad input', () => {
  test.each([
    ['a file of the workspace', 'events.jsonl', 2, /goes to events\.jsonl inside the workspace/],
    ['a file that git ignores', 'events.log', 0, /^$/],
  ])('output that goes to %s', async (_, name, expected, says) => {
    const { project, home } = aProject({ 'state.txt': 'ready\n', '.gitignore': '*.log\n' });
    const command = `"${process.execPath}" "${CLI}" run "get it ready" --until "${CHECK}" --agent-command true --json > ${name}`;
    const child = spawn('/bin/sh', ['-c', command], { cwd: project, env: { ...process.env, JUMAR_HOME: home } });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text;
    });
    expect(await new Promise((resolve) => child.on('close', resolve)), stderr).toBe(expected);
    expect(stderr).toMatch(says);
  });

  const cases: { args: string[]; says: RegExp; input?: string }[] = [
    { args: ['run', 'x y', '--untill', 'true'], says: /--until/ },
    { args: ['run', 'x y', '--max-iterations', 'many'], says: /whole number/ },
    { args: ['run', 'x y', '--timeout', '-1'], says: /above 0/ },
    { args: ['statsu'], says: /jumar status/ },
    { args: ['frobnicate'], says: /neither a command nor a task/ },
    { args: ['run', 'x y', '--until', 'true'], says: /--agent-command/ },
    { args: ['run'], says: /no task/, input: '  \n' },
    { args: ['run', '--task-file', 'missing.md'], says: /missing\.md/ },
    { args: ['show', 'no-such-loop'], says: /no loop/ },
    { args: ['show', '../../etc'], says: /not a loop id/ },
    { args: ['config', 'set', 'limits.maxIteration', '3'], says: /limits\.maxIterations/ },
    { args: ['config', 'set', 'limits.maxIterations', 'three'], says: /limits\.maxIterations/ },
    { args: ['run', 'x y', '--until', 'true ~ /(/', '--agent-command', 'true'], says: /regular expression/i },
  ];
  test.each(cases)('$args is refused with exit 2', async ({ args, says, input = '' }) => {
    const { project, home } = aProject({ a: 'a' });
    const { code, stderr } = await jumar(args, { cwd: project, home, input });
    expect(stderr).toMatch(says);
    expect(code).toBe(2);
    expect(loopFolders(home)).toEqual([]);
  });

  test.each([
    { where: 'a project file', files: { '.jumar/config.yaml': 'limits:\n  maxIterationz: 3\n' }, env: {} },
    { where: 'the environment', files: { a: 'a' }, env: { JUMAR_LIMITS_MAX_ITERATIONZ: '3' } },
  ])('an unknown key in $where is refused with a suggestion', async ({ files, env }) => {
    const { project, home } = aProject(files as Record<string, string>);
    const { code, stderr } = await jumar(['run', 'x y', '--until', 'true', '--agent-command', 'true'], {
      cwd: project,
      home,
      env,
    });
    expect(stderr).toContain("did you mean 'limits.maxIterations'");
    expect(code).toBe(2);
  });

  test('a state folder under a regular file', async () => {
    const { project } = aProject({ a: 'a' });
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { code, stderr } = await startCli(['run', 'x y', '--until', 'true', '--agent-command', 'true'], {
      cwd: project,
      home: join(file, 'home'),
    }).done;
    expect(code).toBe(2);
    expect(stderr).toContain('JUMAR_HOME');
    expect(stderr).not.toContain('unexpected');
  });
});

describe('tasks and settings', () => {
  const agent = ['--agent-command', 'echo ready > state.txt', '--until', CHECK];
  const told = ({ stdout }: CliResult) => stdout;

  test('a task from stdin and from a file', async () => {
    const { project, home } = aProject({ 'state.txt': 'raw\n', 'task.md': 'get it ready\nwith care\n' });
    expect(
      told(await startCli(['run', ...agent], { cwd: project, home, input: 'get it ready, please' }).done),
    ).toContain('get it ready, please');
    writeFileSync(join(project, 'state.txt'), 'raw\n');
    const second = await jumar(['run', '--task-file', 'task.md', ...agent], { cwd: project, home });
    expect(second.code).toBe(0);
    expect(told(second)).toContain('get it ready');
  });

  test('defaults, project file, environment and flags, the later winning', async () => {
    const { project, home } = aProject({
      'jumar.config.ts': 'export default { limits: { maxIterations: 3, timeoutMinutes: 7 } };\n',
    });
    const cli = (args: string[], env = {}) => startCli(args, { cwd: project, home, env }).done;
    expect((await cli(['config', 'get', 'limits.maxIterations'])).stdout).toBe('3\n');
    expect((await cli(['config', 'get', 'max-iterations'], { JUMAR_LIMITS_MAX_ITERATIONS: '4' })).stdout).toBe('4\n');
    const { stdout } = await cli(['run', 'x y', '--until', 'true', '--agent-command', 'true', '--max-iterations', '5']);
    expect(stdout).toContain('5 iterations, 7 min');
    expect((await cli(['config', 'set', 'maxIterations', '6'])).code).toBe(0);
    expect(readFileSync(join(project, '.jumar/config.yaml'), 'utf8')).toBe('limits:\n  maxIterations: 6\n');
  });

  test('a part of a setting is told where it can be set', async () => {
    const { project, home } = aProject({ a: 'a' });
    const cli = (...args: string[]) => jumar(['config', ...args], { cwd: project, home });
    expect((await cli('get', 'metrics.lint.command')).stdout).toBe('null\n');
    await cli('set', 'metrics.lint.command', 'npx lint');
    await cli('set', 'metrics.custom.size_kb.command', 'wc -c < a');
    expect((await cli('get', 'metrics.lint.command')).stdout).toBe('"npx lint"\n');
    expect(JSON.parse((await cli('get', 'metrics.custom.size_kb', '--json')).stdout)).toEqual({
      'metrics.custom.size_kb': { command: 'wc -c < a' },
    });
    const { code, stderr } = await cli('get', 'metrics.lnt.comand');
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean 'metrics.lint.command'?")]);
  });

  test('a template of one’s own', async () => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n', 'mine.hbs': 'Do {{task}} #{{iteration}}' });
    const command = agentScript(outside, `cat > "${outside}/prompt"; echo ready > state.txt`);
    await jumar(['run', 'the thing', '--until', CHECK, '--agent-command', command, '--template', 'mine.hbs'], {
      cwd: project,
      home,
    });
    expect(readFileSync(join(outside, 'prompt'), 'utf8')).toBe('Do the thing #1');
    writeFileSync(join(project, 'mine.hbs'), '{{#if}');
    const bad = await jumar(
      ['run', 'the thing', '--until', CHECK, '--agent-command', command, '--template', 'mine.hbs'],
      { cwd: project, home },
    );
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('mine.hbs');
  });

  test('a template that would fail only in a later iteration is refused before the loop starts', async () => {
    const late = 'prompt-template: "{{task}} {{#if progress}}{{upper progress}}{{/if}}"\n';
    const { project, home } = aProject({ 'state.txt': 'raw\n', '.jumar/loops/late.yaml': late });
    const run = (...more: string[]) =>
      jumar(['run', 'the thing', '--until', CHECK, '--agent-command', 'true', '--type', 'late', ...more], {
        cwd: project,
        home,
      });
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain("the prompt template of the loop type 'late' cannot be used: there is no helper 'upper'");
    expect(loopFolders(home)).toEqual([]);
    writeFileSync(join(project, '.jumar/loops/late.yaml'), 'prompt-template: "do {{progres}}"\n');
    const warned = await run('--dry-run');
    expect(warned.code).toBe(0);
    expect(warned.stderr).toMatch(/warning: .*'progres'.*did you mean 'progress'\?\n.*does not use \{\{task\}\}/s);
  });

  test('a dry run starts nothing', async () => {
    const { project, home } = aProject({ 'state.txt': 'raw\n' });
    const { code, stdout } = await jumar(['run', 'get it ready', ...agent, '--dry-run'], { cwd: project, home });
    expect(code).toBe(0);
    expect(stdout).toContain('exits 0');
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('raw\n');
    expect(loopFolders(home)).toEqual([]);
  });

  test('from a subfolder, the agent and the checks run there and the whole repository is the workspace', async () => {
    const { project, home } = aProject({ 'top.txt': 'top\n', 'pkg/state.txt': 'raw\n' });
    const { code } = await startCli(
      ['run', 'get it ready', '--until', CHECK, '--agent-command', 'echo ready > state.txt; rm ../top.txt'],
      { cwd: join(project, 'pkg'), home, env: WITHOUT_ANALYST },
    ).done;
    expect(code).toBe(0);
    expect((await jumar(['rollback', '0'], { cwd: project, home })).code).toBe(0);
    expect(readFileSync(join(project, 'top.txt'), 'utf8')).toBe('top\n');
  });

  test('in a folder that is no git repository', async () => {
    const folder = temporaryFolder();
    const home = temporaryFolder();
    writeFileSync(join(folder, 'state.txt'), 'raw\n');
    const { code } = await jumar(['run', 'get it ready', ...agent], { cwd: folder, home });
    expect(code).toBe(0);
    expect(existsSync(join(folder, '.git'))).toBe(false);
  });
});

describe('demo and doctor', () => {
  test('the demo of a cheat ends with the cheat caught', async () => {
    const { code, stdout } = await jumar(['demo', '--cheat'], { cwd: temporaryFolder(), home: temporaryFolder() });
    expect(code).toBe(0);
    expect(stdout).toContain('Caught');
    expect(stdout).not.toContain('COMPLETE');
    rmSync(/Everything is in (.*)/.exec(stdout)?.[1] as string, { recursive: true, force: true });
  }, 120_000);

  test('doctor tells what it finds', async () => {
    const { project, home } = aProject({ 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
    const { code, stdout } = await jumar(['doctor'], { cwd: project, home });
    expect(code).toBe(0);
    for (const word of ['node', 'git', 'npm test', home]) expect(stdout).toContain(word);
  });
});
