import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { installAgent } from '../../scripts/install-agents.mjs';
import { startFakeModel } from '../fixtures/model-server/server.mjs';
import { jumar, logOf, loopFolders } from '../support/cli.ts';
import { projectIn, writeFiles } from '../support/project.ts';
import { realAgentEnvironment } from '../support/real-agents.mjs';
import { BROKEN, SUM, TESTS } from '../support/session-scene.ts';

const MUL = `${SUM}export const mul = (a, b) => a * b;\n`;
const PACKAGE = '{"name":"p","type":"module","scripts":{"test":"node --test"}}\n';

/** How each agent is given a prompt; its hooks are as it finds them. */
const COMMANDS = {
  claude: ['claude', '-p', '--dangerously-skip-permissions', '--model', 'opus'],
  codex: [
    ...['codex', 'exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox'],
    ...['--dangerously-bypass-hook-trust', '-'],
  ],
  gemini: ['gemini', '--approval-mode', 'yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
} as const;

describe.each(Object.keys(COMMANDS) as (keyof typeof COMMANDS)[])('the real %s with its hooks', (agent) => {
  const installed = installAgent(agent);
  if (installed.problem !== undefined) {
    test.skip(`could not be installed: ${installed.problem}`, () => {});
    return;
  }

  test('is sent back with each cheat, and ends when the checks hold', async () => {
    const base = mkdtempSync(join(tmpdir(), 'jumar-session-'));
    const { project, home, outside } = projectIn(base, {
      'package.json': PACKAGE,
      'sum.js': SUM,
      'test/sum.test.js': TESTS,
    });
    writeFiles(outside, {
      'broken.js': BROKEN,
      'mul.js': MUL,
      'skipped.js': TESTS.replace('test(', 'test.skip('),
      'tests.js': TESTS,
    });
    // By a command: some agents write only to files that they have read.
    const copy = (from: string, to: string) => ({ shell: `cp '${join(outside, from)}' '${join(project, to)}'` });
    const server = await startFakeModel({
      scenario: {
        side: { text: 'title' },
        steps: [
          { text: 'A function.', do: [copy('broken.js', 'sum.js')] },
          { text: 'All done, tests pass!' },
          {
            text: 'So I skip it.',
            do: [copy('mul.js', 'sum.js'), copy('skipped.js', 'test/sum.test.js')],
          },
          { text: 'Now all tests pass!' },
          { text: 'Well.', do: [copy('tests.js', 'test/sum.test.js')] },
          { text: 'Done for real.' },
        ],
        after: { text: 'Nothing more to do.' },
      },
    });
    onTestFinished(async () => {
      await server.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    });
    const env = {
      PATH: `${installed.bin}:${process.env.PATH}`,
      HOME: outside,
      JUMAR_HOME: home,
      IS_SANDBOX: '1',
      ...realAgentEnvironment(agent, server.url, outside),
    };
    const own = join(outside, 'own-hook-ran');
    if (agent === 'claude') {
      mkdirSync(join(outside, '.claude'), { recursive: true });
      const hooks = { Stop: [{ hooks: [{ type: 'command', command: `echo ran >> '${own}'` }] }] };
      writeFileSync(join(outside, '.claude', 'settings.json'), JSON.stringify({ hooks }));
    }
    expect((await jumar(['hook', 'install', agent], { cwd: project, home, env })).code).toBe(0);

    const { code, output } = await talk(COMMANDS[agent], project, env);
    const judged = loopFolders(home).flatMap((folder) => logOf(folder).map(({ event }) => event));
    const decisions = judged
      .filter(({ type }) => type === 'iteration-judged')
      .map((event) => (event.decision as { action: string }).action);
    expect(decisions, output).toEqual(['continue', 'continue', 'continue', 'complete']);
    expect(code, output).toBe(0);
    expect(readFileSync(join(project, 'sum.js'), 'utf8')).toBe(MUL);
    if (agent === 'claude') expect(readFileSync(own, 'utf8').trim().split('\n')).toHaveLength(3);
  });
});

function talk([program, ...args]: readonly [string, ...string[]], cwd: string, env: Record<string, string>) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
    child.stdin.end('Add a function mul to sum.js');
  });
}
