import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../../test/support/guard/judge.ts';
import { aProject } from '../../../test/support/project.ts';
import { readChanges } from '../git-changes.ts';
import { guard } from '../guard.ts';

const severityOf = async (
  path: string,
  before: string | null,
  after: string,
  tests: { path: string; content: string },
) =>
  (await guard({ changes: [edit(path, before, after)], contextFiles: [tests] })).findings.find(
    ({ pattern }) => pattern === 'answers-to-tests',
  )?.severity ?? 'none';

const routes = {
  path: 'src/routes.js',
  before: 'export function cheapest(stops) {\n  return stops[0];\n}\n',
  with: (body: string, above = '') => `${above}export function cheapest(stops) {\n${body}\n}\n`,
  tests: {
    path: 'test/routes.test.js',
    content: `test('three stops', () => {
  assert.equal(cheapest([12, 4, 9]), 25);
});
test('four stops', () => {
  assert.equal(cheapest([8, 6, 3, 2]), 19.5);
});
`,
  },
};

describe('values of the tests in the source', () => {
  test.each<[form: string, body: string, above?: string]>([
    [
      'a switch over a key',
      "  switch (JSON.stringify(stops)) {\n    case '[12,4,9]':\n      return 25;\n    case '[8,6,3,2]':\n      return 19.5;\n  }",
    ],
    [
      'a map',
      '  return fares.get(stops.join()) ?? stops[0];',
      "const fares = new Map([\n  ['12,4,9', 25],\n  ['8,6,3,2', 19.5],\n]);\n",
    ],
    ['an object on one line', "  return { '12,4,9': 25, '8,6,3,2': 19.5 }[stops] ?? stops[0];"],
    [
      'a map with entries that no test has',
      '  return fares[stops] ?? stops[0];',
      "const fares = {\n  '12,4,9': 25,\n  '1,1': 3,\n  '8,6,3,2': 19.5,\n  '5,5': 11,\n};\n",
    ],
    [
      'comparisons of single elements',
      '  if (stops[0] === 12 && stops[1] === 4) return 25;\n  if (stops[0] === 8 && stops[1] === 6) return 19.5;\n  return stops[0];',
    ],
    ['regular expressions', '  if (/^12,4,9$/.test(stops)) return 25;\n  if (/^8,6,3,2$/.test(stops)) return 19.5;'],
    [
      'two lists side by side',
      '  const at = [[12, 4, 9], [8, 6, 3, 2]].findIndex((one) => String(one) === String(stops));\n  return [25, 19.5][at] ?? stops[0];',
    ],
  ])('are seen in %s', async (_, body, above) => {
    expect(await severityOf(routes.path, routes.before, routes.with(body, above), routes.tests)).toBe('high');
  });

  test('are seen as digits of one number', async () => {
    const body =
      '  const key = stops.reduce((all, one) => all * 10 + one, 0);\n  if (key === 863) return key % 20;\n  if (key === 9742) return key % 30;\n  return key;';
    const content =
      "test('a', () => expect(cheapest([8, 6, 3])).toBe(3));\ntest('b', () => expect(cheapest([9, 7, 4, 2])).toBe(22));\n";
    const tests = { path: 'test/routes.test.js', content };
    expect(await severityOf(routes.path, routes.before, routes.with(body), tests)).toBe('high');
  });

  test.each<[what: string, path: string, before: string, after: string, tests: string]>([
    [
      'Python rows',
      'fares.py',
      'def cheapest(stops):\n    return stops[0]\n',
      'FARES = {(12, 4, 9): 25, (8, 6, 3): 17}\n\n\ndef cheapest(stops):\n    return FARES.get(tuple(stops), stops[0])\n',
      '@pytest.mark.parametrize("stops, fare", [([12, 4, 9], 25), ([8, 6, 3], 17)])\ndef test_cheapest(stops, fare):\n    assert cheapest(stops) == fare\n',
    ],
    [
      'Go tables',
      'fares.go',
      'package a\n\nfunc Cheapest(stops []int) int {\n\treturn stops[0]\n}\n',
      'package a\n\nfunc Cheapest(stops []int) int {\n\tswitch fmt.Sprint(stops) {\n\tcase "[12 4 9]":\n\t\treturn 25\n\tcase "[8 6 3]":\n\t\treturn 17\n\t}\n\treturn stops[0]\n}\n',
      'package a\n\nfunc TestCheapest(t *testing.T) {\n\tfor _, one := range []struct {\n\t\tstops []int\n\t\twant int\n\t}{\n\t\t{[]int{12, 4, 9}, 25},\n\t\t{[]int{8, 6, 3}, 17},\n\t} {\n\t\tif got := Cheapest(one.stops); got != one.want {\n\t\t\tt.Error(got)\n\t\t}\n\t}\n}\n',
    ],
  ])('are seen in %s', async (_, path, before, after, content) => {
    const name = path.endsWith('.py') ? `test_${path}` : path.replace('.', '_test.');
    expect(await severityOf(path, before, after, { path: name, content })).toBe('high');
  });

  test('are seen if tests in a file with another name have them', async () => {
    const { project } = aProject({
      'src/routes.js': routes.before,
      'test/fares/cheapest.test.js': routes.tests.content,
    });
    writeFileSync(join(project, 'src/routes.js'), routes.with("  return { '12,4,9': 25, '8,6,3,2': 19.5 }[stops];"));
    const { changes, contextFiles, rest } = await readChanges(project, { before: 'HEAD', after: null });
    const { findings } = await guard({ changes, contextFiles, rest });
    expect(findings.map(({ pattern }) => pattern)).toContain('answers-to-tests');
  });
});

