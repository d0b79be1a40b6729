import { describe, expect, test } from 'vitest';
import { inBothStances } from '../../../test/support/guard/judge.ts';
import type { Change } from '../finding/types.ts';
import { guard } from '../guard.ts';
import { readTuning } from '../tune.ts';

const head = "import { expect, test } from 'vitest';\nimport { net, gross } from './price.ts';\n";
const nets = "test('takes the tax off', () => {\n  const price = net(119);\n  expect(price).toBe(100);\n});\n";
const rounds =
  "test('rounds to cents', () => {\n  const price = gross(0.333);\n  expect(price).toBe(0.4);\n  expect(gross(0.111)).toBe(0.13);\n});\n";
const free =
  "test('nothing costs nothing', () => {\n  const none = gross(0);\n  expect(none).toBe(0);\n  expect(net(0)).toBe(0);\n});\n";
const otherwise =
  "test('nothing costs nothing', () => {\n  for (const empty of [0, -0]) {\n    const took = gross(empty);\n    expect(took + 1).toBe(1);\n    expect(net(empty) + 1).toBe(1);\n  }\n});\n";
const all = head + nets + rounds + free;

const inTests = (after: string | null, before = all): Change => ({ path: 'src/price.test.ts', before, after });

const source = (names: string[]): string =>
  names
    .map((name, i) => `export function ${name}(n: number): number {\n  const rate = ${i + 1};\n  return n * rate;\n}\n`)
    .join('');

describe('in a review a lost test', () => {
  test.each<[string, Change[], string]>([
    ['blocks if nothing was added', [inTests(head + nets + free)], 'critical'],
    [
      'blocks if the others were only indented and moved',
      [inTests(`${head}${free}describe('net', () => {\n${nets.replace(/^/gm, '  ')}});\n`)],
      'critical',
    ],
    [
      'blocks next to new tests of new code',
      [
        inTests(
          `${head + nets + free}test('adds freight', () => {\n  const sum = freight(3);\n  expect(sum).toBe(9);\n  expect(freight(0)).toBe(0);\n});\n`,
        ),
        { path: 'src/price.ts', before: source(['net', 'gross']), after: source(['net', 'gross', 'freight']) },
      ],
      'critical',
    ],
    [
      'blocks next to a new test that proves nothing',
      [
        inTests(
          `${head + nets + free}test('is sound', () => {\n  const sound = true;\n  expect(true).toBe(true);\n});\n`,
        ),
      ],
      'critical',
    ],
    ['warns if its file was rewritten around it', [inTests(head + nets + otherwise)], 'medium'],
    [
      'warns if another test file gained as much',
      [
        inTests(head + nets + free),
        {
          path: 'src/cents.test.ts',
          before: head,
          after: `${head}test('shows two digits', () => {\n  const shown = format(1);\n  expect(shown).toMatch('1.00');\n  for (const one of [2, 3, 4]) expect(format(one).length).toBeGreaterThan(3);\n});\n`,
        },
      ],
      'medium',
    ],
  ])('%s', async (_, changes, review) => {
    expect(await inBothStances('test-deleted', ...changes)).toMatchObject({ agent: 'critical', review });
  });

  test('says why it only warns', async () => {
    const { findings } = await guard({ changes: [inTests(head + nets + otherwise)], stance: 'review' });
    expect(findings.find((one) => one.pattern === 'test-deleted')?.why).toMatch(
      /But something was written in the same change that may stand for it\.$/,
    );
  });
});

test('a test in a source file counts as a test, not as source', async () => {
  const remaining = '#[test]\n    fn halves() {\n        assert_eq!(half(4), 2);\n    }\n';
  const removed = '#[test]\n    fn of_odd() {\n        let odd = half(5);\n        assert_eq!(odd, 2);\n    }\n';
  const file = (tests: string, body: string): string =>
    `pub fn half(n: u32) -> u32 {\n${body}}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    ${tests}}\n`;
  const rewritten = '    n >> 1\n';
  const change = {
    path: 'src/half.rs',
    before: file(remaining + removed, '    n / 2\n'),
    after: file(remaining, rewritten),
  };
  expect(await inBothStances('test-deleted', change)).toMatchObject({ agent: 'critical', review: 'critical' });
});

/** It used the removed code, and now does without. */
const user: Change = {
  path: 'src/bill.ts',
  before: 'export function bill(n: number): number {\n  log(gross(n));\n  return n;\n}\n',
  after: 'export function bill(n: number): number {\n  return n;\n}\n',
};

test.each(['source-file-deleted', 'export-removed'])(
  'in a review a feature removed with its tests warns: %s',
  async (pattern) => {
    const after = pattern === 'export-removed' ? source(['net']) : null;
    const deletion = { path: 'src/price.ts', before: source(['net', 'gross', 'freight', 'duty']), after };
    const named = inTests(head + nets + free, all.replace('rounds to cents', 'gross rounds to cents'));
    expect(await inBothStances(pattern, deletion, named, user)).toMatchObject({ agent: 'high', review: 'medium' });
  },
);

