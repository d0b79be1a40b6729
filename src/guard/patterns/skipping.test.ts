import { expect, test } from 'vitest';
import { blocking, changed, fires, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, js, node, py, rust, unit } from '../../../test/support/guard/samples.ts';
import type { Change } from '../finding/types.ts';

const ts = 'src/price.test.ts';
const javaPath = 'src/test/java/shop/PriceTest.java';
const mocha =
  "describe('price', function () {\n  it('adds', function () {\n    assert.equal(price(1), 2);\n  });\n});\n";

fires('test-skipped', [
  ['it.skip', ts, js, js.replace("it('adds", "it.skip('adds")],
  ['xit', ts, js, js.replace("it('adds", "xit('adds")],
  ['describe.skip', ts, js, js.replace('describe(', 'describe.skip(')],
  ['xdescribe', ts, js, js.replace('describe(', 'xdescribe(')],
  ['a to-do', ts, js, js.replace(/it\('adds tax', [\s\S]*?\n {2}\}\);/, "it.todo('adds tax');")],
  ['skipIf(true)', ts, js, js.replace("it('adds", "it.skipIf(true)('adds")],
  ['runIf(false)', ts, js, js.replace("it('adds", "it.runIf(false)('adds")],
  ['option skip', 'test/price.js', node, node.replace("'adds tax', ()", "'adds tax', { skip: true }, ()")],
  ['t.skip()', 'test/price.js', node, node.replace("'adds tax', () => {", "'adds tax', (t) => {\n  t.skip();")],
  [
    'this.skip()',
    'test/a.js',
    mocha,
    mocha.replace("'adds', function () {", "'adds', function () {\n    this.skip();"),
  ],
  [
    'pytest.mark.skip',
    'tests/test_price.py',
    py,
    py.replace('def test_adds', '@pytest.mark.skip(reason="later")\ndef test_adds'),
  ],
  [
    'skipif(True)',
    'tests/test_price.py',
    py,
    py.replace('def test_adds', '@pytest.mark.skipif(True, reason="x")\ndef test_adds'),
  ],
  [
    'pytest.skip()',
    'tests/test_price.py',
    py,
    py.replace('    result = price', '    pytest.skip("later")\n    result = price'),
  ],
  [
    'pytestmark',
    'tests/test_price.py',
    py,
    py.replace('\n\ndef test_adds', '\npytestmark = pytest.mark.skip\n\n\ndef test_adds'),
  ],
  [
    'module-level skip',
    'tests/test_price.py',
    py,
    py.replace('\n\ndef test_adds', '\npytest.skip("x", allow_module_level=True)\n\n\ndef test_adds'),
  ],
  [
    'unittest.skip',
    'tests/test_price_unit.py',
    unit,
    unit.replace('    def test_adds', '    @unittest.skip("later")\n    def test_adds'),
  ],
  [
    'a skipped class',
    'tests/test_price_unit.py',
    unit,
    unit.replace('class PriceTest', '@unittest.skip("later")\nclass PriceTest'),
  ],
  [
    'self.skipTest',
    'tests/test_price_unit.py',
    unit,
    unit.replace('        result = price', '        self.skipTest("later")\n        result = price'),
  ],
  [
    '__test__ = False',
    'tests/test_price_unit.py',
    unit,
    unit.replace('TestCase):\n', 'TestCase):\n    __test__ = False\n\n'),
  ],
  ['t.Skip', 'price_test.go', go, go.replace('\tresult := Price', '\tt.Skip("later")\n\tresult := Price')],
  ['t.SkipNow', 'price_test.go', go, go.replace('\tresult := Price', '\tt.SkipNow()\n\tresult := Price')],
  ['build tag', 'price_test.go', go, `//go:build ignore\n\n${go}`],
  ['old build tag', 'price_test.go', go, `// +build ignore\n\n${go}`],
  ['#[ignore]', 'tests/price.rs', rust, rust.replace('#[test]\nfn adds', '#[test]\n#[ignore]\nfn adds')],
  [
    '#[ignore = reason]',
    'tests/price.rs',
    rust,
    rust.replace('#[test]\nfn adds', '#[test]\n#[ignore = "later"]\nfn adds'),
  ],
  ['cfg(any())', 'tests/price.rs', rust, `#![cfg(any())]\n${rust}`],
  ['@Disabled', javaPath, java, java.replace('@Test\n  void adds', '@Test\n  @Disabled("later")\n  void adds')],
  ['@Ignore', javaPath, java, java.replace('@Test\n  void adds', '@Ignore @Test\n  void adds')],
  ['a disabled class', javaPath, java, java.replace('class PriceTest', '@Disabled\nclass PriceTest')],
  ['TestNG enabled = false', javaPath, java, java.replace('@Test\n  void adds', '@Test(enabled = false)\n  void adds')],
  ['assumeTrue(false)', javaPath, java, java.replace('    Price result', '    assumeTrue(false);\n    Price result')],
]);

