import { describe, expect, test } from 'vitest';
import { cutTests } from './cut-tests.ts';
import { putBackTests } from './put-back.ts';

const JS = `import assert from 'node:assert';
import test, { describe } from 'node:test';

// The first one.
test('one', () => {
  assert.equal(1, 1);
});

describe('group', () => {
  test('two', () => assert.equal(2, 2));

  test('three', () => assert.equal(3, 3));
});
for (const n of [1]) test(\`made \${n}\`, () => assert.ok(n));
test('four', () => {}); test('five', () => {});
test('last', () => {});
`;
const ALL = ['one', 'group › two', 'group › three', 'made 1', 'four', 'five', 'last'].map(
  (name) => `a.test.js › ${name}`,
);
const cut = async (tests: string[], path = 'a.test.js', text = JS, all = ALL) => {
  const result = await cutTests([{ path, text }], { tests, all });
  return { text: result.files[0]?.text ?? null, reasons: result.uncut.map(({ reason }) => reason), ...result };
};
const back = async (now: string, tests: string[], { whole = JS, path = 'a.test.js', keepsFound = false } = {}) => {
  const { files, found, lost } = await putBackTests([{ path, whole, now }], { tests, keepsFound });
  return { text: files[0]?.text ?? now, found, lost };
};

describe('cutting tests', () => {
  test('a test goes with its comment, and its suite stays', async () => {
    const { text, files, groups } = await cut(['a.test.js › one', 'a.test.js › group › three']);
    expect(text).toBe(JS.replace(/\n\/\/ The first one\.[\s\S]*?\n\}\);\n/, '').replace(/\n {2}test\('three'.*\n/, ''));
    expect(files[0]?.others).toEqual(ALL.filter((id) => !/one|three/.test(id)));
    expect(groups['a.test.js › group › two']).toBe('a.test.js › group');
  });

  test.each([
    ['a.test.js › made 1', 'it is made by a table or a loop'],
    ['a.test.js › four', 'it shares a line with other code'],
    ['a.test.js › gone', 'its definition was not found'],
  ])('%s stays: %s', async (id, reason) => {
    expect(await cut([id])).toMatchObject({ text: null, reasons: [reason] });
  });

  test.each<[string, string, string, string, string | null]>([
    [
      'Python',
      't/test_a.py',
      'def test_a():\n    assert f()\n\n\n@mark.slow\ndef test_b():\n    assert g()\n',
      't/test_a.py › test_b',
      'def test_a():\n    assert f()\n',
    ],
    [
      'Python, called elsewhere',
      't/test_a.py',
      'def test_b():\n    assert g()\n\n\ndef test_a():\n    test_b()\n    assert f()\n',
      't/test_a.py › test_b',
      null,
    ],
    [
      'Go',
      'p/a_test.go',
      'package p\n\nfunc TestA(t *testing.T) {\n}\n\n// B.\nfunc TestB(t *testing.T) {\n}\n',
      'x/p › TestB',
      'package p\n\nfunc TestA(t *testing.T) {\n}\n',
    ],
    [
      'Java',
      'src/test/java/ATest.java',
      'class ATest {\n  @Test\n  void a() { assertEquals(1, f()); }\n\n  @Test\n  void b() { assertEquals(2, f()); }\n}\n',
      'ATest › b',
      'class ATest {\n  @Test\n  void a() { assertEquals(1, f()); }\n}\n',
    ],
    [
      'Rust in a source file',
      'src/lib.rs',
      '#[cfg(test)]\nmod tests {\n  #[test]\n  fn a() { assert_eq!(f(), 1); }\n}\n',
      'lib › tests › a',
      null,
    ],
  ])('%s', async (_, path, text, id, expected) => {
    expect((await cut([id], path, text, [id])).text).toBe(expected);
  });
});

describe('putting tests back', () => {
  const HELD = ['a.test.js › one', 'a.test.js › group › three', 'a.test.js › last'];

  test('each comes back behind the test that it stood behind', async () => {
    const held = HELD.slice(1);
    const { text } = await cut(held);
    expect(text).not.toBe(JS);
    expect(await back(text ?? '', held)).toEqual({ text: JS, found: [], lost: [] });
  });

  test('changes beside them stay', async () => {
    const { text } = await cut(HELD);
    const changed = `// new\n${text}`
      .replace(
        "test('two', () => assert.equal(2, 2));",
        "test('two', () => assert.equal(4, 2 + 2));\n  test('more', () => {});",
      )
      .concat("test('new', () => {});\n");
    const { text: whole, lost } = await back(changed, HELD);
    expect(lost).toEqual([]);
    for (const name of ['one', 'two', 'three', 'more', 'last', 'new'])
      expect(whole.split(`test('${name}'`)).toHaveLength(2);
    expect(whole).toContain('assert.equal(4, 2 + 2)');
    expect(whole.indexOf("test('three'")).toBeLessThan(whole.indexOf('for (const'));
  });

  test('one that is there again becomes what it was, or stays as a person left it', async () => {
    const weak = JS.replace('assert.equal(3, 3)', 'assert.ok(true)');
    expect(await back(weak, HELD)).toEqual({ text: JS, found: HELD, lost: [] });
    expect(await back(weak, HELD, { keepsFound: true })).toEqual({ text: weak, found: HELD, lost: [] });
  });

  test('a test whose suite is gone is lost', async () => {
    const { text } = await cut(['a.test.js › group › three']);
    const without = (text ?? '').replace(/describe\('group'[\s\S]*?\n\}\);\n/, '');
    expect((await back(without, ['a.test.js › group › three'])).lost).toEqual(['a.test.js › group › three']);
  });
});
