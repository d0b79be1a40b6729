import { expect, test } from 'vitest';
import { lineOf } from '../../syntax/tree.ts';
import { parseSource } from '../model/syntax.ts';
import { applyEdits } from '../patch.ts';
import { candidatesFor, operators } from './index.ts';

/** All texts that an operator makes of a source whose lines are all equally suspicious. */
async function proposals(path: string, text: string, operator: string): Promise<string[]> {
  const file = await parseSource(path, text);
  if (!file) throw new Error(`${path} does not parse`);
  const everywhere = {
    suspects: [],
    at: (_: string, node: Parameters<typeof lineOf>[0]) => (lineOf(node) > 0 ? 1 : 0),
  };
  return candidatesFor([file], everywhere, () => 1)
    .filter((candidate) => candidate.operator === operator)
    .map(({ edits }) => applyEdits(text, edits));
}

const js = (body: string) => `function f(a, b) {\n  ${body}\n}\n`;
const py = (body: string) => `def f(a, b):\n    ${body.replaceAll('\n', '\n    ')}\n`;

test.each<[operator: string, language: 'js' | 'py', bug: string, repaired: string]>([
  ['comparison', 'js', 'return a < b;', 'return a <= b;'],
  ['comparison', 'py', 'return a > b', 'return a >= b'],
  ['comparison', 'py', 'return a in b', 'return a not in b'],
  ['arithmetic', 'js', 'return a - b;', 'return a + b;'],
  ['arithmetic', 'js', 'a.total = total;', 'a.total += total;'],
  ['arithmetic', 'py', 'return a / b', 'return a // b'],
  ['logic', 'js', 'return a && b;', 'return a || b;'],
  ['logic', 'py', 'return a or b', 'return a and b'],
  ['off-by-one', 'js', 'return a[b];', 'return a[b - 1];'],
  ['off-by-one', 'js', 'return b >> 1;', 'return (b - 1) >> 1;'],
  ['off-by-one', 'py', 'return a[2:]', 'return a[1:]'],
  ['condition', 'js', 'if (a.ok) return b;', 'if (!a.ok) return b;'],
  ['condition', 'js', 'if (a.limit) return b;', 'if (a.limit !== undefined) return b;'],
  ['condition', 'py', 'if not a:\n    return b', 'if a:\n    return b'],
  ['arguments', 'js', 'return g(a, b);', 'return g(b, a);'],
  ['arguments', 'py', 'return a - b', 'return b - a'],
  ['constant', 'js', 'return true;', 'return false;'],
  ['constant', 'js', 'return a < b;', 'return a < -b;'],
  ['identifier', 'js', 'return a + a;', 'return a + b;'],
  ['identifier', 'py', 'return a.x + a.x + a.y', 'return a.x + a.y + a.y'],
  ['null-check', 'js', 'return a.name;', 'return a?.name;'],
  ['null-check', 'js', 'return b;', 'if (!b) return null;\n  return b;'],
  ['null-check', 'py', 'return a[b]', 'return a.get(b)'],
  ['await-return', 'js', 'a + b;', 'return a + b;'],
  ['await-return', 'py', 'a + b', 'return a + b'],
  ['statement', 'js', 'a.go();\n  b.go();', 'b.go();\n  a.go();'],
  ['collection', 'js', 'return a.some(b);', 'return a.every(b);'],
  ['collection', 'js', 'return a.sort();', 'return a.sort((a, b) => a - b);'],
  ['collection', 'py', 'return min(a, b)', 'return max(a, b)'],
  ['default', 'js', 'let c = 0;', 'let c = 1;'],
  [
    'plastic',
    'js',
    'if (a) {\n    a.clear();\n  }\n  return b;',
    'if (a) {\n    a.clear();\n  }\n  a.clear();\n  return b;',
  ],
])('%s in %s: %s', async (operator, language, bug, repaired) => {
  const [path, wrap] = language === 'js' ? (['a.js', js] as const) : (['a.py', py] as const);
  expect(await proposals(path, wrap(bug), operator)).toContain(wrap(repaired));
});

test('a promise is awaited in an async function only', async () => {
  const body = '{\n  const c = load();\n  return c;\n}\n';
  expect(await proposals('a.js', `async function f() ${body}`, 'await-return')).toContain(
    `async function f() ${body.replace('load()', 'await load()')}`,
  );
  expect(await proposals('a.js', `function f() ${body}`, 'await-return')).toEqual([]);
});

test('inherited property names are not operators', async () => {
  const text = 'class A {\n  constructor() {\n    this.toString = 1;\n  }\n}\n';
  for (const { name } of operators) await expect(proposals('a.js', text, name)).resolves.toBeInstanceOf(Array);
});
