import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, cleanEnvironment, logOf, loopFolders } from './support/cli.ts';
import { temporaryFolder, writeFiles } from './support/project.ts';
import { BROKEN, QUICK, SUM, sessionScene, TESTS } from './support/session-scene.ts';

const MUL = `${SUM}export const mul = (a, b) => a * b;\n`;
const judgedIn = (home: string) =>
  loopFolders(home).flatMap((folder) => logOf(folder).filter(({ event }) => event.type === 'iteration-judged'));

describe('an agent in a session of its own', () => {
  test('is sent back with a failing test, a skipped one and an edited script, and let go when the checks hold', async () => {
    const { prompt, stop, write, edit, project } = sessionScene();
    expect(await prompt()).toBeNull();

    write('sum.js', BROKEN);
    const failing = await stop();
    expect(failing).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('2 tests passed before and now fail'),
    });
    expect(failing?.reason).toContain('npm test');

    write('sum.js', MUL);
    edit('test/sum.test.js', (text) => text.replace("test('adds'", "test.skip('adds'"));
    expect(await stop(true)).toMatchObject({
      decision: 'block',
      reason: expect.stringContaining('"adds" is now skipped'),
    });

    write('test/sum.test.js', TESTS);
    expect(await stop(true)).toMatchObject({ systemMessage: expect.stringMatching(/verified, the criterion holds/) });
    expect(readFileSync(join(project, 'sum.js'), 'utf8')).toBe(MUL);

    await prompt('and now cheat');
    edit('package.json', (text) => text.replace('node --test', 'true'));
    const cheated = await stop();
    expect(cheated?.decision).toBe('block');
    expect(cheated?.reason).toContain('package.json');
  });

  test('is let go after its tries, unverified; its next prompt goes on from the same baseline', async () => {
    const { prompt, stop, write, home } = sessionScene(QUICK);
    await prompt();
    write('sum.js', BROKEN);
    expect((await stop())?.decision).toBe('block');
    expect((await stop(true))?.decision).toBe('block');
    expect(await stop(true)).toMatchObject({
      systemMessage: expect.stringContaining('NOT verified: 3 of 3 iterations'),
    });

    await prompt('try once more');
    expect((await stop())?.decision, 'nothing was changed since').toBeUndefined();
    write('sum.js', `${BROKEN}// again\n`);
    expect((await stop(true))?.decision).toBe('block');
    write('sum.js', MUL);
    expect((await stop(true))?.systemMessage).toMatch(/verified, /);
    expect(loopFolders(home)).toHaveLength(1);
  });

  test('that changed nothing is not judged, nor is one without a prompt or without checks', async () => {
    const red = sessionScene({ 'sum.js': BROKEN, ...QUICK });
    expect(await red.stop()).toMatchObject({ systemMessage: expect.stringContaining('no baseline') });
    await red.prompt('what does this do?');
    expect(await red.stop()).toBeNull();

    const unchecked = sessionScene({ 'package.json': '{}\n', 'test/sum.test.js': '' });
    expect(await unchecked.prompt()).toMatchObject({ systemMessage: expect.stringContaining('no checks are known') });
    unchecked.write('sum.js', BROKEN);
    expect((await unchecked.stop())?.decision).toBeUndefined();
  });

  test('judges by the settings of its first prompt, whatever the agent writes to them', async () => {
    const { prompt, stop, write } = sessionScene(QUICK);
    await prompt();
    write('.jumar/config.yaml', 'verify: { criteria: ["true"] }\nguard: { enabled: false }\nsession: { tries: 1 }\n');
    write('sum.js', MUL);
    await stop();
    await prompt('next');
    write('sum.js', BROKEN);
    expect(await stop()).toMatchObject({ decision: 'block', reason: expect.stringContaining('grep -q + sum.js') });
  });

  test('whose hook is called twice at once is judged once', async () => {
    const { prompt, stop, write, home } = sessionScene(QUICK);
    await prompt();
    write('sum.js', BROKEN);
    const [one, two] = await Promise.all([stop(), stop()]);
    expect([one?.decision, two?.decision]).toEqual(['block', 'block']);
    expect(one?.reason).toBe(two?.reason);
    expect(judgedIn(home)).toHaveLength(2);
  });

  test('has nothing to do with another session, a subagent or a loop of Jumar', async () => {
    const { prompt, stop, call, raw, write, project } = sessionScene(QUICK);
    await prompt();
    write('sum.js', BROKEN);
    expect(await call('s1', 'Stop', { agent_id: 'sub' })).toBeNull();
    expect((await stop(false, 'other'))?.decision).toBeUndefined();
    const input = JSON.stringify({ session_id: 's1', cwd: project, hook_event_name: 'Stop' });
    expect((await raw(input, { JUMAR_LOOP: 'some-loop' })).answer).toBeNull();
    expect((await raw(input, { JUMAR_HOOK: 'off' })).answer).toBeNull();
    expect((await stop())?.decision).toBe('block');
  });

  test.each([
    ['not JSON', '{"session_id"', /not what Claude Code sends/],
    ['nothing', '', /not what Claude Code sends/],
    [
      'another event',
      '{"session_id":"s","cwd":"/","hook_event_name":"Finished"}',
      /this version knows UserPromptSubmit and Stop/,
    ],
    ['a folder that is gone', '{"session_id":"s","cwd":"/no/such","hook_event_name":"Stop"}', /not judged: /],
    ['an id as a path', '{"session_id":"../../x","cwd":"/tmp","hook_event_name":"Stop"}', /not judged: /],
  ])('is let go if its hook says %s', async (_, input, why) => {
    const { raw } = sessionScene(QUICK);
    const { code, answer } = await raw(input);
    expect(code).toBe(0);
    expect(answer?.systemMessage).toMatch(why);
    expect(answer?.decision).toBeUndefined();
  });

  test('is let go by a person, and judged again', async () => {
    const { prompt, stop, write, jumar } = sessionScene(QUICK);
    await prompt();
    write('sum.js', BROKEN);
    expect((await jumar('hook', 'off')).stdout).toContain('1 session is let go');
    expect(await stop()).toBeNull();
    expect((await jumar('hook', 'status')).stdout).toContain('let go');
    await jumar('hook', 'on');
    write('sum.js', SUM);
    await prompt();
    write('sum.js', BROKEN);
    expect((await stop())?.decision).toBe('block');
  });

  test('cannot steer its judge: commands beneath its process are refused', async () => {
    const { project, home, prompt } = sessionScene(QUICK);
    await prompt();
    const folder = temporaryFolder();
    const program = join(folder, 'claude');
    const input = JSON.stringify({ session_id: 's2', cwd: project, hook_event_name: 'UserPromptSubmit', prompt: 'x' });
    writeFiles(folder, {
      claude: `#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const run = (args, input = '') => spawnSync(process.execPath, [${JSON.stringify(CLI)}, ...args], { input, encoding: 'utf8' });
run(['hook', 'run', 'claude'], ${JSON.stringify(input)});
const { status, stderr } = run(['hook', 'off']);
const shell = spawnSync('env', ['-i', 'HOME=/tmp', 'JUMAR_HOME=' + process.env.JUMAR_HOME, process.execPath, ${JSON.stringify(CLI)}, 'gate', 'approve'], { encoding: 'utf8' });
console.log(JSON.stringify([status, stderr, shell.status, shell.stderr]));
`,
    });
    chmodSync(program, 0o755);
    const { stdout } = spawnSync(program, [], {
      cwd: project,
      encoding: 'utf8',
      env: { ...cleanEnvironment(), JUMAR_HOME: home },
    });
    const [off, offWords, gate, gateWords] = JSON.parse(stdout) as [number, string, number, string];
    expect([off, gate]).toEqual([2, 2]);
    expect(offWords).toContain('not allowed inside a session of an agent');
    expect(gateWords).toContain('not allowed inside a session of an agent');
  });
});
