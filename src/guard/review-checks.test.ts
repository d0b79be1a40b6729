import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';
import { guard } from './guard.ts';

/** What a review doubts about checks removed from scripts and workflows. */

describe('a check removed from commands that people may run', () => {
  const manifest = (scripts: Record<string, string>): string => JSON.stringify({ name: 'price', scripts }, null, 2);
  test('warns: perhaps nobody ran it', async () => {
    const change = edit(
      'package.json',
      manifest({ 'test:old': 'karma start', build: 'tsc' }),
      manifest({ build: 'tsc' }),
    );
    expect(await inBothStances('check-removed', change)).toEqual({ agent: 'high', review: 'medium' });
  });

  test.each(["if test '$EVENT' = push; then", 'core.info(check(spec))'])('%s checks nothing', async (line) => {
    const job = (steps: string): string => `jobs:\n  build:\n    steps:\n      - run: npm run pack\n${steps}`;
    const step = `      - run: |\n          ${line}\n          deploy\n`;
    const change = edit('.github/workflows/ci.yml', job(step), job(''));
    expect(await inBothStances('check-removed', change)).toEqual({ agent: 'none', review: 'none' });
  });
});

test.each([
  ['npx playwright install --with-deps', 'medium'],
  ['npx playwright test', 'high'],
])('an ignored failure matters only if the command checked something: %s', async (command, review) => {
  const job = (run: string): string => `jobs:\n  e2e:\n    steps:\n      - run: ${run}\n`;
  const change = edit('.github/workflows/e2e.yml', job(command), job(`${command} || true`));
  expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review });
});

test.each([
  ['npm test', 'high'],
  ['make -j2 check-types', 'high'],
  ['./scripts/test/smoke.sh', 'high'],
  ['test -n $CHANGELOG', 'medium'],
  ['backport --label-regexp test', 'medium'],
])('a removed step blocks if it clearly checked something: %s', async (run, review) => {
  const workflow = `jobs:\n  one:\n    steps:\n      - run: ${run}\n`;
  const found = await inBothStances('check-removed', edit('.github/workflows/one.yml', workflow, null));
  expect(found).toEqual({ agent: 'high', review });
});

test('a disabled job blocks by its name too', async () => {
  const job = (more: string): string =>
    `jobs:\n  docker-test:\n${more}    steps:\n      - uses: some/docker@v1\n      - run: ./ci/inside.sh build\n`;
  const change = edit('.github/workflows/ci.yml', job(''), job('    if: false\n'));
  expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review: 'high' });
});

test.each([
  ['continue-on-error: true', 'jobs.checks: npm test may now fail without consequence (continue-on-error true).'],
  ['if: false', 'jobs.checks: npm test no longer runs (if: false).'],
])('the finding says what happened to a step: %s', async (mark, why) => {
  const job = (more: string): string => `jobs:\n  checks:\n    steps:\n      - run: npm test\n${more}`;
  const change = edit('.github/workflows/ci.yml', job(''), job(`        ${mark}\n`));
  const [found] = (await guard({ changes: [change] })).findings;
  expect([found?.why, found?.after?.line]).toEqual([why, 4]);
});

describe('a workflow that no change starts any more', () => {
  const workflow = (on: string): string => `on: ${on}\njobs:\n  checks:\n    steps:\n      - run: npm test\n`;
  const path = '.github/workflows/ci.yml';
  test.each([
    ['workflow_dispatch', 'high'],
    ["{ schedule: [{ cron: '0 0 * * *' }] }", 'medium'],
    ['workflow_call', 'none'],
    ["{ push: { paths-ignore: ['**'] } }", 'high'],
    ["{ push: { branches-ignore: '**' }, pull_request: { paths-ignore: ['**/*'] } }", 'high'],
    ["{ push: { paths-ignore: ['docs/**'] }, pull_request: {} }", 'none'],
    ['pull_request', 'none'],
    ['push', 'medium'],
    ["{ push: {}, pull_request: { paths-ignore: ['**'] } }", 'medium'],
    ['{ push: { branches: [main] }, workflow_dispatch: {} }', 'medium'],
  ])('is as good as deleted: %s', async (on, agent) => {
    const change = edit(path, workflow('[push, pull_request]'), workflow(on));
    expect(await inBothStances('check-removed', change)).toEqual({ agent, review: agent });
  });
});

describe('a deleted workflow', () => {
  const workflow = (...runs: string[]): string =>
    `on: push\njobs:\n  checks:\n    steps:\n${runs.map((run) => `      - run: ${run}\n`).join('')}`;
  const path = '.github/workflows/bsd.yml';
  const contextFiles = [{ path: '.github/workflows/ci.yml', content: workflow('npm test', 'npm run pack') }];
  const severityOf = async (changes: Change[], stance: 'agent' | 'review') =>
    (await guard({ changes, contextFiles, stance })).findings.find((one) => one.pattern === 'check-removed')?.severity;
  test('warns in a review if another one runs the same', async () => {
    const deletion = [edit(path, workflow('npm test'), null)];
    expect([await severityOf(deletion, 'agent'), await severityOf(deletion, 'review')]).toEqual(['high', 'medium']);
    expect(await severityOf([edit(path, workflow('npm run lint'), null)], 'review')).toBe('high');
  });

  test('blocks if it still exists but lost its trigger', async () => {
    const steps = ['npm ci', 'npm run pack', 'npm publish'];
    const change = edit(path, workflow('npm test', ...steps), workflow(...steps));
    expect(await severityOf([change], 'review')).toBe('high');
  });
});

