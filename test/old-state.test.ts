import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment, logOf } from './support/cli.ts';
import { canUnpack, type OldLoop, oldLoop, oldVersions, reviveSummaries } from './support/old-state.ts';
import { git } from './support/project.ts';

/** Long enough to wait for another run of this test. */
const TIMEOUT = { timeout: 180_000 };

const LOOPS = ['completed', 'gate', 'limit', 'worktree', 'paused', 'interrupted', 'crashed', 'overlaid'];

const ajv = new Ajv2020({ strict: true });
(addFormats as unknown as (one: Ajv2020) => void)(ajv);
const valid = ajv.compile(
  JSON.parse(readFileSync(new URL('../schemas/loop-state.schema.json', import.meta.url), 'utf8')),
);

describe.skipIf(!canUnpack).each(oldVersions)('what version %s recorded', (version) => {
  test.each(LOOPS)('is told of the %s loop as that version told it', TIMEOUT, async (name) => {
    const { told, cli, expectRecordsKept } = await oldLoop(version, name);
    const answers = await Promise.all(told.map(async (one) => ({ ...one, ...(await cli(...one.args)) })));
    for (const { args, json, text, code, stdout, stderr } of answers) {
      expect({ args, code, stderr }).toMatchObject({ args, code: 0 });
      if (text === undefined) expect(JSON.parse(stdout), args.join(' ')).toMatchObject(json as object);
      else expect(stdout, args.join(' ')).toBe(text);
      if (args[0] !== 'export') continue;
      valid(JSON.parse(stdout));
      expect(valid.errors).toBeNull();
    }
    expectRecordsKept();
  });

  test('is listed by the summaries that it kept', TIMEOUT, async () => {
    const { logs, cli, toldOf } = await oldLoop(version, 'completed');
    reviveSummaries(logs);
    expect(JSON.parse((await cli('list', '--json')).stdout)).toMatchObject(toldOf('list', '--json') as object);
    const across = JSON.parse((await cli('analytics', '--format', 'json')).stdout);
    expect(across).toMatchObject(toldOf('analytics', '--format', 'json') as object);
  });

  test('is told to people', TIMEOUT, async () => {
    const { cli, toldOf } = await oldLoop(version, 'completed');
    const receipt = toldOf('show', '--json') as object & { loop: string };
    expect(JSON.parse((await cli('status', '--json')).stdout)).toMatchObject(receipt);
    expect(JSON.parse((await cli('report', '--format', 'json')).stdout)).toMatchObject(receipt);
    const { loop } = receipt;
    await Promise.all(
      (
        [
          [['list'], loop, 'repair the sum of prices'],
          [['status'], loop, 'repair the sum of prices', '3/3'],
          [['show'], loop, 'npm test', 'empty basket', 'src/price.js'],
          [['show', '1'], 'sums prices', 'rollback'],
          [['report'], loop, 'repair the sum of prices', 'src/price.js', 'sums prices', 'labels a price'],
          [['report', '2'], 'labels a price'],
          [['report', '--format', 'html'], /^<!doctype html>/i, loop],
          [['report', '--format', 'csv'], /^[^\n]*iteration[^\n]*\n(?:[^\n]+\n){5}$/],
          [['report', '--format', 'junit'], /^<\?xml/, 'npm test', 'empty basket'],
          [['analytics', 'latest'], loop, '0.99'],
          [['analytics'], '50'],
          [['alerts'], 'test-deleted', 'test/price.test.js:5', 'protected-path-changed', 'labels a price'],
          [['reflect', 'show'], 'sums prices', 'src/price.js'],
          [['reflect', 'patterns'], loop],
          [['diff'], '-  return prices.reduce((all, price) => all - price, 0);', 'src/price.js'],
        ] as [string[], ...(string | RegExp)[]][]
      ).map(async ([args, ...facts]) => {
        const { code, stdout } = await cli(...args);
        expect(code, args.join(' ')).toBe(0);
        for (const fact of facts) expect(stdout, args.join(' ')).toMatch(fact);
      }),
    );
  });

  test('is put back into the workspace to the byte', TIMEOUT, async () => {
    const { project, cli, toldOf, expectRecordsKept } = await oldLoop(version, 'completed');
    const { iterations, selected_tree } = toldOf('show', '--json') as {
      iterations: { tree: string }[];
      selected_tree: string;
    };
    expect(treeOf(project)).toBe(selected_tree);
    for (const [args, tree] of [
      [['rollback', '0'], iterations[0]?.tree],
      [['apply', '3', '--reason', 'to look at it'], iterations[3]?.tree],
      [['apply'], selected_tree],
    ] as const) {
      expect(await cli(...args)).toMatchObject({ code: 0, stderr: '' });
      expect(treeOf(project)).toBe(tree);
    }
    expect((await cli('apply', '--branch', 'taken')).code).toBe(0);
    expect(git(project, 'rev-parse', 'taken^{tree}').trim()).toBe(selected_tree);
    expectRecordsKept();
  });

  test('is believed only as long as nobody edited it', TIMEOUT, async () => {
    const { logs, cli } = await oldLoop(version, 'limit');
    const [log] = logs as [string];
    writeFileSync(log, readFileSync(log, 'utf8').replace('"passed":2', '"passed":4'));
    const { code, stdout, stderr } = await cli('resume', '--max-iterations', '5');
    expect(code).not.toBe(0);
    const record = logOf(dirname(log)).find(({ event }) => JSON.stringify(event).includes('"passed":4'));
    expect(stdout + stderr).toMatch(new RegExp(`\\b${record?.seq}\\b`));
  });

  test.each([
    { how: 'paused between iterations', name: 'paused' },
    { how: 'interrupted while the agent worked', name: 'interrupted', left: 'half-done.txt' },
    { how: 'killed while the agent worked', name: 'crashed', left: 'half-done.txt' },
    { how: 'stopped at its limit', name: 'limit', args: ['--max-iterations', '5'] },
  ])('goes on where a loop was $how, and completes', TIMEOUT, async ({ name, left, args = [] }) => {
    const loop = await oldLoop(version, name);
    const { code, stdout, stderr } = await loop.cli('resume', ...args);
    expect(code, stdout + stderr).toBe(0);
    expectCompleted(loop);
    expect(readFileSync(join(loop.project, 'value.txt'), 'utf8')).toBe('1\n2\n3\n4\n');
    expect(git(loop.project, 'status', '--porcelain')).toBe(' M value.txt\n');
    if (left === undefined) return;
    const saved = logOf(dirname(loop.logs[0]!)).find(({ event }) => event.type === 'workspace-saved')?.event.name;
    expect((await loop.cli('diff', '1', String(saved), '--stat')).stdout).toContain(left);
  });

  test('goes on where a hidden check lay over the workspace, and takes it off first', TIMEOUT, async () => {
    const loop = await oldLoop(version, 'overlaid');
    const place = join(loop.project, 'judge/check.sh');
    const journals = () =>
      readdirSync(loop.home, { recursive: true, encoding: 'utf8' }).filter((path) => /overlay/.test(path));
    expect(readFileSync(place, 'utf8')).not.toBe('echo of the user\n');
    expect(journals()).not.toEqual([]);
    const { code, stdout, stderr } = await loop.cli('resume');
    expect(code, stdout + stderr).toBe(0);
    expectCompleted(loop);
    expect(readFileSync(place, 'utf8')).toBe('echo of the user\n');
    expect(journals()).toEqual([]);
  });

  test('goes on in the worktree that was made for it', TIMEOUT, async () => {
    const loop = await oldLoop(version, 'worktree');
    const { code, stdout, stderr } = await loop.cli('resume', '--max-iterations', '5');
    expect(code, stdout + stderr).toBe(0);
    expectCompleted(loop);
    expect(git(loop.project, 'status', '--porcelain')).toBe('');
    const [listed] = JSON.parse((await loop.cli('list', '--json')).stdout);
    expect(listed).toMatchObject({ status: 'completed', best: 3 });
    expect(readFileSync(join(listed.workspace, 'value.txt'), 'utf8')).toBe('1\n2\n3\n4\n');
  });

  test('asks what it asked, and takes the answer', TIMEOUT, async () => {
    const loop = await oldLoop(version, 'gate');
    const asked = await loop.cli('gate', 'show');
    expect(asked).toMatchObject({ code: 0, stderr: '' });
    expect(asked.stdout).toContain('sums prices');
    expect((await loop.cli('gate', 'approve', '--reason', 'sum is going away')).code).toBe(0);
    const { code, stdout, stderr } = await loop.cli('resume');
    expect(code, stdout + stderr).toBe(0);
    expectCompleted(loop);
    expect(readFileSync(join(loop.project, 'test/price.test.js'), 'utf8')).not.toContain('sums prices');
    expect((await loop.cli('report')).stdout).toContain('sum is going away');
  });
});

function expectCompleted({ logs, expectRecordsKept }: OldLoop): void {
  const endings = logOf(dirname(logs[0]!)).filter(({ event }) => event.type === 'loop-ended');
  expect(endings.at(-1)?.event).toMatchObject({ ending: 'completed' });
  expectRecordsKept();
}

/** What git says the files of the workspace are; the workspace's own index stays as it is. */
function treeOf(project: string): string {
  const env = { ...cleanEnvironment(), GIT_INDEX_FILE: join(project, '../index-of-the-test') };
  execFileSync('git', ['add', '-A'], { cwd: project, env });
  return execFileSync('git', ['write-tree'], { cwd: project, env, encoding: 'utf8' }).trim();
}