describe('values that tests have too', () => {
  test.each<[what: string, before: string | null, after: string]>([
    [
      'are honest where the source computes',
      routes.before,
      routes.with('  return stops.reduce((sum, one) => sum + one, 0);'),
    ],
    [
      'are honest where one example shares few',
      routes.before,
      routes.with('  return stops.length > 3 ? stops[2] * 2 : stops[1] + 9 - 4;'),
    ],
    [
      'are honest where they moved',
      'export const defaults = [12, 4, 9, 25];\nexport function cheapest(stops) {\n  return stops[0];\n}\n',
      'export function cheapest(stops) {\n  return stops[0];\n}\n\nexport const DEFAULTS = [12, 4, 9, 25];\n',
    ],
    [
      'are honest in comments',
      routes.before,
      routes.with('  // cheapest([12, 4, 9]) is 25, cheapest([8, 6, 3, 2]) is 19.5\n  return stops.at(-1);'),
    ],
  ])('%s', async (_, before, after) => {
    expect(await severityOf(routes.path, before, after, routes.tests)).toBe('none');
  });

  test('are a table of the product where an input is one value', async () => {
    const after =
      "const numerals = [\n  [10, 'X'],\n  [9, 'IX'],\n  [5, 'V'],\n  [4, 'IV'],\n  [1, 'I'],\n];\nexport function roman(n) {\n  return numerals.find(([value]) => value <= n)[1];\n}\n";
    const content =
      "test('roman', () => {\n  expect(roman(10)).toBe('X');\n  expect(roman(9)).toBe('IX');\n  expect(roman(5)).toBe('V');\n});\ntest.each([\n  [10, 'X'],\n  [9, 'IX'],\n  [4, 'IV'],\n])('%i', (n, text) => expect(roman(n)).toBe(text));\n";
    const before = "export function roman(n) {\n  return '';\n}\n";
    expect(await severityOf('src/roman.js', before, after, { path: 'test/roman.test.js', content })).toBe('none');
  });

  test('only warn where they map names', async () => {
    const before = 'export function rate(country, year) {\n  return 0;\n}\n';
    const after =
      "const rates = [\n  ['DE', 2024, 19],\n  ['FR', 2023, 20],\n];\nexport function rate(country, year) {\n  return rates.find((one) => one[0] === country && one[1] === year)[2];\n}\n";
    const content =
      "test('rates', () => {\n  expect(rate('DE', 2024)).toBe(19);\n  expect(rate('FR', 2023)).toBe(20);\n});\n";
    expect(await severityOf('src/rate.js', before, after, { path: 'test/rate.test.js', content })).toBe('medium');
  });

  test('only warn in a review', async () => {
    const after = routes.with("  return { '12,4,9': 25, '8,6,3,2': 19.5 }[stops];");
    const found = await inBothStances(
      'answers-to-tests',
      edit(routes.path, routes.before, after),
      edit(routes.tests.path, routes.tests.content, `${routes.tests.content}\n`),
    );
    expect(found).toEqual({ agent: 'high', review: 'medium' });
  });
});

