import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { jumar } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';

const OWN = `{
    // mine
    "model": "opus",
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "echo mine" }] }
        ]
    }
}
`;

function scene(settings?: string) {
  const { project, home, outside } = aProject({ 'a.txt': 'a\n' });
  const file = join(outside, '.claude', 'settings.json');
  if (settings !== undefined) writeFiles(outside, { '.claude/settings.json': settings });
  const run = (...args: string[]) =>
    jumar(['hook', 'install', ...args], { cwd: project, home, env: { HOME: outside } });
  return { project, outside, file, run, text: () => readFileSync(file, 'utf8') };
}

describe('hook install', () => {
  test('adds to what is there, shows the change, and goes back byte for byte', async () => {
    const { run, text } = scene(OWN);
    const { code, stdout } = await run('claude');
    expect(code).toBe(0);
    expect(stdout).toContain('+            {"hooks":[{"type":"command"');
    expect(text()).toContain('// mine');
    expect(text().match(/hook run claude/g)).toHaveLength(2);
    expect(text()).toContain('echo mine');
    expect((await run('claude')).stdout).toContain('installed already');
    expect((await run('claude', '--uninstall')).code).toBe(0);
    expect(text()).toBe(OWN);
  });

  test('keeps what the person changed since', async () => {
    const { run, file, text, outside } = scene(OWN);
    await run('claude');
    writeFiles(outside, {
      '.claude/settings.json': text().replace('opus', 'sonnet').replace('echo mine', 'echo ours'),
    });
    await run('claude', '--uninstall');
    expect(text()).not.toContain('hook run');
    expect(text()).toBe(OWN.replace('opus', 'sonnet').replace('echo mine', 'echo ours'));
    expect(existsSync(file)).toBe(true);
  });

  test('makes a file only for its hooks, and takes it away again', async () => {
    const { run, file } = scene();
    await run('claude', '--dry-run');
    expect(existsSync(file)).toBe(false);
    await run('claude');
    expect(existsSync(file)).toBe(true);
    await run('claude', '--uninstall');
    expect(existsSync(file)).toBe(false);
    expect((await run('claude', '--uninstall')).stdout).toContain('has no hooks of Jumar');
  });

  test.each([
    ['codex', '.codex/hooks.json', 'UserPromptSubmit', 'Stop', 3600],
    ['gemini', '.gemini/settings.json', 'BeforeAgent', 'AfterAgent', 3_600_000],
  ])('writes the file of %s', async (agent, path, begin, end, timeout) => {
    const { run, project } = scene();
    expect((await run(agent, '--project')).code).toBe(0);
    const { hooks } = JSON.parse(readFileSync(join(project, path), 'utf8'));
    expect(Object.keys(hooks)).toEqual([begin, end]);
    expect(hooks[end][0].hooks[0]).toMatchObject({ type: 'command', timeout });
    const twice = await run(agent);
    expect(twice.code).toBe(2);
    expect(twice.stderr).toContain('installed for the project already');
  });

  test('writes through a link', async () => {
    const { run, file, outside } = scene();
    writeFiles(outside, { 'dotfiles/claude.json': '{}\n', '.claude/x': '' });
    symlinkSync(join(outside, 'dotfiles/claude.json'), file);
    await run('claude');
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(outside, 'dotfiles/claude.json'), 'utf8')).toContain('hook run claude');
    await run('claude', '--uninstall');
    expect(readFileSync(file, 'utf8')).toBe('{}\n');
  });

  test.each([
    ['opencode', /no hook that can hold a session/],
    ['vim', /no hooks of 'vim' are known/],
  ])('refuses %s with a reason', async (agent, why) => {
    const { code, stderr } = await scene().run(agent);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
  });

  test.each(['{ "hooks": ', '[]', '{"hooks": []}', '{"hooks": {"Stop": {}}}'])(
    'leaves unreadable settings alone: %s',
    async (bad) => {
      const { run, text } = scene(bad);
      expect((await run('claude')).code).toBe(2);
      expect(text()).toBe(bad);
    },
  );

  test('is refused beneath an agent', async () => {
    const { project, home, outside } = aProject({ 'a.txt': 'a\n' });
    const env = { HOME: outside, JUMAR_LOOP: 'some-loop' };
    const { code, stderr } = await jumar(['hook', 'install', 'claude', '--uninstall'], { cwd: project, home, env });
    expect(code).toBe(2);
    expect(stderr).toContain('not allowed inside the loop');
  });
});
