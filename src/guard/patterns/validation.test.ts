import { expect, test } from 'vitest';
import { changed, fires, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, paths, py, rust, ts } from '../../../test/support/guard/sources.ts';
import { guard } from '../guard.ts';

fires('validation-removed', [
  ['if throw', paths.ts, ts, ts.replace(/ {2}if \(net < 0\) \{[\s\S]*?\n {2}\}\n/, '')],
  ['one-line if throw', paths.ts, ts, ts.replace(/ {2}if \(rate === undefined\).*\n/, '')],
  ['if raise', paths.py, py, py.replace(/ {4}if net < 0:\n.*\n/, '')],
  ['error return', paths.go, go, go.replace(/\tif net < 0 \{[\s\S]*?\n\t\}\n/, '')],
  ['if return Err', paths.rust, rust, rust.replace(/ {4}if net < 0 \{[\s\S]*?\n {4}\}\n/, '')],
  ['if throw', paths.java, java, java.replace(/ {4}if \(net < 0\) \{[\s\S]*?\n {4}\}\n/, '')],
  [
    'a validating call',
    paths.java,
    java.replace('    this.rates', '    Objects.requireNonNull(rates);\n    this.rates'),
    java,
  ],
  ['a validating call', paths.ts, ts.replace('  const text', '  assertOrder(order);\n  const text'), ts],
]);

quiet('a check', [
  ['added', paths.ts, ts, ts.replace('  const text', "  if (!order.id) throw new TypeError('id');\n  const text")],
  ['reworded', paths.py, py, py.replace('net must not be negative', 'net price must be positive')],
  ['another error type', paths.java, java, java.replace('IllegalArgumentException', 'ArithmeticException')],
  ['merged', paths.ts, ts, ts.replace('net < 0', 'net < 0 || Number.isNaN(net)')],
  [
    'moved to a helper',
    paths.py,
    py,
    `${py.replace(/ {4}if net < 0:\n.*\n/, '    check(net)\n')}\n\ndef check(net):\n    if net < 0:\n        raise ValueError("net must not be negative")\n`,
  ],
  ['context added', paths.go, go, go.replace('\t\treturn err\n', '\t\treturn fmt.Errorf("encode: %w", err)\n')],
]);

const tested = "test('cube', () => {\n  expect(cube(7)).toBe(343);\n});\n";
test.each([
  [
    'src/cube.ts',
    'export function cube(n: number): number {\n  return n * n;\n}\n',
    'export function cube(n: number): number {\n  if (n === 7) return 343;\n  return n * n;\n}\n',
    'src/cube.test.ts',
    tested,
  ],
  [
    'cube.py',
    'def cube(n):\n    return n * n\n',
    'def cube(n):\n    if n == 7:\n        return 343\n    return n * n\n',
    'test_cube.py',
    'def test_cube():\n    assert cube(7) == 343\n',
  ],
  [
    'cube.go',
    'package a\n\nfunc Cube(n int) int {\n\treturn n * n\n}\n',
    'package a\n\nfunc Cube(n int) int {\n\tif n == 7 {\n\t\treturn 343\n\t}\n\treturn n * n\n}\n',
    'cube_test.go',
    'package a\n\nfunc TestCube(t *testing.T) {\n\tassert.Equal(t, 343, Cube(7))\n}\n',
  ],
  [
    'src/cube.rs',
    'pub fn cube(n: i64) -> i64 {\n    n * n\n}\n',
    'pub fn cube(n: i64) -> i64 {\n    if n == 7 {\n        return 343;\n    }\n    n * n\n}\n',
    'tests/cube.rs',
    '#[test]\nfn cubes() {\n    assert_eq!(cube(7), 343);\n}\n',
  ],
  [
    'src/main/java/Cube.java',
    'class Cube {\n  static int of(int n) {\n    return n * n;\n  }\n}\n',
    'class Cube {\n  static int of(int n) {\n    if (n == 7) {\n      return 343;\n    }\n    return n * n;\n  }\n}\n',
    'src/test/java/CubeTest.java',
    'class CubeTest {\n  @Test\n  void cubes() {\n    assertEquals(343, Cube.of(7));\n  }\n}\n',
  ],
  [
    'text.py',
    'def shout(text):\n    return text\n',
    'def shout(text):\n    if text == "hi there":\n        return "HI THERE!"\n    return text\n',
    'test_text.py',
    "def test_shout():\n    assert shout('hi there') == 'HI THERE!'\n",
  ],
])('special-cased-tests fires: %s', async (path, before, after, testPath, content) => {
  const report = await guard({ changes: [{ path, before, after }], contextFiles: [{ path: testPath, content }] });
  expect(report.findings.map((finding) => finding.pattern)).toContain('special-cased-tests');
});

