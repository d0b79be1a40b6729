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

const GO_TABLE = `package p
func TestA(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want int
	}{
		{"x", 12},
		{in: "y", want: 4},
	} {
		t.Run(tt.in, func(t *testing.T) {
			got, err := F(tt.in)
			if err != nil {
				t.Fatalf("failed: %v", err)
			}
			if got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
`;
const PY_TABLE = `@pytest.mark.parametrize("a, want", [(1, 2), pytest.param([3], {"k": "v"}, id="x")])
def test_a(a, want):
    assert f(a) == want
`;
const JS_EACH = "test.each([[1, 'a'], [2, 'b']])('%i is %s', (a, want) => { expect(f(a)).toBe(want); });";
const JS_LOOP = `const cases = [{ a: 1, want: true }, { a: 2, want: null }];
for (const { a, want } of cases) test(\`f \${a}\`, () => { assert.equal(f(a), want); });
`;

test.each<[string, string, string, string[], string[]]>([
  ['Go', 'a_test.go', GO_TABLE, ['example.org/x › TestA', 'example.org/x › TestA › x'], ['{"x", 11}', 'want: 5}']],
  [
    'Go, from a variable',
    'a_test.go',
    GO_TABLE.replace('for _, tt := range []', 'tests := []').replace(
      '} {\n\t\tt.Run',
      '}\n\tfor _, tt := range tests {\n\t\tt.Run',
    ),
    ['example.org/x › TestA'],
    ['{"x", 11}', 'want: 5}'],
  ],
  [
    'parametrize',
    't/test_a.py',
    PY_TABLE,
    ['t/test_a.py › test_a[1-2]', 't/test_a.py › test_a[x]'],
    ['(1, 3)', '{"k": "vzq"}'],
  ],
  ['each', 'a.test.js', JS_EACH, ['a.test.js › 1 is a', 'a.test.js › 2 is b'], ["[1, 'azq']", "[2, 'bzq']"]],
  ['a loop', 'a.test.js', JS_LOOP, ['a.test.js › f 1'], ['want: false', 'want: "zq"']],
  [
    'a loop over rows',
    'a.test.js',
    'for (const c of [{ a: 1, want: 9 }]) test("f " + c.a, () => { expect(f(c.a)).toEqual(c.want); });',
    ['a.test.js › f 1'],
    ['want: 8'],
  ],
])('a table of %s: every row gets another expected value', async (_, path, text, ids, parts) => {
  const result = await edited(path, text, ids);
  expect(result).toMatchObject({ how: ['flip'], unedited: [] });
  for (const part of parts) expect(result.text).toContain(part);
});

test.each<[string, string, string, string]>([
  [
    'a row whose expected value is no literal',
    't/test_a.py',
    PY_TABLE.replace('(1, 2)', '(1, TWO)'),
    't/test_a.py › test_a[1-2]',
  ],
  ['a column that is an input too', 't/test_a.py', PY_TABLE.replace('f(a)', 'f(a, want)'), 't/test_a.py › test_a[1-2]'],
  ['a row that is handed on as a whole', 'a_test.go', GO_TABLE.replace('F(tt.in)', 'F(tt)'), 'example.org/x › TestA'],
  [
    'rows that end before the comparison',
    'a_test.go',
    GO_TABLE.replace('t.Fatalf("failed: %v", err)', 'if tt.in == "" { t.Fatal(err) }\n return'),
    'example.org/x › TestA',
  ],
  ['an assertion in a branch', 'a.test.js', "test('x', () => { if (f) { expect(f()).toBe(1); } });", 'a.test.js › x'],
  [
    'an assertion in a loop',
    'a.test.js',
    "test('x', () => { for (const one of all()) expect(one).toBe(1); });",
    'a.test.js › x',
  ],
  [
    'an assertion in a callback',
    'a.test.js',
    "test('x', () => { all().forEach((one) => expect(one).toBe(1)); });",
    'a.test.js › x',
  ],
  [
    'an assertion after a return',
    'a.test.js',
    "test('x', () => { if (!f) { log(); return; } expect(f()).toBe(1); });",
    'a.test.js › x',
  ],
  [
    'a promise that nothing awaits',
    'a.test.js',
    "test('x', () => { expect(f()).resolves.toBe(1); });",
    'a.test.js › x',
  ],
  [
    'a negated assertion',
    'a.test.js',
    "test('x', () => { expect(f()).not.toBe(1); assert.notEqual(f(), 2); });",
    'a.test.js › x',
  ],
  [
    'an approximate one',
    't/test_a.py',
    'def test_a():\n    assert f() == pytest.approx(2.5)\n',
    't/test_a.py › test_a',
  ],
  [
    'a comparison of variables',
    't/test_a.py',
    'def test_a():\n    x = 5\n    assert f(x) == x\n',
    't/test_a.py › test_a',
  ],
  [
    'a body that expects an error',
    't/test_a.py',
    'def test_a():\n    with pytest.raises(ValueError):\n        assert f() == 5\n',
    't/test_a.py › test_a',
  ],
  ['a matcher of a part', 'a.test.js', "test('x', () => { expect(f()).toMatchObject({ a: 1 }); });", 'a.test.js › x'],
])('%s: the test gets a canary', async (_, path, text, id) => {
  expect(await edited(path, text, [id])).toMatchObject({ how: ['canary'], unedited: [] });
});

test.each<[string, string, string, string, string]>([
  [
    'xfail',
    't/test_a.py',
    '@pytest.mark.xfail\ndef test_a():\n    assert f() == 5\n',
    't/test_a.py › test_a',
    'it is expected to fail',
  ],
  [
    'should_panic',
    'src/lib.rs',
    '#[test]\n#[should_panic]\nfn a() { assert_eq!(f(), 5); }\n',
    'lib › a',
    'it is expected to fail',
  ],
  [
    'test.fails',
    'a.test.js',
    "test.fails('x', () => { expect(f()).toBe(5); });",
    'a.test.js › x',
    'it is expected to fail',
  ],
  ['a body that is written elsewhere', 'a.test.js', "test('x', check);", 'a.test.js › x', 'it could not be edited'],
  [
    'a doctest',
    'src/lib.rs',
    '/// ```\n/// assert_eq!(f(), 5);\n/// ```\nfn f() {}\n',
    'lib › src/lib.rs - f (line 1)',
    'its definition was not found',
  ],
  [
    'a name that several definitions may make',
    'a.test.js',
    "test('a ' + x, () => {}); test('a ' + y, () => {});",
    'a.test.js › a 1',
    'its definition was not found',
  ],
])('%s: nothing is edited', async (_, path, text, id, reason) => {
  expect(await edited(path, text, [id])).toEqual({ text: null, how: [], unedited: [{ test: id, reason }] });
});

test('of several tests of one name, the number says which', async () => {
  const twice = "test('x', () => { expect(f()).toBe(1); }); test('x', () => { expect(f()).toBe(3); });";
  expect((await edited('a.test.js', twice, ['a.test.js › x #2'])).text).toContain(
    "toBe(1); }); test('x', () => { expect(f()).toBe(4)",
  );
});
