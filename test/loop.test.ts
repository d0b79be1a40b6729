import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { eventsIn, jumar, logOf, loopFolders, readableFiles, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';

const CHECK = 'grep -q ready state.txt';

function scene(agent: string, files: Record<string, string> = { 'state.txt': 'raw\n' }) {
  const { project, home, outside } = aProject(files);
  const command = agentScript(outside, agent);
  const launches = () =>
    existsSync(join(outside, 'launches')) ? readFileSync(join(outside, 'launches'), 'utf8').split('\n').length - 1 : 0;
  const options = { cwd: project, home, env: WITHOUT_ANALYST };
  const run = (...args: string[]) =>
    jumar(['run', 'get the state ready', '--agent-command', command, ...args], options);
  return {
    project,
    home,
    outside,
    command,
    options,
    launches,
    run,
    cli: (...args: string[]) => jumar(args, options),
  };
}

function receipt(home: string) {
  return JSON.parse(readFileSync(join(readableFiles(home), 'result.json'), 'utf8'));
}

describe('completion', () => {
  test('an agent that meets the criterion in its third run ends the loop there, with exit 0', async () => {
    const { command, options, launches, project, home } = scene(
      'echo x >> tries.txt; test "$(wc -l < tries.txt)" -ge 3 && echo ready > state.txt; exit 0',
    );
    // A process of its own, with all that a loop does.
    const args = ['run', 'get the state ready', '--agent-command', command, '--until', CHECK, '--json'];
    const { code, stdout } = await startCli(args, { ...options, env: {} }).done;
    expect(code).toBe(0);
    expect(launches()).toBe(3);
    expect(eventsIn(stdout).at(-1)).toMatchObject({ type: 'loop-ended', ending: 'completed', best: 3 });
    expect(readFileSync(join(project, 'state.txt'), 'utf8')).toBe('ready\n');
    expect(loopFolders(home)).toHaveLength(1);
  });

  test.each([
    { who: 'a liar', agent: 'echo "All tests pass. TASK COMPLETE. done"' },
    { who: 'an echo of the prompt', agent: 'cat' },
    { who: 'an agent that does nothing', agent: 'exit 0' },
  ])('$who never succeeds', async ({ agent }) => {
    const { run, launches, home } = scene(agent);
    const { code, stdout } = await run('--until', CHECK);
    expect(code).toBe(3);
    expect(launches()).toBe(3);
    expect(stdout).toContain('changed nothing 3 times in a row');
    expect(receipt(home)).toMatchObject({ verified: false, status: 'stopped', exit_code: 3 });
  });

  test('criteria that already hold need no agent', async () => {
    const { run, launches } = scene('exit 1', { 'state.txt': 'ready\n' });
    const { code, stdout } = await run('--until', CHECK);
    expect(code).toBe(0);
    expect(launches()).toBe(0);
    expect(stdout).toContain('before any work');
  });

  test('several criteria must all hold', async () => {
    const { run } = scene('echo ready > state.txt; test "$JUMAR_ITERATION" = 2 && touch done.txt; exit 0');
    const { code, stdout } = await run('--until', CHECK, '--until', 'file:done.txt', '--json');
    expect(code).toBe(0);
    expect(eventsIn(stdout).at(-1)).toMatchObject({ best: 2 });
  });

  test('what cannot be checked is refused before anything starts, with suggestions from the project', async () => {
    const { run, launches, home } = scene('exit 0', {
      'package.json': JSON.stringify({ scripts: { test: 'node --test', 'lint:all': 'eslint .' } }),
    });
    const { code, stderr } = await run('--until', 'code looks good');
    expect(code).toBe(2);
    expect(stderr).toContain('code looks good');
    expect(stderr).toContain('npm test');
    expect(launches()).toBe(0);
    expect(loopFolders(home)).toEqual([]);
  });

  test("without a criterion the project's own test command is used", async () => {
    const scripts = JSON.stringify({ scripts: { test: 'sh test.sh' } });
    const { run } = scene('touch done', { 'package.json': scripts, 'test.sh': 'test -f done\n' });
    const { code, stdout } = await run();
    expect(stdout).toContain('until   npm test  (found in the project; --until names your own)');
    expect(code).toBe(0);
  });

  describe('found checks that hold before any work do not show that the task is done', () => {
    const green = { 'package.json': JSON.stringify({ scripts: { test: 'sh test.sh' } }), 'test.sh': 'true\n' };

    test('the agent runs, its work is kept, and the loop says what is missing: exit 4', async () => {
      const { run, cli, launches, project, home } = scene('echo "$JUMAR_ITERATION" > flag.txt', green);
      const { code, stdout } = await run();
      expect(code).toBe(4);
      expect(launches()).toBe(1);
      expect(stdout).toContain('so it cannot show that the task is done');
      expect(stdout).toContain('CHECKS PASS, TASK NOT SHOWN TO BE DONE');
      expect(stdout).toContain('jumar "get the state ready" --until "…"');
      expect(readFileSync(join(project, 'flag.txt'), 'utf8')).toBe('1\n');
      expect(receipt(home)).toMatchObject({ ending: 'not-shown', verified: false, criteria_from: 'found', best: 1 });
      expect((await cli('prompt', '1')).stdout).toContain('They hold before any change');

      expect((await cli('resume')).code).toBe(4);
      expect(readFileSync(join(project, 'flag.txt'), 'utf8')).toBe('2\n');
    });

    test('a task that asks for nothing but the check is met', async () => {
      const { cli, launches, command } = scene('touch flag', green);
      const { code, stdout } = await cli('make npm test pass', '--agent-command', command);
      expect([code, launches()]).toEqual([0, 0]);
      expect(stdout).toContain('already met, nothing to do');
    });

    test('neither do checks of the settings, which are about every task', async () => {
      const config = { 'jumar.config.json': JSON.stringify({ verify: { criteria: ['npm test'] } }) };
      const { run, cli, command, launches } = scene('touch flag', { ...green, ...config });
      const { code, stdout } = await run();
      expect([code, launches()]).toEqual([4, 1]);
      expect(stdout).toContain('until   npm test  (from the settings; --until names your own)');

      const asked = await cli('make npm test pass', '--agent-command', command);
      expect([asked.code, launches()]).toEqual([0, 1]);
    });
  });
});

describe('settings', () => {
  test('a resumed loop reads what a person has changed in the configuration since', async () => {
    const config = (maxIterations: number) => JSON.stringify({ limits: { maxIterations } });
    const { run, cli, project, launches } = scene('echo x >> tries.txt', {
      'state.txt': 'raw\n',
      'jumar.config.json': config(1),
    });
    expect((await run('--until', CHECK)).code).toBe(1);
    writeFileSync(join(project, 'jumar.config.json'), config(3));
    const { code, stderr } = await cli('resume');
    expect(stderr).toContain('settings changed since the loop read them: limits.maxIterations');
    expect([code, launches()]).toEqual([1, 3]);
    expect((await cli('resume')).stderr).not.toContain('settings changed');
  });

  test('what the report of a limit offers goes on as printed', async () => {
    const { run, cli, launches } = scene('echo x >> tries.txt', { 'state.txt': 'raw\n' });
    const { stdout } = await run('--until', CHECK, '--max-iterations', '1');
    expect((await cli('resume')).code).toBe(2);
    const [, offered = ''] = /^ {2}or +(.*)$/m.exec(stdout) ?? [];
    const commands = offered.split(' && ').map((command) => command.split(' ').slice(1));
    expect(commands.map(([name]) => name)).toEqual(['config', 'resume']);
    for (const args of commands) await cli(...args);
    expect(launches()).toBe(2);
  });

  test('a number that is none is refused with what was given', async () => {
    const { cli } = scene('');
    const { code, stderr } = await cli('config', 'set', 'limits.maxIterations', 'many');
    expect([code, stderr]).toEqual([2, expect.stringContaining('it must be a number, and "many" was given')]);
  });

  test('a task without quotes is refused with them', async () => {
    const { cli } = scene('');
    const { code, stderr } = await cli('add', 'a', '--json', 'flag');
    expect([code, stderr]).toEqual([2, expect.stringContaining('jumar "add a --json flag"')]);
    expect((await cli('progres')).stderr).toContain('did you mean `jumar progress`?');
  });
});

describe('failures name their remedy', () => {
  test('missing dependencies: the command that installs them, before the agent runs', async () => {
    const { run } = scene('echo x >> state.txt', {
      'package.json': '{}',
      'package-lock.json': '{}',
      'state.txt': '',
      'check.js': "require('left-pad-of-nobody');",
    });
    const { stdout } = await run('--until', 'node check.js', '--max-iterations', '1');
    const remedy = 'run `npm ci` here and start again, or let Jumar run it: --setup "npm ci"';
    expect(stdout.match(/npm ci/g)?.length).toBeGreaterThanOrEqual(4);
    expect(stdout).toContain(remedy);
    expect(stdout.indexOf(remedy)).toBeLessThan(stdout.indexOf('#1'));
  });

  test('a dependency of the project that is not installed: exit 7 with the command that installs it, and no agent', async () => {
    const { run, cli, launches, project } = scene('true', {
      'package.json': JSON.stringify({
        type: 'module',
        scripts: { test: 'node --test' },
        dependencies: { 'left-pad': '1.3.0' },
      }),
      'package-lock.json': '{}',
      '.gitignore': 'node_modules/\n',
      'pad.test.js': "import test from 'node:test';\nimport pad from 'left-pad';\ntest('pads', () => pad('a', 2));\n",
    });
    const remedy = 'run `npm ci` here and start again, or let Jumar run it: --setup "npm ci"';
    const { code, stdout } = await run('--until', 'npm test');
    expect([code, launches()]).toEqual([7, 0]);
    expect(stdout).toContain("Error: Cannot find package 'left-pad' imported from");
    expect(stdout).toContain('because left-pad is not installed; nothing was measured, so no agent was started');
    expect(stdout.replace(/\n +/g, ' ')).toContain(remedy);
    expect((await cli('measure')).stdout).toContain(`try          dependencies are missing: ${remedy}`);

    writeFiles(project, { 'node_modules/left-pad/index.js': 'module.exports = String;\n' });
    expect((await cli('resume')).code).toBe(0);
    expect(launches()).toBe(0);
  });

  test('an agent that crashes without any work: exit 6, with its last words', async () => {
    const { run, launches } = scene('echo "fatal: no model"; exit 2');
    const { code, stdout } = await run('--until', CHECK);
    expect([code, launches()]).toEqual([6, 1]);
    expect(stdout).toContain('the agent could not be run: exit 2: fatal: no model');
    expect(stdout).not.toContain('#1 why');
  });
});

describe('what could not be measured is never a pass', () => {
  test('a check that is not found: exit 7, no launch', async () => {
    const { run, launches } = scene('exit 0');
    const { code, stdout } = await run('--until', './no-such-check');
    expect(code).toBe(7);
    expect(launches()).toBe(0);
    expect(stdout).toContain('no-such-check');
  });

  test('a script that the project does not have: exit 7, no launch; in backticks it is for the agent to add', async () => {
    const { run, launches, project } = scene(`printf 'lint:\\n\\ttrue\\n' > Makefile`);
    const missing = await run('--until', 'make lint');
    expect(missing).toMatchObject({
      code: 7,
      stdout: expect.stringMatching(/why +(?:there is no makefile|make has no target "lint")/),
    });
    expect(missing.stdout.replace(/\s+/g, ' ')).toContain("put the command in backticks: --until '`make lint`'");
    expect(launches()).toBe(0);
    expect(existsSync(join(project, 'Makefile'))).toBe(false);
    expect((await run('--until', '`make lint`')).code).toBe(0);
    expect(launches()).toBe(1);
  });

  test('exit 0 without a test executed', async () => {
    const files = { 'state.txt': '', 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) };
    const { run } = scene('echo x >> state.txt', files);
    const { code, stdout } = await run('--until', 'npm test', '--max-iterations', '2');
    expect(code).not.toBe(0);
    expect(stdout).toContain('no test');
  });
});

