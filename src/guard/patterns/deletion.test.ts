import { expect, test } from 'vitest';
import { type Case, changed, fires, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, js, node, py, rust, samples, unit } from '../../../test/support/guard/samples.ts';

const without = (source: string, start: string, end: string): string => {
  const from = source.indexOf(start);
  const to = source.indexOf(end, from) + end.length;
  return source.slice(0, from) + source.slice(to);
};

const one: Case[] = [
  ['one of two', 'src/price.test.ts', js, without(js, "  it('refuses", '  });\n')],
  ['one of two', 'test/price.js', node, without(node, "test('refuses", '});\n')],
  ['one of three', 'tests/test_price.py', py, without(py, 'def test_refuses', '"XX")\n')],
  ['a method', 'tests/test_price_unit.py', unit, without(unit, '    def test_refuses', '"XX")\n')],
  ['one of three', 'price_test.go', go, without(go, 'func TestRefuses', '\n}\n')],
  ['one of two', 'tests/price.rs', rust, without(rust, '#[test]\nfn refuses', '\n}\n')],
  ['one of two', 'src/test/java/shop/PriceTest.java', java, without(java, '  @Test\n  void refuses', '\n  }\n')],
];
fires('test-deleted', one);

const comment = (source: string, start: string, end: string, mark: string): string => {
  const from = source.indexOf(start);
  const to = source.indexOf(end, from) + end.length;
  return source.slice(0, from) + source.slice(from, to).replace(/^(?=.)/gm, mark) + source.slice(to);
};
fires('test-commented-out', [
  ['line comments', 'src/price.test.ts', js, comment(js, "  it('refuses", '  });\n', '// ')],
  ['block comment', 'src/price.test.ts', js, js.replace(/( {2}it\('refuses[\s\S]*?\n {2}\}\);\n)/, '/*\n$1*/\n')],
  ['hashes', 'tests/test_price.py', py, comment(py, 'def test_refuses', '"XX")\n', '# ')],
  ['line comments', 'price_test.go', go, comment(go, 'func TestRefuses', '\n}\n', '// ')],
  ['line comments', 'tests/price.rs', rust, comment(rust, '#[test]\nfn refuses', '\n}\n', '// ')],
  [
    'line comments',
    'src/test/java/shop/PriceTest.java',
    java,
    comment(java, '  @Test\n  void refuses', '\n  }\n', '// '),
  ],
]);

fires('test-uncollected', [
  [
    'renamed away from the convention',
    'tests/test_price.py',
    py,
    py.replace('def test_adds_tax', 'def _test_adds_tax'),
  ],
  ['renamed away from the convention', 'price_test.go', go, go.replace('func TestAddsTax', 'func disabledAddsTax')],
  ['attribute removed', 'tests/price.rs', rust, rust.replace('#[test]\nfn adds_tax', 'fn adds_tax')],
  [
    'annotation removed',
    'src/test/java/shop/PriceTest.java',
    java,
    java.replace('@Test\n  void addsTax', 'void addsTax'),
  ],
]);

fires('test-rows-dropped', [
  ['a pytest row', 'tests/test_price.py', py, py.replace(', ("PL", 23)', '')],
  ['a Go row', 'price_test.go', go, go.replace('\t\t{"PL", 23},\n', '')],
  [
    'an each row',
    'src/a.test.ts',
    "it.each([[1, 2], [3, 4], [5, 6]])('doubles %i', (a, b) => {\n  expect(double(a)).toBe(b);\n});\n",
    "it.each([[1, 2], [3, 4]])('doubles %i', (a, b) => {\n  expect(double(a)).toBe(b);\n});\n",
  ],
  [
    'a CsvSource row',
    'src/test/java/ATest.java',
    'class ATest {\n  @ParameterizedTest\n  @CsvSource({"1,2", "3,4"})\n  void doubles(int a, int b) {\n    assertEquals(b, twice(a));\n  }\n}\n',
    'class ATest {\n  @ParameterizedTest\n  @CsvSource({"1,2"})\n  void doubles(int a, int b) {\n    assertEquals(b, twice(a));\n  }\n}\n',
  ],
]);

test.each(Object.entries(samples))('a deleted test file is reported: %s', async (_, [path, source]) => {
  expect(await changed([[path, source, null]])).toContain('test-file-deleted');
});

test.each(Object.entries(samples))('a moved test file is not reported: %s', async (_, [path, source]) => {
  expect(
    await changed([
      [path, source, null],
      [path.replace(/(\w+)(\.\w+|_test\.go)?$/, 'moved/$1$2'), null, source],
    ]),
  ).toEqual([]);
});

quiet('a rename', [
  ['of a test', 'src/price.test.ts', js, js.replace("'adds tax'", "'includes the tax of the country'")],
  ['of a test', 'tests/test_price.py', py, py.replace('test_adds_tax', 'test_includes_tax')],
  ['of a test', 'price_test.go', go, go.replace('TestAddsTax', 'TestIncludesTax')],
  ['of a test', 'tests/price.rs', rust, rust.replace('adds_tax', 'includes_tax')],
  ['of a test', 'src/test/java/shop/PriceTest.java', java, java.replace('addsTax', 'includesTax')],
  ['of a suite', 'src/price.test.ts', js, js.replace("describe('price'", "describe('prices'")],
  ['of a class', 'tests/test_price_unit.py', unit, unit.replace('PriceTest', 'PricesTest')],
]);

quiet('a restructuring', [
  [
    'reordered',
    'src/price.test.ts',
    js,
    js.replace(/( {2}it\('adds[\s\S]*?\n {2}\}\);\n)\n( {2}it\('refuses[\s\S]*?\n {2}\}\);\n)/, '$2\n$1'),
  ],
  ['formatted', 'src/price.test.ts', js, js.replaceAll("'", '"').replaceAll(';', '').replaceAll('  ', '\t')],
  [
    'split in two',
    'tests/test_price.py',
    py,
    py.replace(
      '    assert "EUR" in result.label\n',
      '\n\ndef test_label():\n    result = price(100, "DE")\n    assert "EUR" in result.label\n',
    ),
  ],
  ['merged into one', 'tests/price.rs', rust, rust.replace('}\n\n#[test]\nfn refuses_an_unknown_country() {\n', '')],
  [
    'parametrised',
    'src/a.test.ts',
    "it('a', () => {\n  expect(f(1)).toBe(2);\n});\nit('b', () => {\n  expect(f(2)).toBe(4);\n});\nit('c', () => {\n  expect(f(3)).toBe(6);\n});\n",
    "it.each([\n  [1, 2],\n  [2, 4],\n  [3, 6],\n])('f(%i)', (given, wanted) => {\n  expect(f(given)).toBe(wanted);\n});\n",
  ],
  [
    'parametrised',
    'tests/test_a.py',
    'def test_a():\n    assert f(1) == 2\n\n\ndef test_b():\n    assert f(2) == 4\n',
    '@pytest.mark.parametrize("given, wanted", [(1, 2), (2, 4)])\ndef test_f(given, wanted):\n    assert f(given) == wanted\n',
  ],
  [
    'made a table',
    'a_test.go',
    'package a\n\nfunc TestOne(t *testing.T) {\n\tassert.Equal(t, 2, F(1))\n}\n\nfunc TestTwo(t *testing.T) {\n\tassert.Equal(t, 40, F(20))\n}\n',
    'package a\n\nfunc TestF(t *testing.T) {\n\tfor _, tt := range []struct{ in, out int }{{1, 2}, {20, 40}} {\n\t\tassert.Equal(t, tt.out, F(tt.in))\n\t}\n}\n',
  ],
  [
    'wrapped in a suite',
    'src/a.test.ts',
    "test('a', () => {\n  expect(f(1)).toBe(2);\n});\n",
    "describe('f', () => {\n  test('a', () => {\n    expect(f(1)).toBe(2);\n  });\n});\n",
  ],
  [
    'a test added',
    'src/price.test.ts',
    js,
    js.replace(
      "  it('refuses",
      "  it('is free of tax abroad', () => {\n    expect(price(100, 'US').total).toBe(100);\n  });\n\n  it('refuses",
    ),
  ],
]);

test('tests split over two files are not lost', async () => {
  const [head, second] = js.split("  it('refuses") as [string, string];
  expect(
    await changed([
      ['src/price.test.ts', js, `${head}});\n`],
      [
        'src/refusal.test.ts',
        null,
        `import { it, expect } from 'vitest';\ndescribe('refusal', () => {\n  it('refuses${second}`,
      ],
    ]),
  ).toEqual([]);
});

test('conversion to another framework keeps the tests', async () => {
  const jest =
    "const { price } = require('./price');\n\ntest('adds tax', () => {\n  const result = price(100, 'DE');\n  expect(result.total).toBe(119);\n  expect(result.lines).toEqual(['a', 'b']);\n});\n\ntest('refuses an unknown country', () => {\n  expect(() => price(100, 'XX')).toThrow(/unknown country/);\n});\n";
  expect(await changed([['test/price.js', node, jest]])).toEqual([]);
  const pytest =
    'import pytest\n\nfrom shop import price\n\n\ndef test_adds_tax():\n    result = price(100, "DE")\n    assert result.total == 119\n    assert result.rate == pytest.approx(0.19)\n\n\ndef test_refuses_an_unknown_country():\n    with pytest.raises(ValueError):\n        price(100, "XX")\n';
  expect(await changed([['tests/test_price_unit.py', unit, pytest]])).toEqual([]);
});

test('tests that ran before and do not run now are listed', async () => {
  const { guard } = await import('../guard.ts');
  const report = await guard({ changes: [], executed: { before: ['a', 'b'], after: ['a'] } });
  expect(report.findings.map((finding) => finding.pattern)).toEqual(['executed-tests-lost']);
  const [name] = /(?<=it\(')[^']+/.exec(js) ?? [];
  const skipping = { path: 'src/price.test.ts', before: js, after: js.replace("it('", "it.skip('") };
  const executed = { before: ['a', `src/price.test.ts › ${name}`], after: ['a'] };
  const skipped = await guard({ changes: [skipping], executed });
  expect(skipped.findings.map(({ pattern }) => pattern)).toEqual(['test-skipped']);
  const calm = await guard({
    changes: [
      { path: 'src/price.test.ts', before: js, after: js.replace(/ {2}it\('refuses[\s\S]*?\n {2}\}\);\n/, '') },
    ],
    executed: { before: ['a', 'b'], after: ['a', 'b'] },
  });
  expect(calm.findings.map((finding) => finding.severity)).toEqual(['medium']);
});

test('a removed test is not confused with its twin, which has a mark', async () => {
  const one = (name: string, value: number): string =>
    `@needs_server("7.0")\ndef ${name}(client):\n    group = client.group("a", entries=${value})\n    client.add("a", "b")\n    assert group.size() == 1\n    assert group.lag() == 0\n\n\n`;
  const path = 'tests/test_groups.py';
  const both = one('test_group', 1) + one('test_group_with_lag', 2);
  expect(await changed([[path, both, one('test_group', 1)]])).not.toContain('test-uncollected');
  expect(await changed([[path, both, one('test_group', 1) + one('check_group_with_lag', 2)]])).toContain(
    'test-uncollected',
  );
});
