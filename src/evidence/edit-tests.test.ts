import { expect, test } from 'vitest';
import { editTests } from './edit-tests.ts';

const edited = async (path: string, text: string, tests: string[], how: 'flip' | 'canary' = 'flip') => {
  const { files, edits, unedited } = await editTests([{ path, text }], { tests, how, marker: 'zq' });
  return { text: files[0]?.text ?? null, how: edits.map((one) => one.how), unedited };
};

test.each<[string, string, string, string[], string[]]>([
  ['node:test', 'a.test.js', "test('adds', () => { assert.equal(f(), 5); });", ['a.test.js › adds'], ['f(), 6)']],
  [
    'jest',
    'src/a.test.ts',
    "describe('x', () => { it('adds', () => { expect(f()).toEqual({ a: 'b', c: [] }); }); });",
    ['src/a.test.ts › x › adds'],
    ["{ a: 'bzq', c: [] }"],
  ],
  [
    'pytest',
    't/test_a.py',
    'def test_a():\n    assert f() == [True, 2]\n',
    ['t/test_a.py › test_a'],
    ['== [False, 2]'],
  ],
  [
    'unittest',
    't/test_a.py',
    'class A(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(), None)\n',
    ['t/test_a.py › A › test_a'],
    ['f(), "zq")'],
  ],
  [
    'go',
    'p/a_test.go',
    'package p\nfunc TestA(t *testing.T) {\n\tif got := F(); got != 25 {\n\t\tt.Errorf("got %v", got)\n\t}\n}\n',
    ['example.org/x/p › TestA'],
    ['got != 24'],
  ],
  [
    'testify',
    'a_test.go',
    'package p\nfunc TestA(t *testing.T) {\n\tassert.Equal(t, []int{7, 2}, F())\n}\n',
    ['example.org/x › TestA'],
    ['[]int{8, 2}'],
  ],
  [
    'rust',
    'src/lib.rs',
    'mod tests {\n  #[test]\n  fn adds() { assert_eq!(f(), Some("x".to_string())); }\n}\n',
    ['lib › tests › adds'],
    ['"xzq".to_string()'],
  ],
  [
    'junit',
    'src/test/java/ATest.java',
    'class ATest { @Test void adds() { assertEquals(10, f()); } }',
    ['ATest › adds'],
    ['assertEquals(11, f())'],
  ],
])('%s: the expected value is changed', async (_, path, text, ids, parts) => {
  const result = await edited(path, text, ids);
  expect(result).toMatchObject({ how: ['flip'], unedited: [] });
  for (const part of parts) expect(result.text).toContain(part);
});

test.each<[string, string, string, string[], string]>([
  [
    'node:test',
    'a.test.js',
    "test('adds', () => assert.ok(f()));",
    ['a.test.js › adds'],
    '=> { throw new Error("unexpected zq"); })',
  ],
  [
    'pytest',
    't/test_a.py',
    'class TestA:\n    def test_a(self):\n        assert f()\n',
    ['t/test_a.py › TestA › test_a[x]'],
    '        raise AssertionError("unexpected zq")\n        assert f()',
  ],
  [
    'go',
    'a_test.go',
    'package p\nfunc TestA(t *testing.T) {\n\tcheck(t)\n}\n',
    ['example.org/x › TestA'],
    '{ t.Fatal("unexpected zq");\n',
  ],
  [
    'rust',
    'tests/a.rs',
    '#[test]\nfn adds() { check(); }\n',
    ['a › adds'],
    '{ if true { panic!("unexpected zq"); } check()',
  ],
  [
    'junit',
    'src/test/java/ATest.java',
    'class ATest { @Test void adds() { check(); } }',
    ['ATest › adds'],
    '{ if (true) throw new AssertionError("unexpected zq"); check()',
  ],
])('%s: a test without a literal gets a canary', async (_, path, text, ids, part) => {
  const result = await edited(path, text, ids);
  expect(result).toMatchObject({ how: ['canary'], unedited: [] });
  expect(result.text).toContain(part);
});
