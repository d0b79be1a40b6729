import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CLI, cleanEnvironment } from './support/cli.ts';
import { aProject, writeFiles } from './support/project.ts';
import { BROKEN, SUM, TESTS } from './support/session-scene.ts';
import { until } from './support/until.ts';

const PACKAGE = '{"name":"p","type":"module","scripts":{"test":"node --test"}}\n';

async function scene(files: Record<string, string> = {}, args: string[] = []) {
  const { project, home, outside } = aProject({
    'package.json': PACKAGE,
    'sum.js': SUM,
    'test/sum.test.js': TESTS,
    ...files,
  });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    cwd: project,
    env: { ...cleanEnvironment(), JUMAR_HOME: home, NO_COLOR: '1' },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'a test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: object = {}) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: { ...input } });
    const [first] = content as { text: string }[];
    return { isError: isError ?? false, text: first?.text ?? '', result: structuredContent as Record<string, unknown> };
  };
  return {
    project,
    home,
    outside,
    client,
    call,
    write: (changed: Record<string, string>) => writeFiles(project, changed),
  };
}

describe('jumar mcp', () => {
  test('offers its tools with schemas, and none that approves or changes settings', async () => {
    const { client } = await scene();
    const { tools } = await client.listTools();
    const names = [
      'verify',
      'audit',
      'measure',
      'status',
      'loop_status',
      'start_loop',
      'report_progress',
      'explain_finding',
    ];
    expect(tools.map(({ name }) => name)).toEqual(names);
    for (const { inputSchema, outputSchema, description } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(outputSchema?.type).toBe('object');
      expect(description).not.toBe('');
    }
  });

  test('verifies as a loop does: what fails, what is skipped, what is edited', async () => {
    const { call, write } = await scene();
    expect((await call('verify')).result).toMatchObject({ verified: true, findings: [] });
    write({ 'sum.js': BROKEN });
    const failing = await call('verify');
    expect(failing.result).toMatchObject({ verified: false, checks: [{ check: 'npm test', outcome: 'fail' }] });
    expect(failing.text).toContain('NOT VERIFIED');
    write({ 'sum.js': SUM, 'test/sum.test.js': TESTS.replace('test(', 'test.skip(') });
    expect((await call('verify')).result).toMatchObject({ verified: false, checks: [{ outcome: 'pass' }] });
    write({ 'test/sum.test.js': TESTS, 'package.json': PACKAGE.replace('node --test', 'true') });
    const edited = await call('verify');
    expect(edited.result).toMatchObject({ verified: false });
    expect(edited.text).toContain('package.json');
  });

  test('audits, measures and explains', async () => {
    const { call, write } = await scene();
    write({ 'test/sum.test.js': TESTS.split('\n').slice(0, -2).join('\n') });
    const { result } = await call('audit');
    expect(result).toMatchObject({ blocking: 1, findings: [{ blocking: true, before: { path: 'test/sum.test.js' } }] });
    const [{ pattern }] = result.findings as [{ pattern: string }];
    expect((await call('explain_finding', { pattern })).text).toContain(pattern);
    expect((await call('measure')).result).toMatchObject({ measured: { metrics: { tests: { total: 1 } } } });
  });

  test('tracks what an agent reports, by the rules of a loop', async () => {
    const { call } = await scene();
    const tests = (passed: number) => ({ tests: { total: 4, passed, failed: 4 - passed, skipped: 0 } });
    await call('report_progress', { message: { type: 'BaselineRequest', metrics: tests(1) } });
    const better = await call('report_progress', {
      message: { type: 'IterationComplete', iteration: 1, metrics: tests(3) },
    });
    expect(better.result).toMatchObject({
      replies: [{ type: 'ProgressReport', recommendation: { action: 'continue' } }],
    });
    const worse = await call('report_progress', {
      message: { type: 'IterationComplete', iteration: 2, metrics: tests(0) },
    });
    expect(worse.text).toContain('"action": "rollback"');
    const late = await call('report_progress', {
      message: { type: 'IterationComplete', iteration: 9, metrics: tests(4) },
    });
    expect(late).toMatchObject({ isError: true, text: 'iteration 3 comes before iteration 9' });
  });

  test('starts a loop, says how it stands, and hands out its report and log', async () => {
    const { call, client } = await scene();
    const { result } = await call('start_loop', { task: 'make npm test pass', agent: 'repair', worktree: false });
    const loop = String(result.loop);
    await until(
      'the loop has ended',
      async () => (await call('loop_status', { loop })).result.status === 'completed',
      60_000,
    );
    expect((await call('loop_status', { loop })).result).toMatchObject({
      verified: true,
      in_the_way: [],
      question: null,
    });
    expect((await call('status')).text).toContain(`${loop}  completed`);
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`jumar://loops/${loop}/report`);
    const read = async (what: string) =>
      ((await client.readResource({ uri: `jumar://loops/${loop}/${what}` })).contents[0] as { text: string }).text;
    expect(await read('report')).toContain('make npm test pass');
    expect(JSON.parse(await read('receipt'))).toMatchObject({ verified: true });
    expect((await read('log')).split('\n')[0]).toContain('loop-created');
  });

  test('read-only, it starts nothing', async () => {
    const { client, call } = await scene({}, ['--read-only']);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('start_loop');
    expect(await call('start_loop', { task: 'x' })).toMatchObject({ isError: true });
  });

  test('answers bad input with what is wrong', async () => {
    const { call } = await scene();
    const rows: [string, object, RegExp][] = [
      ['verify', { until: 'npm test' }, /until/],
      ['verify', { until: ['the code looks good'] }, /cannot be a criterion/],
      ['audit', { range: 'no-such-branch..HEAD' }, /no-such-branch/],
      ['explain_finding', { pattern: 'nothing' }, /available: /],
      ['loop_status', { loop: '../../etc' }, /.+/],
      ['report_progress', { message: { type: 'Approve' } }, /.+/],
      ['no_such_tool', {}, /not found/],
    ];
    for (const [name, input, why] of rows) {
      const answer = await call(name, input);
      expect(answer.isError, name).toBe(true);
      expect(answer.text).toMatch(why);
    }
  });

  test('stops what it runs when the client gives up', async () => {
    const { client, outside, call } = await scene();
    const marker = join(outside, 'started');
    const controller = new AbortController();
    const endless = `sh -c 'touch ${marker}; sleep 300'`;
    const asked = client.callTool({ name: 'verify', arguments: { until: [endless] } }, undefined, {
      signal: controller.signal,
    });
    await until('the check runs', () => existsSync(marker), 30_000);
    controller.abort('enough');
    await expect(asked).rejects.toThrow('enough');
    expect((await call('status')).isError).toBe(false);
  });
});