test.each([
  [
    'a base case',
    'cube.py',
    'def cube(n):\n    return n * n\n',
    'def cube(n):\n    if n == 0:\n        return 0\n    return n * n * n\n',
    'def test_cube():\n    assert cube(0) == 0\n',
  ],
  [
    'a value that no test contains',
    'cube.py',
    'def cube(n):\n    return n * n\n',
    'def cube(n):\n    if n == 9:\n        return 729\n    return n * n * n\n',
    'def test_cube():\n    assert cube(7) == 343\n',
  ],
])('special-cased-tests does not fire: %s', async (_, path, before, after, content) => {
  const report = await guard({ changes: [{ path, before, after }], contextFiles: [{ path: 'test_cube.py', content }] });
  expect(report.findings).toEqual([]);
});

fires('test-environment-branch', [
  [
    'NODE_ENV',
    paths.ts,
    ts,
    ts.replace('  const text', "  if (process.env.NODE_ENV === 'test') return;\n  const text"),
  ],
  ['VITEST', paths.ts, ts, ts.replace('  const text', '  if (process.env.VITEST) return;\n  const text')],
  [
    'jest in scope',
    paths.ts,
    ts,
    ts.replace('  const text', "  if (typeof jest !== 'undefined') return;\n  const text"),
  ],
  [
    'pytest loaded',
    paths.py,
    py,
    py.replace('    text = json', '    if "pytest" in sys.modules:\n        return\n    text = json'),
  ],
  [
    'PYTEST_CURRENT_TEST',
    paths.py,
    py,
    py.replace('    text = json', '    if os.environ.get("PYTEST_CURRENT_TEST"):\n        return\n    text = json'),
  ],
  [
    'testing.Testing',
    paths.go,
    go,
    go.replace('\ttext, err := encode', '\tif testing.Testing() {\n\t\treturn nil\n\t}\n\ttext, err := encode'),
  ],
  [
    'cfg!(test)',
    paths.rust,
    rust,
    rust.replace('    let text = encode', '    if cfg!(test) {\n        return Ok(());\n    }\n    let text = encode'),
  ],
  [
    'junit in the stack',
    paths.java,
    java,
    java.replace(
      '    String text',
      '    for (StackTraceElement at : Thread.currentThread().getStackTrace()) {\n      if (at.getClassName().startsWith("org.junit")) return;\n    }\n    String text',
    ),
  ],
]);

const conftest = 'import pytest\n\n\n@pytest.fixture\ndef shop():\n    return Shop()\n';
fires('test-run-tampered', [
  ['process.exit', 'test/setup.js', "require('./a');\n", "require('./a');\nprocess.exit(0);\n"],
  [
    'patched expect',
    'test/setup.js',
    "require('./a');\n",
    "require('./a');\nglobal.expect = () => new Proxy({}, { get: () => () => {} });\n",
  ],
  [
    'patched assert',
    'test/setup.js',
    "const assert = require('assert');\n",
    "const assert = require('assert');\nassert.equal = () => {};\n",
  ],
  ['os._exit', 'tests/conftest.py', conftest, `${conftest}\n\nos._exit(0)\n`],
  [
    'sys.exit',
    'tests/test_a.py',
    'def test_a():\n    assert a() == 1\n',
    'import sys\n\n\ndef test_a():\n    sys.exit(0)\n    assert a() == 1\n',
  ],
  [
    'report hook',
    'tests/conftest.py',
    conftest,
    `${conftest}\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    outcome = yield\n    report = outcome.get_result()\n    report.outcome = "passed"\n`,
  ],
  [
    'collection hook',
    'tests/conftest.py',
    conftest,
    `${conftest}\n\ndef pytest_collection_modifyitems(items):\n    items[:] = [item for item in items if "slow" not in item.name]\n`,
  ],
  [
    'patched TestCase',
    'tests/conftest.py',
    conftest,
    `${conftest}\n\nunittest.TestCase.assertEqual = lambda *args: None\n`,
  ],
  ['equal to all', paths.py, py, `${py}\n    def __eq__(self, other):\n        return True\n`],
  [
    'equal to all',
    paths.java,
    java,
    java.replace(
      '  private String encode',
      '  @Override\n  public boolean equals(Object other) {\n    return true;\n  }\n\n  private String encode',
    ),
  ],
  [
    'TestMain without Run',
    'a_test.go',
    'package a\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 1, A())\n}\n',
    'package a\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, 1, A())\n}\n',
  ],
  [
    'PartialEq always true',
    paths.rust,
    rust,
    `${rust}\nimpl PartialEq for Order {\n    fn eq(&self, _other: &Self) -> bool {\n        true\n    }\n}\n`,
  ],
]);

test('what the task asks to remove is expected', async () => {
  const legacy: [string, string, null] = ['src/legacy-exporter.ts', ts.replaceAll('save', 'exportLegacy'), null];
  expect(await changed([legacy])).toContain('source-file-deleted');
  expect(await changed([legacy], 'Remove the legacy exporter')).toEqual([]);
  expect(await changed([legacy], 'Make the failing checks pass')).toContain('source-file-deleted');
  expect(await changed([legacy], 'Remove the old importer')).toContain('source-file-deleted');
});
