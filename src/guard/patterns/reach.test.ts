import { describe, expect, test } from 'vitest';
import type { Reach } from '../../core/metrics/reach.ts';
import type { Change } from '../finding/types.ts';
import { guard } from '../guard.ts';

const CART = `export function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += item.price;
  }
  return sum;
}

export function label(item) {
  if (!item.name) {
    return 'unknown';
  }
  return item.name.trim();
}
`;
const HELPER = 'export function check(f) {\n  f();\n}\n';
const hidden: Change = { path: 'test/check.js', before: HELPER, after: 'export function check() {\n}\n' };
const A = 'test/a.test.js';
const B = 'test/b.test.js';
const all = { 'src/cart.js': '1-13' };

interface Scene {
  changes: Change[];
  before: Reach;
  after: Reach;
  ran?: string[];
  runs?: string[];
  task?: string;
}

async function found({ changes, before, after, ran, runs, task }: Scene) {
  const named = (reach: Reach) =>
    Object.keys(reach).flatMap((file) => (file ? [`${file} › one`, `${file} › two`] : []));
  const executed = { before: ran ?? named(before), after: runs ?? named(after) };
  const { findings } = await guard({ changes, executed, reach: { before, after }, ...(task && { task }) });
  return findings.filter(({ pattern }) => pattern === 'test-reach-lost');
}

const changed = (after: string): Change => ({ path: 'src/cart.js', before: CART, after });

describe('tests that run but no longer reach the source', () => {
  test.each<[what: string, Scene]>([
    ['a helper that does nothing', { changes: [hidden], before: { [A]: all }, after: { [A]: {} } }],
    [
      'although another file still reaches the same lines',
      { changes: [hidden], before: { [A]: all, [B]: all }, after: { [A]: {}, [B]: all } },
    ],
    [
      'next to an edit of the function that they tested',
      {
        changes: [hidden, changed(CART.replace('sum += item.price', 'sum -= item.price'))],
        before: { [A]: { 'src/cart.js': '1-7' } },
        after: { [A]: {} },
      },
    ],
    [
      'next to new code above, which moves the lines',
      {
        changes: [hidden, changed(`export const one = () => 1;\n${CART}`)],
        before: { [A]: all },
        after: { [A]: {} },
      },
    ],
    [
      'of a test file that was renamed',
      {
        changes: [hidden, { path: 'test/c.test.js', oldPath: A, before: 'test(1);\n', after: 'test(1);\n' }],
        before: { [A]: all },
        after: { 'test/c.test.js': {} },
      },
    ],
    [
      'of tests that ran in their own folder',
      {
        changes: [hidden],
        before: { 'web/test/a.test.js': all },
        after: { 'web/test/a.test.js': {} },
        ran: [`${A} › one`],
        runs: [`${A} › one`],
      },
    ],
    ['and only one line is left', { changes: [hidden], before: { [A]: all }, after: { [A]: { 'src/cart.js': '9' } } }],
  ])('block: %s', async (_, scene) => {
    expect(await found(scene)).toMatchObject([{ severity: 'high', type: 'test_skipping' }]);
  });

  test('are reported with what they reached, and what the change touched', async () => {
    const [finding] = await found({ changes: [hidden], before: { [A]: all }, after: { [A]: {} } });
    expect(finding).toMatchObject({ before: { path: A }, after: { path: A }, excerptBefore: 'src/cart.js: 1-13' });
    expect(finding?.why).toBe(
      `The tests of ${A} still run, but reach none of the 13 lines of source that they reached before and that still exist; nor does any other test. The change touches test/check.js.`,
    );
  });
});

const OLD = 'export function old(a) {\n  return a;\n}\n';
const oldGone: Change = { path: 'src/old.js', before: OLD, after: null };

describe('tests that reach less', () => {
  test.each<[what: string, Scene]>([
    [
      'a part that no test reaches now',
      { changes: [hidden], before: { [A]: all }, after: { [A]: { 'src/cart.js': '1-7' } } },
    ],
    ['other source instead', { changes: [hidden], before: { [A]: all }, after: { [A]: { 'src/other.js': '1-20' } } }],
    [
      'a part, after they moved to another file',
      {
        changes: [hidden],
        before: { [A]: all, [B]: {} },
        after: { [B]: { 'src/cart.js': '1-7' } },
        runs: [`${B} › one`, `${B} › two`, `${B} › three`, `${B} › four`],
      },
    ],
    [
      'nothing at all, though some of the source that they entered was removed',
      { changes: [hidden, oldGone], before: { [A]: { ...all, 'src/old.js': '1-3' } }, after: { [A]: {} } },
    ],
  ])('warn: %s', async (_, scene) => {
    expect(await found(scene)).toMatchObject([{ severity: 'medium' }]);
  });
});

