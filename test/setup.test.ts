import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';

/** `deps/` is ignored and made by the set-up from the lock file; the check wants the two to fit. */
const FILES = {
  '.gitignore': 'deps/\n',
  'package-lock.json': 'one\n',
  'state.txt': '0\n',
  'check.sh':
    'cmp -s package-lock.json deps/installed || { echo "dependencies do not fit"; exit 1; }\ngrep -q 3 state.txt\n',
};
const SETUP =
  'echo run >> "$OUTSIDE/setups"; mkdir -p deps && cp package-lock.json deps/installed && ! grep -q broken package-lock.json';

function scene(agent: string, setup = SETUP, env: Record<string, string> = {}) {
  const { project, home, outside } = aProject(FILES);
  const command = agentScript(outside, agent);
  const options = {
    cwd: project,
    home,
    env: { ...WITHOUT_ANALYST, OUTSIDE: outside, JUMAR_CHECKS_ENV: 'OUTSIDE', ...env },
  };
  return {
    project,
    options,
    run: (...more: string[]) =>
      jumar(
        ['run', 'get to three', '--until', 'sh check.sh', '--agent-command', command, '--setup', setup, ...more],
        options,
      ),
    setups: () => readFileSync(join(outside, 'setups'), 'utf8').split('\n').length - 1,
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
  };
}

describe('the setup command', () => {
  test('runs before the baseline, and again only when a lock file changed', async () => {
    const { run, setups, project } = scene(
      'echo "$JUMAR_ITERATION" >> state.txt; test "$JUMAR_ITERATION" != 2 || echo two > package-lock.json',
    );
    expect((await run()).code).toBe(0);
    // Once before the baseline; then in the room, to judge, and in the workspace, to work on.
    expect(setups()).toBe(3);
    expect(readFileSync(join(project, 'deps', 'installed'), 'utf8')).toBe('two\n');
  });

  test('that fails at the baseline could not measure: exit 7, no agent', async () => {
    const { run, events, options } = scene('true', 'echo no network; exit 3');
    const { code, stdout } = await run();
    expect(code).toBe(7);
    expect(stdout).toContain('the setup command failed: exit 3\n    no network\n');
    expect(stdout).toMatch(
      /^Last failure:\n {2}\$ sh check\.sh\n {4}the setup command failed: exit 3\n {4}no network$/m,
    );
    expect(stdout).toMatch(/^ {2}try {5}run `echo no network; exit 3` here/m);
    expect(stdout).toMatch(/^ {2}log {5}\/.*\/iterations\/0000\/setup\.log$/m);
    expect((await jumar(['show', '0', '--checks'], options)).stdout).toBe('$ echo no network; exit 3\nno network\n');
    expect(events().some(({ type }) => type === 'agent-started')).toBe(false);
  });

  test.each([
    { where: 'in the room, whose dependencies the workspace does not share', mode: 'copy', reverified: [] },
    {
      where: 'in place, and what is built upon is verified again',
      mode: 'in-place',
      reverified: [{ iteration: 0, agrees: true }],
    },
  ])('runs again after a rollback across a changed lock file: $where', async ({ mode, reverified }) => {
    const { run, setups, events, project } = scene(
      'echo "$JUMAR_ITERATION" >> state.txt; test "$JUMAR_ITERATION" != 2 || echo broken > package-lock.json',
      SETUP,
      { JUMAR_ROOM_MODE: mode },
    );
    expect((await run()).code).toBe(0);
    expect(setups()).toBe(3);
    const rolledBack = events().find(({ type, iteration }) => type === 'iteration-judged' && iteration === 2);
    expect(rolledBack).toMatchObject({ decision: { action: 'rollback' } });
    expect(events().filter(({ type }) => type === 'tree-reverified')).toMatchObject(reverified);
    expect(readFileSync(join(project, 'deps', 'installed'), 'utf8')).toBe('one\n');
  });

  test('does not run again after a pause in which a person touched no lock file', async () => {
    const { run, setups, project, options } = scene('echo "$JUMAR_ITERATION" >> state.txt');
    expect((await run('--max-iterations', '1')).code).toBe(1);
    writeFiles(project, { 'notes.txt': 'mine\n' });
    expect((await jumar(['resume', '--max-iterations', '5'], options)).code).toBe(0);
    expect(setups()).toBe(1);
    expect(readFileSync(join(project, 'notes.txt'), 'utf8')).toBe('mine\n');
  });

  test('what the user had before it is kept', async () => {
    const { run, options, project } = scene('echo 3 >> state.txt', `${SETUP}; echo generated > made.txt`);
    expect((await run()).code).toBe(0);
    expect(existsSync(join(project, 'made.txt'))).toBe(true);
    expect((await jumar(['apply', 'before-setup'], options)).code).toBe(0);
    expect(existsSync(join(project, 'made.txt'))).toBe(false);
  });
});

describe('without a setup command, the install command of the lock file', () => {
  /** A package manager that installs the lock file itself, and half of a broken one. */
  const NPM = `#!/bin/sh
test "$1" = install || exit 9
cp package-lock.json node_modules/installed; ! grep -q broken package-lock.json
`;

  function found(lock: string) {
    const { project, home, outside } = aProject({
      '.gitignore': 'node_modules/\n',
      'package-lock.json': 'one\n',
      'check.sh':
        'cat node_modules/installed; cmp -s package-lock.json node_modules/installed && grep -q two package-lock.json\n',
    });
    writeFiles(project, { 'node_modules/installed': 'one\n' });
    writeFiles(outside, { 'bin/npm': NPM });
    chmodSync(join(outside, 'bin', 'npm'), 0o755);
    const agent = agentScript(outside, `echo ${lock} > package-lock.json; echo cheat > node_modules/installed`);
    const env = { ...WITHOUT_ANALYST, PATH: `${join(outside, 'bin')}:${process.env.PATH}` };
    const args = ['run', 'get to two', '--until', 'sh check.sh', '--agent-command', agent, '--max-iterations', '1'];
    const events = () => logOf(loopFolders(home)[0] as string).map(({ event }) => event);
    return { project, events, run: () => jumar(args, { cwd: project, home, env }) };
  }

  test('runs in the room if the agent changed it', async () => {
    const { run, events } = found('two');
    const { code, stdout } = await run();
    expect(code, stdout).toBe(0);
    expect(events().filter(({ type }) => type === 'setup-started')).toMatchObject([
      { iteration: 1, where: 'room', command: expect.stringMatching(/^npm install /) },
    ]);
  });

  test('makes a check unmeasured, not failed, if it fails, and leaves the dependencies as they were', async () => {
    const { run, events } = found('broken');
    expect((await run()).code).not.toBe(0);
    const [, first] = events().filter(({ type }) => type === 'checks-finished');
    expect(first).toMatchObject({
      verdicts: [
        {
          outcome: 'unmeasured',
          excerpt: 'one',
          reason: expect.stringMatching(/could not be installed \(npm install .*exit 1\)/),
        },
      ],
    });
  });
});