describe('limits', () => {
  test('at the iteration limit the best tree is kept; a higher limit goes on', async () => {
    const { run, cli, launches, home } = scene(
      'echo "$JUMAR_ITERATION" >> tries.txt; test "$JUMAR_ITERATION" -ge 4 && echo ready > state.txt; exit 0',
    );
    const first = await run('--until', CHECK, '--max-iterations', '2');
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('--max-iterations 4');
    expect(receipt(home)).toMatchObject({ ending: 'iteration-limit', best: 0 });

    const refused = await cli('resume');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--max-iterations');

    const second = await cli('resume', '--max-iterations', '6');
    expect(second.code).toBe(0);
    expect(launches()).toBe(4);
    expect(second.stdout).toMatch(/^resuming .*\n#3 /m);
  });

  test('at the time limit the agent is stopped', async () => {
    const { run } = scene('sleep 60');
    const { code, stdout } = await run('--until', CHECK, '--timeout', '0.02');
    expect(code).toBe(1);
    expect(stdout).toContain('LIMIT REACHED');
  });
});

describe('agents', () => {
  test('an agent that cannot be found: exit 6 after one try', async () => {
    const { project, home } = aProject({ 'state.txt': 'raw\n' });
    const { code, stdout } = await jumar(
      ['run', 'get it ready', '--until', CHECK, '--agent-command', 'no-such-agent'],
      { cwd: project, home, env: WITHOUT_ANALYST },
    );
    expect(code).toBe(6);
    expect(stdout).toContain('command not found');
  });

  test('an agent that reports being blocked is heard: exit 4, and a person answers it', async () => {
    const { run, cli } = scene('echo "the registry wants a credential" > "$JUMAR_BLOCKED_FILE"');
    const { code, stdout } = await run('--until', CHECK);
    expect(code).toBe(4);
    expect(stdout).toContain('the registry wants a credential');
    expect((await cli('gate', 'show')).stdout).toContain('Go on? the agent reports: the registry wants a credential');
    expect((await cli('gate', 'approve', '--reason', 'it is in .npmrc')).code).toBe(0);
    expect((await cli('gate', 'approve')).code).toBe(2);
    expect((await cli('resume')).code).toBe(4);
    const prompt = (await cli('show', '2', '--prompt')).stdout;
    expect(prompt).toContain(
      '- Iteration 1: the agent reported that it was blocked: `the registry wants a credential`',
    );
    expect(prompt).toContain('- Iteration 1: a person says: go on: it is in .npmrc');
  });

  test('an echo of the prompt is no report of being blocked', async () => {
    const { run } = scene('cat > copy.txt');
    const { code } = await run('--until', CHECK, '--max-iterations', '1');
    expect(code).toBe(1);
  });

  test.each([
    { how: 'on stdin', tail: '', read: 'cat' },
    { how: 'as an argument', tail: ' {prompt}', read: 'printf %s "$1"' },
    { how: 'as a quoted argument', tail: ' "{prompt}"', read: 'printf %s "$1"' },
    { how: 'as a file', tail: ' {promptFile}', read: 'cat "$1"' },
  ])('the prompt comes $how', async ({ tail, read }) => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
    const command = agentScript(
      outside,
      `${read} > "${outside}/prompt"; echo "$JUMAR_LOOP $JUMAR_ITERATION" > "${outside}/names"; echo ready > state.txt`,
    );
    const task = `it's "quoted" & $HOME \`x\``;
    const { code } = await jumar(['run', task, '--until', CHECK, '--agent-command', command + tail], {
      cwd: project,
      home,
      env: WITHOUT_ANALYST,
    });
    expect(code).toBe(0);
    expect(readFileSync(join(outside, 'prompt'), 'utf8')).toContain(task);
    const [loop] = loopFolders(home);
    expect(readFileSync(join(outside, 'names'), 'utf8')).toBe(`${loop?.split('/').at(-1)} 1\n`);
  });

  test('the environment is an allow-list, and the config adds to it', async () => {
    const { project, home, outside } = aProject({
      'state.txt': 'raw\n',
      '.jumar/config.yaml': 'agent:\n  env: [WANTED]\n',
    });
    const command = agentScript(outside, `env > "${outside}/env"; echo ready > state.txt`);
    await startCli(['run', 'get it ready', '--until', CHECK, '--agent-command', command], {
      cwd: project,
      home,
      env: { ...WITHOUT_ANALYST, WANTED: 'yes', SECRET_TOKEN: 'no' },
    }).done;
    const env = readFileSync(join(outside, 'env'), 'utf8');
    expect(env).toContain('WANTED=yes');
    expect(env).not.toContain('SECRET_TOKEN');
  });

  test('secrets do not reach the log, the stored outputs or the next prompt', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
    const command = agentScript(outside, `cat > "${outside}/prompt"; echo "using ${token}"; echo x >> state.txt`);
    const until = ['--until', 'echo "$MY_API_KEY"; exit 1', '--max-iterations', '2'];
    const { stdout, stderr } = await jumar(
      ['run', `get it ready with ${token}`, ...until, '--agent-command', command],
      {
        cwd: project,
        home,
        env: { ...WITHOUT_ANALYST, MY_API_KEY: 'swordfish-123' },
      },
    );
    expect(stderr).toContain('warning: the task contains what looks like a secret');
    expect(stdout + stderr).not.toContain(token);
    const loop = loopFolders(home)[0] as string;
    for (const folder of [join(home, 'projects'), join(project, '.jumar')]) {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, file);
        if (statSync(path).isFile()) expect(readFileSync(path).includes(token), path).toBe(false);
      }
    }
    const stored = [
      'log.jsonl',
      'iterations/0001/agent.log',
      'iterations/0001/check-c1.log',
      'iterations/0002/prompt.md',
    ];
    for (const file of stored) {
      const text = readFileSync(join(loop, file), 'utf8');
      expect(text).not.toContain(token);
      expect(text).not.toContain('swordfish-123');
    }
    const prompt = readFileSync(join(outside, 'prompt'), 'utf8');
    expect(prompt).toContain('[redacted MY_API_KEY]');
    expect(prompt).toContain('get it ready with [redacted github token]');
  });

  test('an agent cannot steer the loop that judges it', async () => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
    const cli = join(import.meta.dirname, '..', 'dist', 'bin', 'jumar.js');
    const calls = ['config set limits.maxIterations 99', 'abort', 'apply 0', 'rollback 0', 'resume', 'pause', 'prune'];
    const body = [
      `export JUMAR_HOME="${home}"`,
      ...calls.map(
        (call) => `"${process.execPath}" "${cli}" ${call} >> "${outside}/said" 2>&1; echo "$?" >> "${outside}/codes"`,
      ),
      `env -u JUMAR_LOOP -u JUMAR_RUN "${process.execPath}" "${cli}" abort >> "${outside}/said" 2>&1; echo "$?" >> "${outside}/codes"`,
    ].join('\n');
    const command = agentScript(outside, body);
    await jumar(['run', 'get it ready', '--until', CHECK, '--agent-command', command, '--max-iterations', '1'], {
      cwd: project,
      home,
      env: WITHOUT_ANALYST,
    });
    expect(readFileSync(join(outside, 'codes'), 'utf8')).toBe('2\n'.repeat(calls.length + 1));
    expect(readFileSync(join(outside, 'said'), 'utf8').match(/is not allowed inside the loop/g)).toHaveLength(
      calls.length + 1,
    );
    expect(existsSync(join(project, '.jumar', 'config.yaml'))).toBe(false);
  });
});