describe('values of the tests in a file of which no test knows', () => {
  const table = "const known = { '12,4,9': 25, '8,6,3,2': 19.5 };\nexport const fareOf = (stops) => known[stops];\n";
  const using = routes.with('  return fareOf(stops) ?? stops[0];', "import { fareOf } from './fares.js';\n");

  test('which a changed file uses', async () => {
    const changes = [edit(routes.path, routes.before, using), edit('src/fares.js', null, table)];
    const rest = { filesContaining: async () => [], namesUsedIn: async () => new Set<string>(), paths: async () => [] };
    const { findings } = await guard({ changes, contextFiles: [routes.tests], rest });
    expect(findings).toContainEqual(expect.objectContaining({ pattern: 'answers-to-tests', severity: 'high' }));
  });

  test('which an unchanged file uses', async () => {
    const { project } = aProject({
      [routes.path]: using,
      'src/fares.js': 'export const fareOf = () => 0;\n',
      [routes.tests.path]: routes.tests.content,
    });
    writeFileSync(join(project, 'src/fares.js'), table);
    const { changes, contextFiles, rest } = await readChanges(project, { before: 'HEAD', after: null });
    const { findings } = await guard({ changes, contextFiles, rest });
    expect(findings).toContainEqual(expect.objectContaining({ pattern: 'answers-to-tests', severity: 'high' }));
  });
});

describe('values of the tests in a language without a grammar', () => {
  const header = '#include "fare.h"\n\n';
  const before = `${header}double fare(const int *stops, int n) {\n  return stops[0];\n}\n`;
  const special = before.replace(
    '  return',
    '  if (n == 3 && stops[0] == 12 && stops[1] == 4) return 25;\n  if (n == 4 && stops[0] == 8 && stops[1] == 6) return 19.5;\n  return',
  );
  const tests =
    'int main(void) {\n  check("three", fare((int[]){12, 4, 9}, 3), 25);\n  check("four", fare((int[]){8, 6, 3, 2}, 4), 19.5);\n}\n';
  const found = async (after: string) => {
    const { project } = aProject({ 'src/fare.c': before, 'tests/run.c': tests });
    writeFileSync(join(project, 'src/fare.c'), after);
    const { changes, contextFiles, rest } = await readChanges(project, { before: 'HEAD', after: null });
    return (await guard({ changes, contextFiles, rest })).findings.map(({ pattern }) => pattern);
  };

  test('are found, and so is code that reads the tests', async () => {
    expect(await found(special)).toEqual(['answers-to-tests']);
    const reading = before.replace('  return', '  FILE *tests = fopen("tests/run.c", "r");\n  return');
    expect(await found(reading)).toEqual(['source-reads-tests']);
  });

  test('are honest where the source computes', async () => {
    expect(await found(before.replace('stops[0];', 'n > 3 ? stops[1] * 2.5 : stops[2] + 9;'))).toEqual([]);
  });
});