fires('test-expected-failure', [
  ['xfail', 'tests/test_price.py', py, py.replace('def test_adds', '@pytest.mark.xfail\ndef test_adds')],
  [
    'expectedFailure',
    'tests/test_price_unit.py',
    unit,
    unit.replace('    def test_adds', '    @unittest.expectedFailure\n    def test_adds'),
  ],
  ['test.fails', ts, js, js.replace("it('adds", "it.fails('adds")],
  ['test.failing', ts, js, js.replace("it('adds", "it.failing('adds")],
]);

fires('test-conditionally-skipped', [
  [
    'skipif platform',
    'tests/test_price.py',
    py,
    py.replace('def test_adds', '@pytest.mark.skipif(sys.platform == "win32", reason="x")\ndef test_adds'),
  ],
  [
    'importorskip',
    'tests/test_price.py',
    py,
    py.replace('\n\ndef test_adds', '\npytest.importorskip("money")\n\n\ndef test_adds'),
  ],
  ['skipIf', ts, js, js.replace("it('adds", "it.skipIf(isWindows)('adds")],
  ["a project's own mark", 'tests/test_price.py', py, py.replace('def test_adds', '@skip.if_win32()\ndef test_adds')],
  [
    'testing.Short',
    'price_test.go',
    go,
    go.replace('\tresult := Price', '\tif testing.Short() {\n\t\tt.Skip("slow")\n\t}\n\tresult := Price'),
  ],
  [
    'cfg_attr ignore',
    'tests/price.rs',
    rust,
    rust.replace('#[test]\nfn adds', '#[test]\n#[cfg_attr(miri, ignore)]\nfn adds'),
  ],
  [
    '@DisabledOnOs',
    javaPath,
    java,
    java.replace('@Test\n  void adds', '@Test\n  @DisabledOnOs(OS.WINDOWS)\n  void adds'),
  ],
  ['assumption', javaPath, java, java.replace('    Price result', '    assumeTrue(hasNetwork());\n    Price result')],
]);

fires('test-focused', [
  ['it.only', ts, js, js.replace("it('adds", "it.only('adds")],
  ['fit', ts, js, js.replace("it('adds", "fit('adds")],
  ['option only', 'test/price.js', node, node.replace("'adds tax', ()", "'adds tax', { only: true }, ()")],
  [
    'describe.only',
    ts,
    `${js}describe('b', () => {\n  it('c', () => {\n    expect(c()).toBe(1);\n  });\n});\n`,
    `${js}describe.only('b', () => {\n  it('c', () => {\n    expect(c()).toBe(1);\n  });\n});\n`,
  ],
]);

fires('test-unreachable', [
  [
    'early return',
    ts,
    js,
    js.replace("    const result = price(100, 'DE');", "    const result = price(100, 'DE');\n    return;"),
  ],
  [
    'if (false)',
    ts,
    js,
    js.replace('    expect(result.total).toBe(119);', '    if (false) {\n      expect(result.total).toBe(119);\n    }'),
  ],
  [
    'early return',
    'tests/test_price.py',
    py,
    py.replace('    assert result.total', '    return\n    assert result.total'),
  ],
  [
    'if False',
    'tests/test_price.py',
    py,
    py.replace('    assert result.total == 119', '    if False:\n        assert result.total == 119'),
  ],
  ['early return', 'price_test.go', go, go.replace('\tif result.Total', '\treturn\n\tif result.Total')],
  [
    'early return',
    'tests/price.rs',
    rust,
    rust.replace('    assert_eq!(result.total', '    return;\n    assert_eq!(result.total'),
  ],
  [
    'if (false)',
    javaPath,
    java,
    java.replace(
      '    assertEquals(119, result.total());',
      '    if (false) {\n      assertEquals(119, result.total());\n    }',
    ),
  ],
]);