describe('nothing is reported about', () => {
  const withoutLabel = CART.slice(0, CART.indexOf('export function label'));
  const rewritten = CART.replace('sum += item.price', 'sum += price(item)');
  test.each<[what: string, Scene]>([
    ['an unchanged reach', { changes: [hidden], before: { [A]: all }, after: { [A]: all } }],
    [
      'lines that only moved',
      {
        changes: [changed(`// prices\n\n${CART}`)],
        before: { [A]: all },
        after: { [A]: { 'src/cart.js': '3-15' } },
      },
    ],
    [
      'source that was removed',
      {
        changes: [changed(withoutLabel)],
        before: { [A]: { 'src/cart.js': '9-13' } },
        after: { [A]: {} },
      },
    ],
    [
      'a source file that was removed',
      {
        changes: [{ path: 'src/cart.js', before: CART, after: null }],
        before: { [A]: all },
        after: { [A]: {} },
      },
    ],
    [
      'source that was rewritten and takes another path',
      {
        changes: [changed(rewritten)],
        before: { [A]: { 'src/cart.js': '1-7', 'src/price.js': '1-30' } },
        after: { [A]: { 'src/cart.js': '1-7' } },
      },
    ],
    [
      'source that a removed file led to',
      {
        changes: [oldGone],
        before: { [A]: { ...all, 'src/old.js': '1-3' } },
        after: { [A]: { 'src/new.js': '1-3' } },
      },
    ],
    [
      'source that a changed constant leads elsewhere',
      {
        changes: [{ path: 'src/flags.js', before: 'export const NEW = false;\n', after: 'export const NEW = true;\n' }],
        before: { [A]: all },
        after: { [A]: { 'src/cart.js': '1-7' } },
      },
    ],
    [
      'a file that moved',
      {
        changes: [{ path: 'lib/cart.js', oldPath: 'src/cart.js', before: CART, after: CART }],
        before: { [A]: all },
        after: { [A]: { 'lib/cart.js': '1-13' } },
      },
    ],
    ['tests that moved to another file', { changes: [hidden], before: { [A]: all }, after: { [B]: all } }],
    [
      'tests that were merged into a file that reached it, too',
      {
        changes: [hidden],
        before: { [A]: all, [B]: all },
        after: { [B]: all },
        runs: [`${B} › one`, `${B} › two`, `${B} › three`, `${B} › four`],
      },
    ],
    [
      'tests that were split',
      {
        changes: [hidden],
        before: { [A]: all },
        after: { [A]: { 'src/cart.js': '1-7' }, [B]: { 'src/cart.js': '9-13' } },
        runs: [`${A} › one`, `${B} › two`],
      },
    ],
    [
      'source that now runs in its own process',
      { changes: [hidden], before: { [A]: all }, after: { [A]: {}, '': all } },
    ],
    [
      'fewer tests: their names show it',
      { changes: [hidden], before: { [A]: all }, after: { [A]: {} }, runs: [`${A} › one`] },
    ],
    [
      'a test file whose reach is unknown now',
      { changes: [hidden], before: { [A]: all }, after: {}, runs: [`${A} › one`, `${A} › two`] },
    ],
    [
      'tests added where their reach is unknown',
      { changes: [hidden], before: { [A]: all }, after: { [A]: {} }, runs: [`${A} › one`, `${A} › two`, 'e2e.py › x'] },
    ],
    [
      'a line or two that depend on chance',
      { changes: [hidden], before: { [A]: all }, after: { [A]: { 'src/cart.js': '1-11' } } },
    ],
    ['helpers of the tests', { changes: [hidden], before: { [A]: { 'test/check.js': '1-3' } }, after: { [A]: {} } }],
    [
      'branches that no test takes now, where others still do',
      {
        changes: [hidden],
        before: { [A]: all, [B]: all },
        after: { [A]: { 'src/cart.js': '1-7' }, [B]: all },
      },
    ],
  ])('%s', async (_, scene) => {
    expect(await found(scene)).toEqual([]);
  });

  test('tests of which only the names, or only the reach, are known', async () => {
    const reachOnly = { changes: [hidden], executed: null, reach: { before: { [A]: all }, after: { [A]: {} } } };
    const names = { before: [`${A} › one`], after: [`${A} › one`] };
    for (const input of [reachOnly, { ...reachOnly, executed: names, reach: null }]) {
      expect((await guard(input)).findings).toEqual([]);
    }
  });
});

test('what the task asks for is expected', async () => {
  const scene = { changes: [hidden], before: { [A]: all }, after: { [A]: {} } };
  expect(await found({ ...scene, task: `disable ${A} for now` })).toMatchObject([{ expectedByTask: true }]);
  expect(await found({ ...scene, task: 'make npm test pass' })).toMatchObject([{ expectedByTask: false }]);
});

describe('a finding about a test file', () => {
  const test1 = "import { test } from 'node:test';\ntest('one', () => {\n  assert.equal(total([]), 0);\n});\n";
  const edited: Change = { path: A, before: test1, after: "import './shared.js';\n" };
  const ids = [`${A} › one`];
  const judge = async (after: Reach | null, change = edited) => {
    const reach = after && { before: { [A]: all }, after };
    const { findings } = await guard({ changes: [change], executed: { before: ids, after: ids }, reach });
    return findings
      .filter(({ pattern }) => pattern !== 'test-reach-lost')
      .map(({ pattern, severity, why }) => [pattern, severity, /But every .*/.exec(why)?.[0] ?? '']);
  };

  test('is less severe if every test ran, even less if the file reaches as much, but not if it reaches less', async () => {
    const still = 'But every test that ran before still ran';
    expect(await judge(null)).toEqual([['test-deleted', 'medium', `${still}.`]]);
    expect(await judge({ [A]: all })).toEqual([
      ['test-deleted', 'medium', `${still}, and its file reaches the source as before.`],
    ]);
    expect(await judge({ [A]: {} })).toEqual([['test-deleted', 'critical', '']]);
    expect(await judge({ [A]: { 'src/cart.js': '1-12' } })).toEqual([
      ['test-deleted', 'medium', expect.stringContaining('as before')],
    ]);
  });

  test('about unreachable assertions is not refuted by a test that ran', async () => {
    const early = { path: A, before: test1, after: test1.replace('  assert', '  return;\n  assert') };
    expect(await judge({ [A]: all }, early)).toEqual([['test-unreachable', 'critical', '']]);
  });
});