describe('a step that may fail', () => {
  const job = (name: string, run: string, more = ''): string =>
    `jobs:\n  ${name}:\n    steps:\n      - run: ${run}\n${more}      - run: npm run pack\n`;
  const forgiven = '        continue-on-error: true\n';
  const path = '.github/workflows/ci.yml';
  test.each([
    ['blocks if it checks something', 'python scripts/check_types.py', 'high'],
    ['warns if it checks nothing', 'npm run label-patches', 'medium'],
  ])('%s', async (_, run, review) => {
    const change = edit(path, job('ci', run), job('ci', run, forgiven));
    expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review });
  });

  test('warns in a review if its job was renamed', async () => {
    const change = edit(path, job('triage_bot', 'npm test', forgiven), job('triage', 'npm test', forgiven));
    expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review: 'medium' });
  });

  test('warns in a review if the setting moved to another section', async () => {
    const settings = (key: string): string =>
      JSON.stringify({ targetDefaults: { [key]: { options: { passWithNoTests: true } } } }, null, 2);
    const change = edit('nx.json', settings('@nx/jest:jest'), settings('test'));
    expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test('letting a job fail is not the same as adding one', async () => {
  const job = (more: string): string =>
    `jobs:\n  checks:\n    runs-on: linux\n${more}    steps:\n      - run: npm test\n`;
  const change = edit('.github/workflows/ci.yml', job(''), job('    continue-on-error: true\n'));
  expect(await inBothStances('failure-ignored', change)).toEqual({ agent: 'high', review: 'high' });
});

describe('a removed threshold', () => {
  const settings = (coverage: string): string => `export default { test: { ${coverage} } };\n`;
  const path = 'vitest.config.ts';
  const before = settings("coverage: { provider: 'v8', thresholds: { lines: 90 } }");
  test.each<[string, string, { agent: string; review: string }]>([
    [
      'blocks in a loop if coverage is still measured',
      "coverage: { provider: 'v8' }",
      { agent: 'high', review: 'medium' },
    ],
    ['blocks in a loop if coverage was removed too', '', { agent: 'high', review: 'medium' }],
    [
      'blocks everywhere if it is lower',
      "coverage: { provider: 'v8', thresholds: { lines: 60 } }",
      { agent: 'high', review: 'high' },
    ],
  ])('%s', async (_, after, expected) => {
    expect(await inBothStances('coverage-threshold-lowered', edit(path, before, settings(after)))).toEqual(expected);
  });
});

describe('a run that no longer measures coverage', () => {
  const job = (...runs: string[]): string =>
    `on: push\njobs:\n  checks:\n    steps:\n${runs.map((run) => `      - run: ${run}\n`).join('')}`;
  test.each([
    ['vitest run --coverage', 'vitest run', 'medium'],
    ['pytest --cov=price', 'pytest', 'medium'],
    ['go test -coverprofile=c.out ./...', 'go test ./...', 'medium'],
    ['nyc mocha', 'mocha', 'medium'],
    ['nyc mocha', 'c8 mocha', 'none'],
    ['vitest run --coverage', 'vitest run --coverage --silent', 'none'],
    ['pytest --cov', 'pytest --cov-branch --cov', 'none'],
  ])('%s → %s: %s', async (before, after, expected) => {
    const change = edit('.github/workflows/ci.yml', job(before), job(after));
    expect(await inBothStances('check-removed', change)).toEqual({ agent: expected, review: expected });
  });

  test('is not reported if another run measures it now', async () => {
    const change = edit('.github/workflows/ci.yml', job('vitest run --coverage'), job('vitest run', 'c8 npm run all'));
    expect((await inBothStances('check-removed', change)).agent).toBe('none');
  });
});

test.each([
  ['src/cart.test.ts.bak', 'critical'],
  ['src/cart.test.ts.disabled', 'critical'],
  ['src/cart.checks.ts', 'medium'],
])('a test file renamed to %s', async (path, review) => {
  const suite = "test('adds', () => {\n  const made = total([1, 2]);\n  expect(made).toBe(3);\n});\n";
  const moved = { path, oldPath: 'src/cart.test.ts', before: suite, after: suite };
  const found = await inBothStances('test-file-disabled', moved);
  expect(found.review).toBe(review === 'critical' ? found.agent : 'medium');
  expect(found.agent).not.toBe('none');
});

test.each([
  ['vitest run --no-warnings', 'medium'],
  ['vitest run --no-warnings || true', 'high'],
  ['vitest run 2> /dev/null', 'medium'],
  ['vitest list 2> /dev/null', 'high'],
])('hiding only the output still fails: %s', async (command, review) => {
  const of = (test: string): string => JSON.stringify({ name: 'shop', scripts: { test } }, null, 2);
  const found = await inBothStances('failure-ignored', edit('package.json', of('vitest run'), of(command)));
  expect(found).toEqual({ agent: 'high', review });
});
