import { describe, expect, test } from 'vitest';
import { edit } from '../../test/support/guard/judge.ts';
import { guard } from './guard.ts';

type Rows = [input: string, output: string][];
const encoded: Rows = [
  ['a b', 'a%20b'],
  ['a&b', 'a%26b'],
  ['x', 'x'],
];
const decoded: Rows = [
  ['x', 'x'],
  ['a%20b', 'a b'],
  ['y', 'y'],
];
const before = suite('encodes', encoded) + suite('decodes', decoded);

/** Each suite has its own `cases`, and tests with equal names. */
function suite(name: string, rows: Rows): string {
  const cases = rows.map(([input, output]) => `    { input: '${input}', output: '${output}' },\n`).join('');
  return `describe('${name}', () => {\n  const cases = [\n${cases}  ];\n  for (const one of cases) {\n    test(one.input, () => {\n      expect(${name}(one.input)).toBe(one.output);\n    });\n  }\n});\n`;
}

async function judge(after: string) {
  const { findings } = await guard({ changes: [edit('test/url.test.js', before, after)] });
  return findings.map(({ pattern, before: place, excerptBefore }) => ({ pattern, line: place?.line, excerptBefore }));
}

describe('sibling suites with equally named tables', () => {
  test.each([
    ['that change places', suite('decodes', decoded) + suite('encodes', encoded)],
    ['with a new one before them', suite('splits', [['x', 'z']]) + before],
    ['that get more rows', suite('encodes', [...encoded, ['y', 'y']]) + suite('decodes', [...decoded, ['z', 'z']])],
  ])('%s lost nothing', async (_, after) => {
    expect(await judge(after)).toEqual([]);
  });

  test('a row that is gone is one finding, in its own suite', async () => {
    const after = suite('encodes', encoded) + suite('decodes', [decoded[0] as Rows[0], decoded[2] as Rows[0]]);
    const row = "{ input: 'a%20b', output: 'a b' },";
    expect(await judge(after)).toEqual([{ pattern: 'test-rows-dropped', line: 20, excerptBefore: row }]);
  });
});

test('a test that shares its name with another is named with its suite', async () => {
  const one = suite('encodes', encoded);
  const two = suite('decodes', decoded).replace('one.input, ()', "'same', ()");
  const changes = [edit('test/url.test.js', one.replace('one.input, ()', "'same', ()") + two, two)];
  const { findings } = await guard({ changes });
  expect(findings.map(({ why }) => why).join()).toContain('"encodes › same" was removed');
});

test('a statement that stands where a member belongs is no function', async () => {
  const member = '  total() {\n    return sum(this.items);\n  }\n';
  const stray = '  if (this.items) {\n    return sum(this.items) + other(this.items);\n  }\n';
  const file = (...parts: string[]) => `export class Cart {\n${parts.join('')}}\n`;
  const { findings } = await guard({ changes: [edit('src/cart.js', file(stray, member), file(member))] });
  expect(findings).toEqual([]);
});
