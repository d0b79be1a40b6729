import { expect, test } from 'vitest';
import { walk } from '../../syntax/tree.ts';
import type { RepairTest } from '../model/model.ts';
import { parseSource } from '../model/syntax.ts';
import { localise } from './index.ts';
import { ochiai } from './spectrum.ts';

const ran = (id: string, status: RepairTest['status'], lines: number[], frames: number[] = []): RepairTest => ({
  id,
  file: 'test/a.test.js',
  name: id,
  status,
  message: null,
  frames: frames.map((line) => ({ path: 'a.js', line })),
  covered: new Map([['a.js', new Set(lines)]]),
});

const text = 'const LIMIT = 3;\nexport function f(a) {\n  if (a > LIMIT) {\n    return 1;\n  }\n  return 2;\n}\n';

async function suspects(tests: RepairTest[]): Promise<number[]> {
  const parsed = await parseSource('a.js', text);
  if (!parsed) throw new Error('it does not parse');
  const { suspects } = localise(tests, new Map([['a.js', parsed]]), new Map(), new Map());
  return suspects.map(({ line }) => line);
}

test('lines that only the failing test ran come first', async () => {
  expect((await suspects([ran('x', 'failed', [3, 4]), ran('y', 'passed', [3, 6])]))[0]).toBe(4);
});

test('among equals, the line that threw comes first', async () => {
  expect((await suspects([ran('x', 'failed', [3, 4], [3])]))[0]).toBe(3);
});

test('a constant is suspicious if it is used in suspicious code', async () => {
  expect(await suspects([ran('x', 'failed', [3, 4])])).toContain(1);
});

test('if no test points to any line, those changed recently come first', async () => {
  const parsed = await parseSource('a.js', text);
  if (!parsed) throw new Error('it does not parse');
  const silent: RepairTest = { ...ran('x', 'failed', []), file: null, covered: null };
  const changed = new Map([['a.js', new Map([[4, 0.6]])]]);
  const { suspects, at } = localise([silent], new Map([['a.js', parsed]]), new Map(), changed);
  expect(suspects[0]).toMatchObject({ line: 4, why: ['changed recently'] });
  const scores: number[] = [];
  walk(parsed.root, (node) => {
    if (node.type === 'return_statement') scores.push(at('a.js', node));
  });
  expect(scores).toEqual([suspects[0]?.score, 0.1]);
});

test('a passing test alone makes nothing suspicious', async () => {
  expect(await suspects([ran('y', 'passed', [3, 6])])).toEqual([]);
});

test.each([
  [1, 1, 0, 1],
  [1, 1, 3, 0.5],
  [0, 2, 5, 0],
  [2, 4, 2, 0.5],
])('ochiai of %d of %d failed and %d passed is %d', (failed, all, passed, score) => {
  expect(ochiai(failed, all, passed)).toBe(score);
});
