import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBwrap } from '../src/process/bwrap.ts';
import { agentScript } from './support/agents.ts';
import { jumar, logOf, loopFolders, startCli, WITHOUT_ANALYST } from './support/cli.ts';
import { aProject } from './support/project.ts';
import { until } from './support/until.ts';

const SECRET = 'the-answer-is-forty-two';

/** A project whose visible check is easy, and a hidden one, kept outside, that looks closer. */
function scene(agent: string, script = `echo ${SECRET}; grep -q "${SECRET}" value.txt`) {
  const { project, home, outside } = aProject({ 'value.txt': 'none\n' });
  const judge = join(outside, 'judge');
  mkdirSync(judge);
  writeFileSync(join(judge, 'closer.sh'), `${script}\n`);
  const config = join(outside, 'config');
  mkdirSync(join(config, 'jumar'), { recursive: true });
  writeFileSync(
    join(config, 'jumar', 'config.yaml'),
    `verify:\n  hidden:\n    edge cases:\n      command: sh inside/closer.sh\n      files:\n        inside: ${judge}\n`,
  );
  const command = agentScript(outside, `cat > "${outside}/prompt-$JUMAR_ITERATION"\n${agent}`);
  const options = { cwd: project, home, env: { ...WITHOUT_ANALYST, XDG_CONFIG_HOME: config } };
  const args = ['run', 'write the value', '--until', 'grep -q . value.txt', '--agent-command', command];
  return {
    project,
    outside,
    judge,
    options,
    args,
    run: (...more: string[]) => jumar([...args, ...more], options),
    loop: () => loopFolders(home)[0] as string,
    events: () => logOf(loopFolders(home)[0] as string).map(({ event }) => event),
    prompt: (n: number) => readFileSync(join(outside, `prompt-${n}`), 'utf8'),
  };
}

/** Every file of the workspace in one text. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'latin1')}`)
    .join('\n');
}

describe('a hidden check', () => {
  test('holds completion, and the agent hears its name and nothing else', async () => {
    const { run, prompt, project, loop, events } = scene('echo "$JUMAR_ITERATION" > value.txt; ls -R > seen.txt');
    const { code } = await run('--max-iterations', '2');
    expect(code).toBe(1);
    expect(prompt(1)).toContain('hidden check: edge cases');
    expect(prompt(2)).toContain('**Check:** hidden check: edge cases\n**Result:** fails');
    for (const text of [prompt(1), prompt(2), everythingIn(project)]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain('closer.sh');
    }
    expect(readFileSync(join(loop(), 'iterations/0001/hidden-h1.log'), 'utf8')).toContain(SECRET);
    expect(events().find(({ type }) => type === 'hidden-checked')).toMatchObject({
      verdicts: [{ criterion: 'h1', outcome: 'fail', reason: 'fails', excerpt: '' }],
    });
  });

  test('that holds completes the loop', async () => {
    const { run } = scene(`echo ${SECRET} > value.txt`);
    expect((await run()).code).toBe(0);
  });

  test.each([
    { how: 'a file of its name', agent: 'mkdir -p inside; echo "exit 0" > inside/closer.sh' },
    { how: 'a link of its name that leads out', agent: 'ln -s "$(dirname "$0")" inside' },
    { how: 'a folder of its name', agent: 'mkdir -p inside/closer.sh' },
  ])('cannot be forged by $how', async ({ agent }) => {
    const { run, outside, project, events } = scene(agent);
    const { code, stderr } = await run('--max-iterations', '1');
    expect(code, stderr).toBe(1);
    expect(events().findLast(({ type }) => type === 'hidden-checked')).toMatchObject({
      iteration: 1,
      verdicts: [{ outcome: 'fail' }],
    });
    expect(existsSync(join(outside, 'closer.sh'))).toBe(false);
    expect(everythingIn(project)).not.toContain(SECRET);
  });

  test('whose files change while the loop runs measures nothing', async () => {
    const { run, events } = scene('echo "exit 0" > "$(dirname "$0")/judge/closer.sh"; echo x > value.txt');
    expect((await run('--max-iterations', '1', '--sandbox', 'none')).code).not.toBe(0);
    expect(events().findLast(({ type }) => type === 'hidden-checked')).toMatchObject({
      verdicts: [{ outcome: 'unmeasured', reason: 'its files changed since the loop began' }],
    });
  });

  test.skipIf('problem' in findBwrap(process.env))(
    'has sources that neither the agent nor another check sees',
    async () => {
      const { args, options, judge, project, loop } = scene('true');
      const command = agentScript(join(judge, '..'), `echo ${SECRET} > value.txt; ls ${judge} > seen.txt`);
      const visible = ['--until', `sh -c '! ls ${judge}/closer.sh; ls ${judge}'`];
      const { code, stdout } = await jumar([...args.slice(0, -1), command, ...visible], options);
      expect(code, stdout).toBe(0);
      expect(readFileSync(join(project, 'seen.txt'), 'utf8')).toBe('');
      expect(readFileSync(join(loop(), 'iterations/0001/check-c2.log'), 'utf8')).not.toMatch(/^closer\.sh$/m);
    },
  );

  test('that lies inside the workspace is refused', async () => {
    const { run, options } = scene('true');
    writeFileSync(
      join(options.env.XDG_CONFIG_HOME, 'jumar', 'config.yaml'),
      'verify:\n  hidden:\n    x:\n      command: "true"\n      files: {a: value.txt}\n',
    );
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain('is inside the workspace');
  });

  test.each([
    { where: 'is never in the workspace, not even when a kill interrupts it', mode: 'copy', isThere: false },
    { where: 'checked in place is gone after a kill, before any agent runs again', mode: 'in-place', isThere: true },
  ])('$where', async ({ mode, isThere }) => {
    const wait = 'test -f "$OUTSIDE/go" || { touch "$OUTSIDE/started"; sleep 60; }';
    const { args, options, outside, project, run } = scene(
      `ls -R > "$(dirname "$0")/seen"; echo ${SECRET} > value.txt`,
      `${wait}\ngrep -q "${SECRET}" value.txt`,
    );
    Object.assign(options.env, { OUTSIDE: outside, JUMAR_CHECKS_ENV: 'OUTSIDE', JUMAR_ROOM_MODE: mode });
    const first = startCli(args, options);
    await until('the check has started', () => existsSync(join(outside, 'started')), 45_000);
    first.child.kill('SIGKILL');
    await first.done;
    expect(existsSync(join(project, 'inside', 'closer.sh'))).toBe(isThere);
    writeFileSync(join(outside, 'go'), '');
    expect((await run()).code).toBe(0);
    expect(readFileSync(join(outside, 'seen'), 'utf8')).not.toContain('closer.sh');
    expect(existsSync(join(project, 'inside'))).toBe(false);
  });
});
