import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { agentsFolder, installAgent } from '../../scripts/install-agents.mjs';
import { claude } from '../../src/agents/claude.ts';
import { codex } from '../../src/agents/codex.ts';
import { hostOf } from '../../src/agents/roster.ts';
import { sandboxProblem } from '../../src/agents/sandbox/index.ts';
import { markedProcesses } from '../../src/process/strays.ts';
import { type ModelServer, startFakeModel } from '../fixtures/model-server/server.mjs';
import { type RealAgent, realAgents } from '../support/agent-matrix.ts';
import { eventsIn, jumar } from '../support/cli.ts';
import { scenarios } from '../support/model-scenarios.ts';
import { aProject, git } from '../support/project.ts';
import { realAgentEnvironment } from '../support/real-agents.mjs';

let server: ModelServer;
beforeAll(async () => {
  server = await startFakeModel({});
});
afterAll(() => server.close());

/** Says what an agent may do: reads the state folder, writes outside, commits, leaves a process behind. */
const TRIALS = [
  'ls "$STATE" > seen.txt 2>&1',
  '(echo x > "$OUTSIDE/evil.txt") 2>/dev/null',
  'git -c user.name=t -c user.email=t@localhost commit -q --allow-empty -m sneaky 2>/dev/null',
  '(setsid env -i sleep 300 > /dev/null 2>&1 &)',
  'echo hello > hello.txt',
].join('; ');

/** The bubblewrap that Codex brings along, where the machine has none of its own. */
function withBwrap(outside: string): string {
  const bin = join(outside, 'bin');
  mkdirSync(bin, { recursive: true });
  const bundled = existsSync('/usr/bin/bwrap')
    ? undefined
    : filesBelow(agentsFolder()).find((path) => path.endsWith('/codex-resources/bwrap'));
  if (bundled) symlinkSync(bundled, join(bin, 'bwrap'));
  return bin;
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path));
}

