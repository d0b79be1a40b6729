import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { parse } from 'yaml';
import { WITHOUT_ANALYST } from '../support/cli.ts';
import { seed004 } from './004.rows.ts';
import { aScene, type Scene } from './support/scene.ts';
import { storiesOf } from './support/stories.ts';

const story = storiesOf(seed004);

const PROJECT = {
  'package.json': JSON.stringify({
    type: 'module',
    scripts: { test: 'node --test', lint: 'node --check lint.mjs', build: 'node --check value.js' },
  }),
  'value.js': 'export const value = 1;\n',
  'lint.mjs': '\n',
  'value.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { value } from './value.js';

test('the value is right', () => {
  assert.equal(value, 42);
});
`,
};

/** A loop of two failing attempts, the second outside its scope as well, that reaches its limit and is resumed. */
let loop: Scene;
let limited: string;
let atLimit: unknown;
let resumed: { code: number | null; stdout: string };
beforeAll(async () => {
  const attempt = (value: number) => `echo "export const value = ${value};" > value.js`;
  loop = aScene(
    PROJECT,
    [`${attempt(2)}; echo "all done, the tests pass"`, `${attempt(3)}; echo x > elsewhere.txt`, attempt(42)],
    WITHOUT_ANALYST,
  );
  const more = ['--max-iterations', '2', '--only', 'value.js', '--verbose'];
  const first = await loop.run('Fix failing tests', '--until', 'tests pass and it builds', ...more);
  expect(first.code, first.stderr).toBe(1);
  limited = first.stdout;
  atLimit = loop.readJson('current-loop.json');
  resumed = await loop.cli('resume', '--max-iterations', '5');
}, 120_000);
afterAll(() => loop.close());

const events = (type: string) => loop.log().filter(({ event }) => event.type === type);
const understood = async (...until: string[]) => {
  const texts = until.flatMap((text) => ['--until', text]);
  return loop.run('Fix failing tests', ...texts, '--dry-run');
};

story('pattern', () => {
  expect(resumed.code).toBe(0);
  const steps = ['agent-finished', 'checks-finished', 'iteration-reflected', 'iteration-judged'];
  const taken = loop.log().filter(({ event }) => steps.includes(event.type));
  // A resumed loop judges its last iteration again, by the new limit.
  const order = new Map(taken.map(({ event }) => [`${event.iteration} ${event.type}`, [event.iteration, event.type]]));
  expect([...order.values()]).toEqual([
    [0, 'checks-finished'],
    [0, 'iteration-judged'],
    ...[1, 2].flatMap((n) => steps.map((step) => [n, step])),
    ...[3].flatMap((n) => steps.filter((step) => step !== 'iteration-reflected').map((step) => [n, step])),
  ]);
});

story('task-from', async () => {
  writeFileSync(join(loop.project, 'task.md'), 'Fix failing tests of the value\n');
  const { stdout } = await loop.run('--task-file', 'task.md', '--until', 'tests pass', '--dry-run');
  expect(stdout).toContain('Fix failing tests of the value');
});

story('tests-pass', async () => {
  for (const words of ['tests pass', 'all tests pass', 'npm test passes'])
    expect((await understood(words)).stdout).toContain('type\n  test-fix\nchecks\n  c1  npm test exits 0');
});

story('no-errors', async () => {
  const { stdout } = await understood('no errors');
  expect(stdout).toContain('c1  npm run lint exits 0\n  c2  npm run build exits 0');
});

story('coverage-above', async () => {
  for (const words of ['>80% coverage', '> 80 % coverage', 'coverage above 80%'])
    expect((await understood(words)).stdout).toContain('c1  coverage > 80');
  const measured = await loop.cli('measure', '--until', '>80% coverage', '--until', 'tests pass', '--json');
  expect(JSON.parse(measured.stdout).metrics.coverage).toMatchObject({ tool: 'v8', lines: { percentage: 100 } });
});

story('builds-successfully', async () => {
  expect((await understood('builds successfully')).stdout).toContain('c1  npm run build exits 0');
});

story('what-was-understood', () => {
  expect(limited).toContain('until   tests pass  (npm test exits 0)\n          it builds  (npm run build exits 0)');
  expect(limited).toMatch(/^ {2}type {4}test-fix {2}\("failing tests" in the task\)$/im);
});

story('vague-criteria', async () => {
  const { code, stderr } = await understood('the code looks good');
  expect(code).toBe(2);
  expect(stderr).toContain("'the code looks good' cannot be a criterion");
  expect(stderr).toContain('--until "npm test"');
  expect(events('loop-created')).toHaveLength(1);
});

story('verified-each', () => {
  expect(events('checks-finished').map(({ event }) => event.iteration)).toEqual([0, 1, 2, 3]);
  expect(events('session-started')[0]?.event).toMatchObject({ room: { kind: expect.stringMatching(/room|copy/) } });
});

story('iteration-limit', async () => {
  expect(limited).toContain('MAX_ITERATIONS, 2 of 2 iterations');
  const launched = events('agent-started').findIndex(({ event }) => event.iteration === 3);
  expect(launched).toBe(2);
  const changed = loop.log().find(({ event }) => event.type === 'settings-changed');
  expect(changed?.seq).toBeLessThan(events('agent-started')[2]?.seq ?? 0);
});

story('scope', () => {
  expect(existsSync(join(loop.project, 'elsewhere.txt'))).toBe(false);
  expect(limited).toContain('elsewhere.txt');
});

story('no-false-success', () => {
  expect(loop.readJson('progress/iteration-001-metrics.json')).toMatchObject({
    checks: [{ outcome: 'fail' }, { outcome: 'pass' }],
    decision: { action: 'continue' },
  });
});

story('met-already', async () => {
  const { code, stdout } = await loop.run('The tests are fixed', '--until', 'tests pass');
  expect(code).toBe(0);
  expect(stdout).toMatch(/SUCCESS, 0 of \d+ iterations/);
  expect(stdout).not.toMatch(/^#1|agent runs?/m);
});

story('during-iteration', () => {
  for (const part of [
    'Jumar: Iteration 2/2',
    'Previous learnings: iteration 1: `the value is right`: ',
    'This iteration:\n  - Approach: the first attempt at the task\n  - Agent: ',
    'This iteration:\n  - Approach: Start at ',
    '  - Changes: 1 file (+1, -1): value.js',
    'Verifying: npm test (fail, exit 1, 1 of 1 tests failed)',
    'Result: FAIL',
    'Learning: `the value is right`: ',
  ])
    expect(limited).toContain(part);
  expect(limited).toMatch(/Next approach: .*\nContinuing to iteration 2\.\.\./s);
});

story('on-success', () => {
  for (const part of [
    'Jumar: COMPLETE',
    'task    Fix failing tests',
    'status  SUCCESS, 3 of 5 iterations',
    'changed 1 file, +',
    'Verification:\n  $ npm test\n    exit 0, 1 test passed\n',
    'report  ',
  ])
    expect(resumed.stdout).toContain(part);
  expect(resumed.stdout).toMatch(/^ {4}. tests 1\n {4}. pass 1\n {4}. fail 0\n {2}\$ npm run build\n/m);
});

story('completion-report', () => {
  for (const text of [limited, resumed.stdout]) {
    const [, path = ''] = /^ {2}report {2}(.*completion-.*\.md)$/m.exec(text) ?? [];
    expect(existsSync(path)).toBe(true);
  }
});

story('on-limit', () => {
  for (const part of [
    'Jumar: LIMIT REACHED',
    'Last attempt:\n  #2 Start at ',
    'changed value.js (+1, -1)\n\nLast failure:\n  $ npm test\n    exit 1, 1 of 1 tests failed',
    'Learnings accumulated:\n  #1  what  `the value is right`: ',
    'state   saved to ',
  ])
    expect(limited).toContain(part);
});

/** `current-loop.json` as the limit left it; resuming wrote it anew. */
story('current-loop', () => {
  expect(atLimit).toEqual({
    active: false,
    resumable: true,
    loop: loop.loop(),
    status: 'stopped',
    task: 'Fix failing tests',
    completion: 'npm test exits 0; npm run build exits 0',
    maxIterations: 2,
    currentIteration: 2,
    startTime: expect.stringMatching(/^\d{4}-.*Z$/),
    timeoutMinutes: 60,
    iterations: [1, 2].map((number) => ({
      number,
      action: 'changed value.js',
      result: expect.stringMatching(/^1 test failing - the value is right: /),
      learnings: expect.stringMatching(
        /^`the value is right`: .* at `value\.test\.js:6:10`\. The change to `value\.js` .* Start at /,
      ),
    })),
    lastResult: expect.stringMatching(/^1 test failing - /),
    learnings: expect.stringContaining('the value is right'),
  });
  expect(loop.readJson('current-loop.json')).toMatchObject({ active: false, resumable: false, status: 'completed' });
});

story('before-iteration', async () => {
  const prompt = (await loop.cli('prompt', loop.loop(), '2')).stdout;
  expect(prompt).toContain('- What failed: ');
  expect(prompt).toContain('the value is right');
  expect((await loop.cli('prompt', loop.loop(), '1')).stdout).not.toContain('- What failed: ');
});

story('after-iteration', async () => {
  for (const n of [1, 2])
    expect(parse(loop.read(`reflections/iteration-${n}.yaml`))).toMatchObject({ iteration: n, source: 'rules' });
  const { window, reflections } = parse(loop.read('reflections/index.yaml'));
  expect([window, reflections.length]).toEqual([2, 2]);
  expect((await loop.cli('reflect', 'patterns')).stdout).toContain(loop.loop());
});

story('three-models', () => {
  const [ran] = events('agent-finished');
  const checked = events('checks-finished').find(({ event }) => event.iteration === 1);
  const [reflected] = events('iteration-reflected');
  expect(ran?.event.excerpt).toContain('all done, the tests pass');
  expect(checked?.event.verdicts).toMatchObject([{ outcome: 'fail' }, { outcome: 'pass' }]);
  expect(reflected?.event.reflection).toMatchObject({ source: 'rules', why: expect.stringContaining('value.js') });
});

story('collaboration', () => {
  const kinds = loop.log().map(({ event }) => `${event.type} ${event.iteration ?? ''}`);
  const order = ['agent-finished 1', 'checks-finished 1', 'iteration-reflected 1', 'agent-started 2'];
  const places = order.map((kind) => kinds.indexOf(kind));
  expect(places).not.toContain(-1);
  expect([...places].sort((a, b) => a - b)).toEqual(places);
});