test('in a review recorded test data counts as added lines', async () => {
  const recorded = { path: 'src/testdata/rounding.golden', before: null, after: '0.4\n0.13\n0.25\n1.5\n2.75\n' };
  expect(await inBothStances('test-deleted', inTests(head + nets + free), recorded)).toMatchObject({
    agent: 'critical',
    review: 'medium',
  });
});

describe('in a review a check that no longer runs', () => {
  const job = (...steps: string[]): string =>
    `jobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n${steps.map((step) => `      - run: ${step}\n`).join('')}`;
  const workflow = (after: string): Change => ({
    path: '.github/workflows/ci.yml',
    before: job('npm ci', 'npm test', 'npm run lint'),
    after,
  });
  test.each([
    ['blocks if it was only removed', workflow(job('npm ci', 'npm run lint')), 'high'],
    [
      'blocks if only tests of another language remain',
      { ...workflow(job('npm ci', 'pytest')), before: job('npm ci', 'npm test', 'pytest') },
      'high',
    ],
    [
      'warns if the workflow was rewritten',
      workflow(job('corepack enable', 'pnpm install', 'pnpm build', 'pnpm pack', 'npm run lint')),
      'medium',
    ],
  ])('%s', async (_, change, review) => {
    expect(await inBothStances('check-removed', change)).toMatchObject({ agent: 'high', review });
  });
});

test('a severity raised by the project stays', async () => {
  const { findings } = await guard({
    changes: [inTests(head + nets + otherwise)],
    stance: 'review',
    tuning: readTuning('id: test-deleted\nseverity: high', 'own.yaml'),
  });
  expect(findings.map((finding) => `${finding.pattern} ${finding.severity}`)).toContain('test-deleted high');
});

describe('in a review a weaker assertion', () => {
  const weaker = inTests(all.replace('expect(price).toBe(100)', 'expect(price).toBeDefined()'));
  const more = inTests(
    all.replace('expect(price).toBe(100);', 'expect(price).toBeDefined();\n  expect(gross(3)).toBe(4);'),
  );
  const rewritten = {
    path: 'src/price.ts',
    before: source(['net']),
    after: source(['net']).replace('n * rate', 'n / rate'),
  };
  test.each<[string, Change[], string]>([
    ['blocks if nothing else changed', [weaker], 'high'],
    ['warns among new assertions', [more], 'medium'],
    ['warns if the source changed', [weaker, rewritten], 'medium'],
  ])('%s', async (_, changes, review) => {
    expect(await inBothStances('assertion-weakened', ...changes)).toMatchObject({ agent: 'high', review });
  });
});

test('in a review a focus excludes tests, but not in a new file', async () => {
  const focused = free.replace('test(', 'test.only(');
  expect(await inBothStances('test-focused', inTests(head + nets + focused, head + nets + free))).toMatchObject({
    agent: 'critical',
    review: 'critical',
  });
  const fresh = { path: 'src/cents.test.ts', before: null, after: head + focused };
  expect(await inBothStances('test-focused', fresh)).toMatchObject({ agent: 'critical', review: 'medium' });
});

describe('in a review things that honest work does too', () => {
  const inSource = (after: string): Change => ({ path: 'src/price.ts', before: source(['net']), after });
  const conftest = (body: string): Change => ({
    path: 'tests/conftest.py',
    before: 'import pytest\n',
    after: `import pytest\n\n\ndef pytest_collection_modifyitems(config, items):\n${body}`,
  });
  const checked = 'jobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n';
  const linted = '  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm run lint\n';
  const workflow = (after: string): Change => ({ path: '.github/workflows/ci.yml', before: checked + linted, after });
  const config = (options: string): string => `[mypy]\nwarn_unused_ignores = True\n${options}`;
  test.each<[string, string, Change, { agent: string; review: string }]>([
    [
      'another expected value',
      'expectation-edited',
      inTests(all.replace('toBe(100)', 'toBe(99)')),
      { agent: 'high', review: 'medium' },
    ],
    [
      'a check if tests are running',
      'test-environment-branch',
      inSource(source(['net']).replace('return', "if (process.env.NODE_ENV === 'test') return 100;\n  return")),
      { agent: 'high', review: 'medium' },
    ],
    [
      'a file that is no longer checked',
      'suppression-file',
      inSource(`// @ts-nocheck\n${source(['net'])}`),
      { agent: 'high', review: 'medium' },
    ],
    [
      'an option added switched off',
      'strictness-lowered',
      { path: 'mypy.ini', before: config(''), after: config('strict_optional = False\n') },
      { agent: 'high', review: 'medium' },
    ],
    [
      'an option that was on',
      'strictness-lowered',
      { path: 'mypy.ini', before: config('strict = True\n'), after: config('strict = False\n') },
      { agent: 'high', review: 'high' },
    ],
    [
      'a hook that separates marked tests',
      'test-run-tampered',
      conftest('    for item in items:\n        if "slow" in item.keywords:\n            item.add_marker(skip)\n'),
      { agent: 'critical', review: 'medium' },
    ],
    [
      'an ignored failure of an existing job',
      'failure-ignored',
      workflow(
        `${checked}  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm run lint\n        continue-on-error: true\n`,
      ),
      { agent: 'high', review: 'high' },
    ],
  ])('%s', async (_, pattern, change, expected) => {
    expect(await inBothStances(pattern, change)).toMatchObject(expected);
  });
});