function scene(agent: RealAgent, scenario: object) {
  const { project, home, outside } = aProject({ 'state.txt': 'raw\n' });
  const text = JSON.stringify(scenario).replaceAll('{{cwd}}', project);
  server.setScenario(JSON.parse(text.replaceAll('$STATE', home).replaceAll('$OUTSIDE', outside)));
  const { bin = '', problem } = installAgent(agent);
  const PATH = `${bin}:${withBwrap(outside)}:${process.env.PATH}`;
  const keys = realAgentEnvironment(agent, server.url, outside);
  // Codex keeps no programs of its own in a temporary folder.
  const TMPDIR = join(outside, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  const env = {
    PATH,
    TMPDIR,
    HOME: outside,
    JUMAR_AGENT_MAX_MISSES: '1',
    JUMAR_AGENT_BACKOFF_SECONDS: '0.2',
    JUMAR_AGENT_ENV: 'OPENCODE_*,GEMINI_*,GOOGLE_*',
    ...keys,
  };
  const run = (...args: string[]) =>
    jumar(['run', 'create hello.txt', '--until', 'file:hello.txt', '--max-iterations', '1', '--json', ...args], {
      cwd: project,
      home,
      env,
    });
  return { project, home, outside, env, run, problem };
}

const finished = (stdout: string) => eventsIn(stdout).filter(({ type }) => type === 'agent-finished');

describe.each(Object.keys(realAgents) as RealAgent[])('the real %s in bwrap', (agent) => {
  test('works, sees nothing of the state folder, writes only into the workspace, and leaves nothing behind', async ({
    skip,
  }) => {
    const { run, project, outside, env, problem } = scene(agent, {
      side: { text: 'title' },
      steps: [{ text: 'trying', do: [{ shell: TRIALS }] }, { text: 'Done.' }],
    });
    if (problem) skip(problem);
    const refused = sandboxProblem('bwrap', [], hostOf(env));
    if (refused) skip(`no bwrap: ${refused}`);
    const head = git(project, 'rev-parse', 'HEAD');
    const { code, stdout, stderr } = await run('--agent', agent, '--sandbox', 'bwrap');
    expect(code, stdout + stderr).toBe(0);
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toBe('hello\n');
    expect(readFileSync(join(project, 'seen.txt'), 'utf8')).not.toContain('projects/');
    expect(existsSync(join(outside, 'evil.txt'))).toBe(false);
    expect(git(project, 'rev-parse', 'HEAD')).toBe(head);
    expect(markedProcesses(String(finished(stdout)[0]?.run))).toEqual([]);
  });
});

describe.each(['codex', 'claude'] as const)('the real %s with its own sandbox, in a cell', (agent) => {
  test('works, writes nothing elsewhere, sees nothing of the state folder, and leaves nothing behind', async ({
    skip,
  }) => {
    const mark = randomInt(1_000_000, 9_000_000);
    const elsewhere = `/var/tmp/jumar-test-${mark}`;
    onTestFinished(() => rmSync(elsewhere, { force: true }));
    const trials = [
      'ls -R "$STATE" > seen.txt 2>&1',
      `(echo x > ${elsewhere}) 2>/dev/null`,
      `(setsid env -i sleep ${mark} > /dev/null 2>&1 &)`,
      'echo hello > hello.txt',
    ];
    const { run, project, env, problem } = scene(agent, {
      side: { text: 'title' },
      steps: [{ text: 'trying', do: [{ shell: trials.join('; ') }] }, { text: 'Done.' }],
    });
    if (problem) skip(problem);
    const refused = sandboxProblem('agent', [agent === 'codex' ? codex : claude], hostOf(env));
    if (refused) skip(`no sandbox of its own: ${refused}`);
    const { code, stdout, stderr } = await run('--agent', agent, '--sandbox', 'agent');
    expect(code, stdout + stderr).toBe(0);
    expect(readFileSync(join(project, 'hello.txt'), 'utf8')).toBe('hello\n');
    expect(readFileSync(join(project, 'seen.txt'), 'utf8')).not.toContain('log.jsonl');
    expect(existsSync(elsewhere)).toBe(false);
    expect(processesThatSay(`sleep ${mark}`)).toEqual([]);
  });
});

function processesThatSay(words: string): string[] {
  const lines = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      } catch {
        return '';
      }
    });
  return lines.filter((line) => line.startsWith(words));
}

test('a clean room leaves a hook of the user’s out, which runs otherwise', async ({ skip }) => {
  const { run, outside, problem, project } = scene('claude', scenarios.fine);
  if (problem) skip(problem);
  const hooked = join(outside, 'hooked.txt');
  const hook = { type: 'command', command: `echo ran >> '${hooked}'` };
  mkdirSync(join(outside, '.claude'), { recursive: true });
  writeFileSync(
    join(outside, '.claude', 'settings.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: '*', hooks: [hook] }] } }),
  );
  const clean = await run('--agent', 'claude', '--clean-room');
  expect(clean.code, clean.stdout).toBe(0);
  expect(existsSync(hooked)).toBe(false);
  git(project, 'clean', '-qfd');
  server.setScenario(JSON.parse(JSON.stringify(scenarios.fine).replaceAll('{{cwd}}', project)));
  expect((await run('--agent', 'claude')).code).toBe(0);
  expect(readFileSync(hooked, 'utf8')).toContain('ran');
});

test.for<[RealAgent, string]>([
  ['opencode', 'opencode acp'],
  ['gemini', 'gemini --acp --skip-trust'],
])('the real %s over ACP', async ([agent, command], { skip }) => {
  const { run, problem } = scene(agent, scenarios.fine);
  if (problem) skip(problem);
  const { code, stdout } = await run('--agent', 'acp', '--agent-command', command);
  expect(code, stdout).toBe(0);
  expect(finished(stdout)).toMatchObject([{ outcome: 'ok' }]);
  expect(markedProcesses(String(finished(stdout)[0]?.run))).toEqual([]);
});