test.each([
  ['src/price.test.ts', 'src/price.test.ts.disabled', js],
  ['tests/test_price.py', 'tests/test_price.py.bak', py],
  ['tests/test_price.py', 'tests/price.py', py],
])('a test file that no runner finds is reported: %s → %s', async (from, to, source) => {
  expect(
    await changed([
      [from, source, null],
      [to, null, source],
    ]),
  ).toContain('test-file-disabled');
});

quiet('running more', [
  ['skip removed', ts, js.replace("it('adds", "it.skip('adds"), js],
  ['only removed', ts, js.replace("it('adds", "it.only('adds"), js],
  ['xfail removed', 'tests/test_price.py', py.replace('def test_adds', '@pytest.mark.xfail\ndef test_adds'), py],
  ['ignore removed', 'tests/price.rs', rust.replace('#[test]\nfn adds', '#[test]\n#[ignore]\nfn adds'), rust],
  [
    'a disabled test renamed',
    javaPath,
    java.replace('@Test\n  void adds', '@Test\n  @Disabled\n  void adds'),
    java.replace('@Test\n  void addsTax', '@Test\n  @Disabled\n  void addsTheTax'),
  ],
  [
    'skip made conditional',
    ts,
    js.replace("it('adds", "it.skip('adds"),
    js.replace("it('adds", "it.skipIf(isWindows)('adds"),
  ],
]);

quiet('talk about skipping', [
  ['in a comment', ts, js, js.replace("  it('adds", "  // never use it.skip or describe.only here\n  it('adds")],
  [
    'in a comment',
    'tests/test_price.py',
    py,
    py.replace('def test_adds', '# pytest.mark.skip was removed here\ndef test_adds'),
  ],
  ['in a string', ts, js, js.replace("'refuses an unknown country'", "'refuses an unknown country, no it.skip'")],
]);

const skippedTest = (marks: string, first: string): string =>
  `import pytest\n\n${marks}\n\ndef test_price():\n    ${first}\n    price = net(119)\n    assert price == 100\n`;

quiet('what held the test back before, in other words', [
  [
    'a call behind another that asks for a package',
    'tests/test_price.py',
    skippedTest('', 'pytest.importorskip("numpy")\n    pytest.xfail("not yet")'),
    skippedTest('@pytest.mark.xfail(reason="not yet")', 'pytest.importorskip("numpy")').replace('\n\n\ndef', '\ndef'),
  ],
  [
    'a mark of the file behind such a call',
    'tests/test_price.py',
    skippedTest('pytest.importorskip("numpy")\npytestmark = pytest.mark.skip(reason="old")', 'log()'),
    skippedTest('pytest.importorskip("numpy")\n\n\n@pytest.mark.xfail(reason="times")', 'log()').replace(
      ')\n\ndef',
      ')\ndef',
    ),
  ],
  [
    'an assumption that never holds',
    javaPath,
    'class PriceTest {\n  @Test\n  void nets() {\n    assumeTrue(isLinux());\n    Assume.assumeTrue("not yet", false);\n    assertEquals(100, net(119));\n  }\n}\n',
    'class PriceTest {\n  @Ignore("not yet")\n  @Test\n  void nets() {\n    assumeTrue(isLinux());\n    assertEquals(100, net(119));\n  }\n}\n',
  ],
]);

test('commenting out a skipped test is not a loss, commenting out one that ran is', async () => {
  const removal = (mark: string): Change => ({
    path: ts,
    before: js.replace("it('adds", `it${mark}('adds`),
    after: js.replace(/ {2}it\('adds tax', [\s\S]*?\n {2}\}\);/, (text) => text.replace(/^/gm, '// ')),
  });
  expect(await blocking(removal(''))).toEqual(['test-commented-out']);
  expect(await blocking(removal('.skip'))).toEqual([]);
});

test('a function that a test passes on to be run is not a lost test', async () => {
  const body = '(t *testing.T) {\n\tgone := remove("a")\n\tassert.True(t, gone)\n\tassert.False(t, holds("a"))\n}\n';
  const before = `package wiki\n\nfunc TestRemove${body}`;
  const handed = `package wiki\n\nfunc TestWiki(t *testing.T) {\n\tt.Run("remove", testRemove)\n}\n\nfunc testRemove${body}`;
  expect(await changed([['wiki_test.go', before, handed]])).toEqual([]);
  const idle = handed.replace('t.Run("remove", testRemove)', 't.Log("remove")');
  expect(await changed([['wiki_test.go', before, idle]])).toContain('test-uncollected');
});
