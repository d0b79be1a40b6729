import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { defaultSettings } from '../core/state/settings.ts';
import type { OnActivity } from '../ports/activity.ts';
import type { AgentRequest } from '../ports/index.ts';
import type { RunSpec, supervise } from '../process/supervise.ts';
import { claude } from './claude.ts';
import { command } from './command.ts';
import { aHost } from './contract/adapter.contract.ts';
import type { Adapter } from './contract/adapter.ts';
import { gemini } from './gemini.ts';
import { runAdapter } from './run-adapter.ts';
import { confiner } from './sandbox/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'jumar-run-adapter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [bin, state, project] = ['bin', 'state', 'project'].map((name) => join(folder, name)) as [string, string, string];
for (const path of [bin, state, project]) mkdirSync(path);
for (const name of ['bwrap', 'srt']) writeFileSync(join(bin, name), '#!/bin/sh\n', { mode: 0o755 });
writeFileSync(join(state, 'prompt.md'), 'do it');

/** A run whose process prints these lines and exits with 0. `look` gets the spec passed to the supervisor. */
function runOf(
  adapter: Adapter,
  settings: Partial<AgentRequest['settings']>,
  lines: readonly object[] = [],
  look: (spec: RunSpec) => void = () => {},
  onActivity: OnActivity = () => {},
) {
  const request: AgentRequest = {
    ...{ agent: adapter.name, loop: 'l', iteration: 1, run: 'r', cwd: project, remainingMs: 60_000 },
    promptFile: join(state, 'prompt.md'),
    outputFile: join(state, 'agent.log'),
    blockedFile: join(state, 'reply', 'blocked.txt'),
    allowance: { tokens: null, costUsd: null, ms: null },
    settings: { ...defaultSettings.agent, ...settings },
  };
  const fakeSupervise: typeof supervise = async (spec) => {
    look(spec);
    writeFileSync(spec.outputFile, '');
    spec.onOutput?.(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    return { ended: 'exited', exitCode: 0, signal: null, durationMs: 1, outputBytes: 0, strays: 0 };
  };
  const host = { ...aHost, env: { PATH: bin }, home: folder };
  const confine = confiner(host, project, { stateHome: state, masked: [] });
  const runtime = { supervise: fakeSupervise, host, confine, onActivity, now: Date.now };
  return runAdapter(adapter, '/usr/bin/agent', request, new AbortController().signal, runtime);
}

test('the settings file of a sandbox exists when it starts', async () => {
  const rules: unknown[] = [];
  await runOf(claude, { sandbox: 'srt' }, [], ({ command }) => {
    const args = typeof command === 'string' ? [] : command.args;
    rules.push(JSON.parse(readFileSync(args[args.indexOf('--settings') + 1] ?? '', 'utf8')));
  });
  expect(rules).toMatchObject([{ filesystem: { denyRead: [state] } }]);
});

test('the files an adapter plans exist when it starts, in a sandbox too', async () => {
  for (const sandbox of ['none', 'bwrap'] as const) {
    let exists = false;
    await runOf(gemini, { sandbox, cleanRoom: true }, [], ({ env }) => {
      exists = existsSync(env.GEMINI_CLI_SYSTEM_SETTINGS_PATH ?? '');
    });
    expect(exists).toBe(true);
  }
});

test('without a result, the last line on stderr says why, and may announce a limit', async () => {
  const dying = (words: string) =>
    runOf(claude, {}, [], ({ outputFile }) => writeFileSync(`${outputFile}.stderr`, `trying\n${words}\n\n`));
  expect((await dying('\x1b[31mcannot find the model\x1b[0m')).reason).toMatch(/exit 0\): cannot find the model$/);
  const limit = await dying("You've hit your limit · resets 5pm (Europe/Vilnius)");
  expect(limit).toMatchObject({ outcome: 'limit', error: { kind: 'usage_limit', resetsAt: expect.any(Number) } });
});

test('of plain lines that arrive together, only the last five are reported; events keep their order among them', async () => {
  const reported: string[] = [];
  const record: OnActivity = (activity) => {
    if (activity.type !== 'agent-activity') return;
    const { event } = activity;
    reported.push(event.type === 'raw' || event.type === 'text' ? event.text : event.type);
  };
  const flood = (spec: RunSpec) => {
    spec.onOutput?.(Buffer.from('one\ntwo\nthree\nfour\nfive\nsix\nseven\n'));
    spec.onOutput?.(Buffer.from('eight\n\nni'));
    spec.onOutput?.(Buffer.from('ne'));
  };
  await runOf(command, {}, [], flood, record);
  expect(reported).toEqual(['three', 'four', 'five', 'six', 'seven', 'eight', 'nine']);

  reported.length = 0;
  const mixed: Adapter = {
    ...command,
    parse: (line) => [line.startsWith('say ') ? { type: 'text', text: line } : { type: 'raw', text: line }],
  };
  await runOf(mixed, {}, [], (spec) => spec.onOutput?.(Buffer.from('a\nb\nsay hello\nc\nd\n')), record);
  expect(reported).toEqual(['a', 'b', 'say hello', 'c', 'd']);
});
