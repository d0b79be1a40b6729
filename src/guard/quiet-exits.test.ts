import { expect, test } from 'vitest';
import { changed, fires, quiet } from '../../test/support/guard/judge.ts';
import {
  go as goTest,
  java as javaTest,
  js,
  py as pyTest,
  rust as rustTest,
  unit,
} from '../../test/support/guard/samples.ts';
import { go, java, paths, py, rust, ts } from '../../test/support/guard/sources.ts';

fires('throw-softened', [
  ['return null', paths.ts, ts, ts.replace("throw new RangeError('net must not be negative');", 'return null;')],
  [
    'a log line',
    paths.ts,
    ts,
    ts.replace("throw new RangeError('net must not be negative');", "console.warn('negative');"),
  ],
  ['return None', paths.py, py, py.replace('raise ValueError("net must not be negative")', 'return None')],
  ['pass', paths.py, py, py.replace('raise ValueError("net must not be negative")', 'pass')],
  ['no error', paths.go, go, go.replace('return 0, errors.New("net must not be negative")', 'return 0, nil')],
  [
    'return 0',
    paths.java,
    java,
    java.replace('throw new IllegalArgumentException("net must not be negative");', 'return 0;'),
  ],
  [
    'Ok',
    paths.rust,
    rust.replaceAll('i64, Error', '(), Error'),
    rust
      .replaceAll('i64, Error', '(), Error')
      .replace('return Err(Error::new("net must not be negative"));', 'return Ok(());'),
  ],
]);

fires('assertion-conditional', [
  [
    'if',
    'src/price.test.ts',
    js,
    js.replace(
      '    expect(result.total).toBe(119);',
      '    if (result.total) {\n      expect(result.total).toBe(119);\n    }',
    ),
  ],
  [
    'conditional return',
    'src/price.test.ts',
    js,
    js.replace(
      "    const result = price(100, 'DE');",
      "    const result = price(100, 'DE');\n    if (process.env.CI) return;",
    ),
  ],
  [
    'if',
    'tests/test_price.py',
    pyTest,
    pyTest.replace('    assert result.total == 119', '    if result.total:\n        assert result.total == 119'),
  ],
  [
    'conditional return',
    'tests/test_price.py',
    pyTest,
    pyTest.replace(
      '    assert result.total == 119',
      '    if os.environ.get("CI"):\n        return\n    assert result.total == 119',
    ),
  ],
  [
    'if',
    'price_test.go',
    goTest,
    goTest.replace(
      '\tassert.Equal(t, "EUR", result.Currency)',
      '\tif result.Currency != "" {\n\t\tassert.Equal(t, "EUR", result.Currency)\n\t}',
    ),
  ],
  [
    'if',
    'tests/price.rs',
    rustTest,
    rustTest.replace(
      '    assert_eq!(result.total, 119);',
      '    if result.total > 0 {\n        assert_eq!(result.total, 119);\n    }',
    ),
  ],
  [
    'if',
    'src/test/java/shop/PriceTest.java',
    javaTest,
    javaTest.replace(
      '    assertEquals(119, result.total());',
      '    if (result != null) {\n      assertEquals(119, result.total());\n    }',
    ),
  ],
]);

const promised = "it('a', async () => {\n  await expect(load(1)).rejects.toThrow('no such order');\n});\n";
fires('assertion-weakened', [
  ['nobody waits', 'src/a.test.ts', promised, promised.replace('await ', '')],
  [
    'times dropped',
    'src/test/java/ATest.java',
    'class ATest {\n  @Test\n  void a() {\n    run();\n    verify(store, times(2)).write("a");\n  }\n}\n',
    'class ATest {\n  @Test\n  void a() {\n    run();\n    verify(store, atLeastOnce()).write("a");\n  }\n}\n',
  ],
  [
    'called with anything',
    'src/a.test.ts',
    "it('a', () => {\n  expect(write).toHaveBeenCalledWith('a', 1);\n});\n",
    "it('a', () => {\n  expect(write).toHaveBeenCalled();\n});\n",
  ],
]);
fires('assertion-trivial', [
  [
    'a tuple is always true',
    'tests/test_price.py',
    pyTest,
    pyTest.replace('assert result.total == 119', 'assert (result.total == 119, "total")'),
  ],
]);
fires('test-skipped', [
  [
    'in setUp',
    'tests/test_price_unit.py',
    unit,
    unit.replace('    def test_adds', '    def setUp(self):\n        self.skipTest("later")\n\n    def test_adds'),
  ],
  ['collect_ignore', 'tests/conftest.py', 'import pytest\n', 'import pytest\n\ncollect_ignore = ["test_price.py"]\n'],
  ['a new conftest', 'tests/conftest.py', null, 'collect_ignore_glob = ["test_price*"]\n'],
]);
fires('any-cast', [['as any', paths.ts, ts, ts.replace('JSON.stringify(order)', 'JSON.stringify(order as any)')]]);
fires('flag-off', [
  [
    'a constant',
    'src/flags.ts',
    'export const ENABLE_EXPORT = true;\nexport const other = 1;\n',
    'export const ENABLE_EXPORT = false;\nexport const other = 1;\n',
  ],
  ['a setting', 'settings.py', 'FEATURE_EXPORT = True\n', 'FEATURE_EXPORT = False\n'],
  ['yaml', 'config/app.yaml', 'exportEnabled: true\n', 'exportEnabled: false\n'],
]);
fires('lint-rule-off', [
  [
    'tests taken out of the list',
    'jest.config.js',
    "module.exports = { testMatch: ['src/**/*.test.ts', 'test/**/*.ts'] };\n",
    "module.exports = { testMatch: ['src/**/*.test.ts'] };\n",
  ],
  [
    'a test folder taken out',
    'pyproject.toml',
    '[tool.pytest.ini_options]\ntestpaths = ["tests", "integration"]\n',
    '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  ],
]);
fires('error-dropped', [
  [
    'a logging catch',
    paths.ts,
    ts,
    ts.replace('await store.flush();', 'await store.flush().catch((error) => console.error(error));'),
  ],
]);

quiet('an honest change', [
  [
    'a condition with a failing else',
    'price_test.go',
    goTest,
    goTest.replace(
      '\t\tt.Errorf("total = %d, want 119", result.Total)',
      '\t\tt.Fatalf("total = %d, want 119", result.Total)',
    ),
  ],
  ['another error', paths.ts, ts, ts.replace('new RangeError(', 'new TypeError(')],
  [
    'a new quiet exit',
    paths.py,
    py,
    py.replace('    text = json', '    if order is None:\n        return None\n    text = json'),
  ],
  ['a flag on', 'src/flags.ts', 'export const ENABLE_EXPORT = false;\n', 'export const ENABLE_EXPORT = true;\n'],
]);

test('golden files that change alone are reported', async () => {
  expect(await changed([['test/expected/report.txt', 'total 6\n', 'total 7\n']])).toEqual(['snapshot-rewritten']);
});