describe('the log', () => {
  test.each([
    { what: 'a flipped score', edit: (text: string) => text.replace('"score":0', '"score":1'), seq: /record \d+/ },
    { what: 'a removed line', edit: (text: string) => text.split('\n').toSpliced(3, 1).join('\n'), seq: /record 4/ },
    {
      what: 'a removed end',
      edit: (text: string) => text.split('\n').slice(0, -2).join('\n').concat('\n'),
      seq: /record \d+/,
    },
  ])('$what is found at the next read and named', async ({ edit, seq }) => {
    const { run, cli, home } = scene('echo x >> state.txt');
    await run('--until', CHECK, '--max-iterations', '1');
    const log = join(loopFolders(home)[0] as string, 'log.jsonl');
    writeFileSync(log, edit(readFileSync(log, 'utf8')));
    const { code, stderr } = await cli('status');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(seq);
  });

  test.each([
    { next: 'echo x >> state.txt', words: 'the working tree is that of no iteration that was recorded before' },
    { next: 'true', words: 'the working tree is that of iteration 0, the baseline' },
  ])('an agent that edits the log while it runs is found out ($next)', async ({ next, words }) => {
    const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
    const command = agentScript(
      outside,
      `f=$(echo "${home}"/projects/*/loops/*/log.jsonl); sed -i 's/"outcome":"fail"/"outcome":"pass"/' "$f"; ${next}`,
    );
    const { code, stderr } = await jumar(['run', 'get it ready', '--until', CHECK, '--agent-command', command], {
      cwd: project,
      home,
      env: { ...WITHOUT_ANALYST, JUMAR_AGENT_SANDBOX: 'none' },
    });
    expect(code).not.toBe(0);
    expect(stderr).toContain('changed while the loop ran');
    // The tree is not left without a word, at once and at the resume; and the command that is named brings the baseline.
    const options = { cwd: project, home, env: WITHOUT_ANALYST };
    for (const said of [stderr, (await jumar(['resume'], options)).stderr]) {
      expect(said).toContain(words);
      const command = /to get its files: (.*) <an empty folder>/.exec(said)?.[1] ?? '';
      execFileSync('sh', ['-c', `${command} "${outside}"`]);
      expect(readFileSync(join(outside, 'state.txt'), 'utf8')).toBe('raw\n');
    }
  });

  test('what an iteration records does not grow with the number of iterations', async () => {
    // A file of its own each time: the same change over and over would end the loop as stuck.
    const { run, home } = scene('echo x > "state-$JUMAR_ITERATION.txt"');
    const { code, stderr } = await run('--until', CHECK, '--max-iterations', '8');
    expect(code, stderr).toBe(1);
    const sizes = new Map<number, number>();
    for (const { event } of logOf(loopFolders(home)[0] as string)) {
      const n = event.iteration as number | undefined;
      if (n !== undefined) sizes.set(n, (sizes.get(n) ?? 0) + JSON.stringify(event).length);
    }
    expect(sizes.get(7) as number).toBeLessThan((sizes.get(2) as number) * 1.1);
  });
});
