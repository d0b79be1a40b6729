import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { standInScene } from './support/stand-in-scene.ts';

test('with no agent installed it tells how to get one, and what works without', async () => {
  const { cli, project } = standInScene({});
  writeFileSync(join(project, 'sum.js'), 'export const sum = 1;\n');
  const { code, stdout } = await cli(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/– agent\s+none installed: install one of these, or use --agent repair or --agent-command/);
  expect(stdout).toMatch(/– claude\s+Claude Code is not installed: npm install -g @anthropic-ai\/claude-code/);
  expect(stdout).toMatch(/– opencode\s+OpenCode is not installed: npm install -g opencode-ai/);
  expect(stdout).toMatch(/– not installed\s+copilot, goose/);
  expect(stdout).toMatch(/✓ repair\s+built in/);
});

test('what is not found is no program that could be installed', async () => {
  const { cli, project } = standInScene({});
  writeFileSync(join(project, 'package.json'), '{}');
  const { stdout } = await cli(['doctor']);
  expect(stdout).toMatch(/– metric tests +unknown: no test command found/);
  expect(stdout).not.toMatch(/(?:pass|add) is not installed/);
});

test('a package manager that is not installed is missing in every row that needs it, with how to install it', async () => {
  const { cli, project } = standInScene({});
  const scripts = { test: 'vitest run', build: 'tsc' };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ scripts, packageManager: 'yarn@4.9.0' }));
  writeFileSync(join(project, 'yarn.lock'), '');
  const { stdout } = await cli(['doctor']);
  for (const row of ['test', 'build', 'metric tests', 'metric build'])
    expect(stdout).toMatch(new RegExp(`– ${row} +yarn .*yarn is not installed: npm install -g yarn`));
});

test('with one it says that this one is used, its version, and how to sign in where no sign of that is found', async () => {
  const { cli } = standInScene({ codex: '' });
  const { code, stdout } = await cli(['doctor']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ agent\s+codex \(the first one installed; choose with --agent\)/);
  expect(stdout).toMatch(/✓ codex\s+Codex 9\.8\.7, sign-in unknown: no sign-in found; run codex login, or set/);
  expect(stdout).toMatch(/– claude\s+Claude Code is not installed/);
});

test('with several it shows each with its state, and the first is used', async () => {
  const { cli } = standInScene({ claude: '', codex: '', goose: '' });
  const { code, stdout } = await cli(['doctor'], { OPENAI_API_KEY: 'key' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/✓ agent\s+claude \(/);
  expect(stdout).toMatch(/✓ codex\s+Codex 9\.8\.7, signed in \(OPENAI_API_KEY is set\)/);
  expect(stdout).toMatch(/✓ goose\s+goose 9\.8\.7/);
  expect(stdout).not.toMatch(/not installed.*goose/);
});

test('one that is configured and not there is wrong, and so is one that would be used and does not start', async () => {
  const { cli, outside } = standInScene({ codex: '' });
  const absent = await cli(['doctor'], { JUMAR_AGENT_NAMES: 'gemini' });
  expect(absent.code).toBe(2);
  expect(absent.stdout).toMatch(/✗ agent\s+no agent available \(gemini: gemini is not on the PATH\)/);
  mkdirSync(join(outside, 'bin'), { recursive: true });
  const broken = '#!/bin/sh\necho "native binary not installed" >&2\nexit 1\n';
  writeFileSync(join(outside, 'bin', 'claude'), broken, { mode: 0o755 });
  const first = await cli(['doctor']);
  expect(first.code).toBe(2);
  expect(first.stdout).toMatch(/✗ claude\s+Claude Code is installed but does not start: native binary not installed/);
  const other = await cli(['doctor', '--json'], { JUMAR_AGENT_NAMES: 'codex' });
  expect(other.code).toBe(0);
  expect(JSON.parse(other.stdout).found).toContainEqual(
    expect.objectContaining({ name: 'claude', ok: true, there: false }),
  );
});
