import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultSettings } from '../../core/state/settings.ts';
import type { AgentRequest } from '../../ports/index.ts';
import { claude } from '../claude.ts';
import { aHost } from '../contract/adapter.contract.ts';
import type { Sandbox } from '../contract/adapter.ts';
import { opencode } from '../opencode.ts';
import { confiner, sandboxProblem } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'jumar-sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bin = join(folder, 'bin');
mkdirSync(join(folder, 'project', '.git'), { recursive: true });
mkdirSync(bin);
for (const name of ['bwrap', 'srt']) writeFileSync(join(bin, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
const host = { ...aHost, env: { PATH: bin } };

function request(sandbox: Sandbox): AgentRequest {
  const state = join(folder, 'state', '0001');
  return {
    agent: 'claude',
    loop: 'l',
    iteration: 1,
    run: 'r',
    promptFile: join(state, 'prompt.md'),
    cwd: join(folder, 'project'),
    outputFile: join(state, 'agent.log'),
    blockedFile: join(state, 'reply', 'blocked.txt'),
    remainingMs: 1000,
    allowance: { tokens: null, costUsd: null, ms: null },
    settings: { ...defaultSettings.agent, sandbox, sandboxDomains: ['example.com'] },
  };
}

const plan = {
  command: { file: '/usr/bin/claude', args: ['-p'] },
  env: { NO_PROXY: 'localhost' },
  stdin: 'prompt' as const,
  streams: 'split' as const,
  writable: [bin, join(folder, 'new'), join(bin, 'bwrap', 'nonexistent'), join(folder, 'absent.json')],
  readable: [join(bin, 'srt'), join(folder, 'absent')],
  domains: ['api.anthropic.com'],
};
const confinedPlan = (sandbox: Sandbox) =>
  confiner(host, join(folder, 'project'), { stateHome: join(folder, 'state'), masked: [] })(plan, request(sandbox));

test('without a sandbox the plan stays as it is', () => {
  expect(confinedPlan('none')).toBe(plan);
});

test('an agent with a sandbox of its own works in a cell, if there can be one', () => {
  expect(confinedPlan('agent')).toEqual(process.platform === 'linux' ? confinedPlan('cell') : plan);
  if (process.platform === 'linux')
    expect(confinedPlan('agent').command).toMatchObject({ args: expect.arrayContaining(['--unshare-pid']) });
});

test('root gets a user namespace in its cell for a sandbox of the agent’s own: it may not mount anything outside of one', () => {
  writeFileSync(join(bin, 'unshare'), '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const root = { ...host, isRoot: true };
  const lastWords = (sandbox: Sandbox, on: typeof host) => {
    const secrets = { stateHome: join(folder, 'state'), masked: [] };
    const { command } = confiner(on, join(folder, 'project'), secrets)(plan, request(sandbox));
    return typeof command === 'string' ? command : command.args.slice(command.args.indexOf('--') + 1).join(' ');
  };
  if (process.platform !== 'linux') return;
  expect(lastWords('agent', root)).toBe(`${bin}/unshare --user --map-root-user -- /usr/bin/claude -p`);
  expect(lastWords('agent', host)).toBe('/usr/bin/claude -p');
  expect(lastWords('cell', root)).toBe('/usr/bin/claude -p');
});

test('bwrap: the workspace, the agent’s own folders and the reply are writable; .git and the rest are read-only', () => {
  const { command } = confinedPlan('bwrap');
  if (typeof command === 'string') throw new Error('a program is expected');
  const line = command.args.join(' ');
  const project = join(folder, 'project');
  const state = join(folder, 'state');
  expect(line.startsWith('--ro-bind / /')).toBe(true);
  expect(line).toContain(`--tmpfs ${state} `);
  expect(line).toContain(
    `--bind ${project} ${project} --bind ${bin} ${bin} --bind ${folder}/new ${folder}/new --bind ${state}/0001/reply`,
  );
  expect(line.indexOf(`--ro-bind ${project}/.git`)).toBeGreaterThan(line.indexOf(`--bind ${project}`));
  expect(line).toContain(`--ro-bind ${bin}/srt ${bin}/srt`);
  expect(line).not.toMatch(/nonexistent|absent/);
  expect(line.endsWith('-- /usr/bin/claude -p')).toBe(true);
});

test('srt: the same places, only the listed domains, and local addresses through its proxies too', () => {
  const { command, files } = confinedPlan('srt');
  const agent = ['/usr/bin/env', 'NO_PROXY=', 'no_proxy=', '/usr/bin/claude', '-p'];
  expect(command).toMatchObject({ args: ['--settings', expect.any(String), '--', ...agent] });
  expect(JSON.parse(files?.[0]?.text ?? '')).toMatchObject({
    network: { allowedDomains: ['api.anthropic.com', 'example.com'] },
    filesystem: { denyRead: [join(folder, 'state')], denyWrite: [join(folder, 'project', '.git')] },
  });
});

test('reports why a sandbox is unavailable', () => {
  expect(sandboxProblem('none', [opencode], host)).toBeNull();
  expect(sandboxProblem('bwrap', [opencode], host)).toBeNull();
  expect(sandboxProblem('bwrap', [opencode], { ...host, env: { PATH: '/nonexistent' } })).toMatch(
    /bwrap is not on the PATH/,
  );
  expect(sandboxProblem('agent', [opencode], host)).toMatch(/no sandbox of its own/);
  expect(sandboxProblem('agent', [claude], host)).toMatch(/needs bwrap and socat/);
  writeFileSync(join(bin, 'srt'), '#!/bin/sh\necho "no user namespaces" >&2\nexit 1\n', { mode: 0o755 });
  expect(sandboxProblem('srt', [], host)).toMatch(/does not work here: no user namespaces/);
});
