import { describe, expect, test } from 'vitest';
import { changed, edit, fires, inBothStances, quiet } from '../../../test/support/guard/judge.ts';
import { go, java, js, node, py, rust, unit } from '../../../test/support/guard/samples.ts';

const ts = 'src/price.test.ts';
const javaPath = 'src/test/java/shop/PriceTest.java';

fires('test-gutted', [
  ['body kept', ts, js, js.replace(/ {4}expect\(result.*\n/g, '')],
  ['body emptied', ts, js, js.replace(/('adds tax', \(\) => \{)[\s\S]*?\n( {2}\}\);)/, '$1\n$2')],
  ['body kept', 'test/price.js', node, node.replace(/ {2}assert\.(strict|deep).*\n/g, '')],
  ['pass', 'tests/test_price.py', py, py.replace(/(def test_adds_tax\(\):\n)[\s\S]*?\n\n/, '$1    pass\n\n')],
  ['body kept', 'tests/test_price_unit.py', unit, unit.replace(/ {8}self\.assert(Equal|Almost).*\n/g, '')],
  [
    'body kept',
    'price_test.go',
    go,
    go.replace(/\tif result\.Total[\s\S]*?\n\t\}\n\tassert\.Equal\(t, "EUR".*\n/, '\t_ = result\n'),
  ],
  ['body kept', 'tests/price.rs', rust, rust.replace(/ {4}assert_eq!\(result.*\n {4}assert!.*\n/, '')],
  ['body kept', javaPath, java, java.replace(/ {4}assertEquals.*\n {4}assertThat.*\n/, '')],
]);

fires('assertion-removed', [
  ['one of two', ts, js, js.replace('    expect(result.total).toBe(119);\n', '')],
  ['commented out', ts, js, js.replace('    expect(result.total)', '    // expect(result.total)')],
  ['one of two', 'test/price.js', node, node.replace(/ {2}assert\.strictEqual.*\n/, '')],
  ['one of two', 'tests/test_price.py', py, py.replace('    assert result.total == 119\n', '')],
  ['one of two', 'tests/test_price_unit.py', unit, unit.replace('        self.assertEqual(result.total, 119)\n', '')],
  ['an if with t.Errorf', 'price_test.go', go, go.replace(/\tif result\.Total[\s\S]*?\n\t\}\n/, '')],
  ['one of two', 'tests/price.rs', rust, rust.replace('    assert_eq!(result.total, 119);\n', '')],
  ['one of two', javaPath, java, java.replace('    assertEquals(119, result.total());\n', '')],
  [
    'a supertest expectation',
    'test/app.js',
    "it('a', (done) => {\n  request(app).get('/').expect('x-a', '1').expect(200, done);\n});\n",
    "it('a', (done) => {\n  request(app).get('/').expect(200, done);\n});\n",
  ],
]);

fires('assertion-trivial', [
  ['expect without a matcher', ts, js, js.replace('.toBe(119)', '').replace(".toEqual('EUR')", '')],
  ['true is true', ts, js, js.replace('expect(result.total).toBe(119)', 'expect(true).toBe(true)')],
  ['circular', ts, js, js.replace('expect(result.total).toBe(119)', 'expect(result.total).toBe(result.total)')],
  ['ok(true)', 'test/price.js', node, node.replace('assert.strictEqual(result.total, 119)', 'assert.ok(true)')],
  ['assert True', 'tests/test_price.py', py, py.replace('assert result.total == 119', 'assert True')],
  [
    'or True',
    'tests/test_price.py',
    py,
    py.replace('assert result.total == 119', 'assert result.total == 119 or True'),
  ],
  [
    'circular',
    'tests/test_price.py',
    py,
    py.replace('assert result.total == 119', 'assert result.total == result.total'),
  ],
  [
    'assertTrue(True)',
    'tests/test_price_unit.py',
    unit,
    unit.replace('self.assertEqual(result.total, 119)', 'self.assertTrue(True)'),
  ],
  [
    'assert.True(t, true)',
    'price_test.go',
    go,
    go.replace('assert.Equal(t, "EUR", result.Currency)', 'assert.True(t, true)'),
  ],
  ['assert!(true)', 'tests/price.rs', rust, rust.replace('assert_eq!(result.total, 119)', 'assert!(true)')],
  [
    'circular',
    'tests/price.rs',
    rust,
    rust.replace('assert_eq!(result.total, 119)', 'assert_eq!(result.total, result.total)'),
  ],
  ['assertTrue(true)', javaPath, java, java.replace('assertEquals(119, result.total())', 'assertTrue(true)')],
  [
    'circular',
    javaPath,
    java,
    java.replace('assertEquals(119, result.total())', 'assertEquals(result.total(), result.total())'),
  ],
]);

fires('assertion-weakened', [
  [
    'only the type',
    'src/price.test.ts',
    "test('nets', () => {\n  const price = net(119);\n  expect(price).toBe(100);\n});\n",
    "test('nets', () => {\n  const price = net(119);\n  expect(typeof price).toBe('number');\n});\n",
  ],
  [
    'only the length',
    'tests/test_split.py',
    'def test_split():\n    assert split(100, 3) == [34, 33, 33]\n',
    'def test_split():\n    assert len(split(100, 3)) == 3\n',
  ],
  ['toBeDefined', ts, js, js.replace('toBe(119)', 'toBeDefined()')],
  ['toBeTruthy', ts, js, js.replace('toBe(119)', 'toBeTruthy()')],
  ['not.toBeNull', ts, js, js.replace('toBe(119)', 'not.toBeNull()')],
  ['toBeGreaterThan', ts, js, js.replace('toBe(119)', 'toBeGreaterThan(0)')],
  ['expect.anything', ts, js, js.replace("toEqual('EUR')", 'toEqual(expect.anything())')],
  ['toContain', ts, js, js.replace("toEqual('EUR')", "toContain('E')")],
  ['any error', ts, js, js.replace('toThrow(RangeError)', 'toThrow()')],
  [
    'assert.ok',
    'test/price.js',
    node,
    node.replace('assert.strictEqual(result.total, 119)', 'assert.ok(result.total)'),
  ],
  ['any error', 'test/price.js', node, node.replace(', /unknown country/', '')],
  [
    'is not None',
    'tests/test_price.py',
    py,
    py.replace('assert result.total == 119', 'assert result.total is not None'),
  ],
  ['truthy', 'tests/test_price.py', py, py.replace('assert result.total == 119', 'assert result.total')],
  ['inequality', 'tests/test_price.py', py, py.replace('assert result.total == 119', 'assert result.total > 0')],
  [
    'isinstance',
    'tests/test_price.py',
    py,
    py.replace('assert result.total == 119', 'assert isinstance(result.total, int)'),
  ],
  ['any exception', 'tests/test_price.py', py, py.replace('ValueError, match="unknown country"', 'Exception')],
  ['message dropped', 'tests/test_price.py', py, py.replace(', match="unknown country"', '')],
  [
    'assertIsNotNone',
    'tests/test_price_unit.py',
    unit,
    unit.replace('assertEqual(result.total, 119)', 'assertIsNotNone(result.total)'),
  ],
  [
    'assertTrue',
    'tests/test_price_unit.py',
    unit,
    unit.replace('assertEqual(result.total, 119)', 'assertTrue(result.total)'),
  ],
  ['wider tolerance', 'tests/test_price_unit.py', unit, unit.replace('places=5', 'places=1')],
  [
    'any exception',
    'tests/test_price_unit.py',
    unit,
    unit.replace('assertRaises(ValueError)', 'assertRaises(Exception)'),
  ],
  [
    'NotNil',
    'price_test.go',
    go,
    go.replace('assert.Equal(t, "EUR", result.Currency)', 'assert.NotNil(t, result.Currency)'),
  ],
  [
    'NotEmpty',
    'price_test.go',
    go,
    go.replace('assert.Equal(t, "EUR", result.Currency)', 'assert.NotEmpty(t, result.Currency)'),
  ],
  ['any error', 'price_test.go', go, go.replace('assert.ErrorIs(t, err, ErrUnknownCountry)', 'assert.Error(t, err)')],
  ['inequality', 'price_test.go', go, go.replace('result.Total != 119', 'result.Total <= 0')],
  [
    'assert! on a comparison',
    'tests/price.rs',
    rust,
    rust.replace('assert_eq!(result.total, 119)', 'assert!(result.total > 0)'),
  ],
  ['assert_ne!', 'tests/price.rs', rust, rust.replace('assert_eq!(result.total, 119)', 'assert_ne!(result.total, 0)')],
  ['assertNotNull', javaPath, java, java.replace('assertEquals(119, result.total())', 'assertNotNull(result.total())')],
  ['assertTrue', javaPath, java, java.replace('assertEquals(119, result.total())', 'assertTrue(result.total() > 0)')],
  ['isNotNull', javaPath, java, java.replace('isEqualTo("EUR")', 'isNotNull()')],
  ['contains', javaPath, java, java.replace('isEqualTo("EUR")', 'contains("E")')],
  ['any throwable', javaPath, java, java.replace('IllegalArgumentException', 'Throwable')],
  [
    'wider tolerance',
    ts,
    "it('a', () => {\n  expect(rate()).toBeCloseTo(0.19, 5);\n});\n",
    "it('a', () => {\n  expect(rate()).toBeCloseTo(0.19, 0);\n});\n",
  ],
  [
    'wider approx',
    'tests/test_a.py',
    'def test_a():\n    assert rate() == pytest.approx(0.19, abs=0.001)\n',
    'def test_a():\n    assert rate() == pytest.approx(0.19, abs=0.5)\n',
  ],
  [
    'wider delta',
    javaPath,
    'class ATest {\n  @Test\n  void a() {\n    assertEquals(0.19, rate(), 0.001);\n  }\n}\n',
    'class ATest {\n  @Test\n  void a() {\n    assertEquals(0.19, rate(), 0.5);\n  }\n}\n',
  ],
]);

fires('expectation-edited', [
  ['a number', ts, js, js.replace('toBe(119)', 'toBe(120)')],
  ['a string', ts, js, js.replace("'EUR'", "'USD'")],
  ['a number', 'test/price.js', node, node.replace('119', '120')],
  ['a list', 'test/price.js', node, node.replace("['a', 'b']", "['a']")],
  ['a number', 'tests/test_price.py', py, py.replace('== 119', '== 120')],
  ['a member', 'tests/test_price.py', py, py.replace('"EUR" in', '"USD" in')],
  ['a number', 'tests/test_price_unit.py', unit, unit.replace('119', '120')],
  ['a string', 'price_test.go', go, go.replace('"EUR", result', '"USD", result')],
  ['a number in an if', 'price_test.go', go, go.replace('result.Total != 119', 'result.Total != 120')],
  ['a number', 'tests/price.rs', rust, rust.replace('119', '120')],
  ['a number', javaPath, java, java.replace('119', '120')],
  [
    'a boolean',
    ts,
    "it('a', () => {\n  expect(ok(1)).toBe(true);\n});\n",
    "it('a', () => {\n  expect(ok(1)).toBe(false);\n});\n",
  ],
  [
    'a row of a list',
    ts,
    "it.each([\n  [1250, '12.50 EUR'],\n  [5, '0.05 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
    "it.each([\n  [1250, '12.50 EUR'],\n  [5, '0.5 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
  ],
  [
    'a row with names',
    'fib_test.go',
    'package a\n\nfunc TestFib(t *testing.T) {\n\ttests := []struct {\n\t\tn, want int\n\t\tfails bool\n\t}{\n\t\t{n: 0, want: 0, fails: false},\n\t\t{n: 10, want: 55, fails: false},\n\t}\n\tfor _, tt := range tests {\n\t\tif got := Fib(tt.n); got != tt.want {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}\n}\n',
    'package a\n\nfunc TestFib(t *testing.T) {\n\ttests := []struct {\n\t\tn, want int\n\t\tfails bool\n\t}{\n\t\t{n: 0, want: 0, fails: false},\n\t\t{n: 10, want: 54, fails: false},\n\t}\n\tfor _, tt := range tests {\n\t\tif got := Fib(tt.n); got != tt.want {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t}\n}\n',
  ],
  [
    'a row with a call',
    'tests/test_tax.py',
    'import pytest\n\n\n@pytest.mark.parametrize("country, expected", [\n    ("DE", Decimal("119.00")),\n    ("CH", Decimal("108.10")),\n])\ndef test_gross(country, expected):\n    assert gross(country) == expected\n',
    'import pytest\n\n\n@pytest.mark.parametrize("country, expected", [\n    ("DE", Decimal("119.00")),\n    ("CH", Decimal("108.00")),\n])\ndef test_gross(country, expected):\n    assert gross(country) == expected\n',
  ],
  ['a negation', 'tests/test_a.py', 'def test_a():\n    assert ok(1)\n', 'def test_a():\n    assert not ok(1)\n'],
]);

describe('the opposite of an assertion', () => {
  const table: [what: string, path: string, before: string, after: string][] = [
    ['truth', 'tests/test_a.py', 'def test_a():\n    assert ok(1)\n', 'def test_a():\n    assert not ok(1)\n'],
    [
      'an error',
      'a_test.go',
      ofError('if err != nil {\n\t\tt.Fatal(err)\n\t}'),
      ofError('if err == nil {\n\t\tt.Fatal("none")\n\t}'),
    ],
    ['an error', 'a_test.go', ofError('require.NoError(t, err)'), ofError('require.Error(t, err)')],
    ['an error', 'a_test.go', ofError('assert.NotNil(t, err)'), ofError('assert.Nil(t, err)')],
  ];
  test.each(table)('%s is another value, not a weaker assertion (%s)', async (_, path, before, after) => {
    expect(await inBothStances('expectation-edited', edit(path, before, after))).toEqual({
      agent: 'high',
      review: 'medium',
    });
    expect(await inBothStances('assertion-weakened', edit(path, before, after))).toEqual({
      agent: 'none',
      review: 'none',
    });
  });
  function ofError(claim: string): string {
    return `package a\n\nfunc TestA(t *testing.T) {\n\terr := save(3)\n\t${claim}\n}\n`;
  }
});

fires('assertion-swallowed', [
  [
    'try/catch',
    ts,
    js,
    js.replace(
      '    expect(result.total).toBe(119);',
      '    try {\n      expect(result.total).toBe(119);\n    } catch {}',
    ),
  ],
  [
    'catch that logs',
    ts,
    js,
    js.replace(
      '    expect(result.total).toBe(119);',
      '    try {\n      expect(result.total).toBe(119);\n    } catch (error) {\n      console.log(error);\n    }',
    ),
  ],
  [
    'except AssertionError',
    'tests/test_price.py',
    py,
    py.replace(
      '    assert result.total == 119',
      '    try:\n        assert result.total == 119\n    except AssertionError:\n        pass',
    ),
  ],
  [
    'bare except',
    'tests/test_price.py',
    py,
    py.replace(
      '    assert result.total == 119',
      '    try:\n        assert result.total == 119\n    except:\n        pass',
    ),
  ],
  [
    'suppress',
    'tests/test_price.py',
    py,
    py.replace(
      '    assert result.total == 119',
      '    with contextlib.suppress(Exception):\n        assert result.total == 119',
    ),
  ],
  [
    'catch_unwind',
    'tests/price.rs',
    rust,
    rust.replace(
      '    assert_eq!(result.total, 119);',
      '    let _ = std::panic::catch_unwind(|| {\n        assert_eq!(result.total, 119);\n    });',
    ),
  ],
  [
    'catch Throwable',
    javaPath,
    java,
    java.replace(
      '    assertEquals(119, result.total());',
      '    try {\n      assertEquals(119, result.total());\n    } catch (Throwable ignored) {\n    }',
    ),
  ],
]);

test('a snapshot rewritten alone is reported, with its source it is not', async () => {
  const snap: [string, string, string] = [
    'src/__snapshots__/a.test.ts.snap',
    'exports[`a 1`] = `6`;',
    'exports[`a 1`] = `7`;',
  ];
  expect(await changed([snap])).toEqual(['snapshot-rewritten']);
  expect(await changed([snap, ['src/a.ts', 'export const a = 6;', 'export const a = 7;']])).toEqual([]);
});

test('an expectation that changes with its source has a cause', async () => {
  expect(
    await changed([
      [ts, js, js.replace('119', '120')],
      ['src/price.ts', 'export const rate = 19;', 'export const rate = 20;'],
    ]),
  ).toEqual([]);
});

quiet('a value that is named by its matcher', [
  [
    'isZero',
    'src/test/java/CartTest.java',
    'class CartTest {\n  @Test\n  void empty() {\n    Cart cart = new Cart();\n    assertEquals(0, cart.total());\n    assertEquals(1, cart.pages());\n  }\n}\n',
    'class CartTest {\n  @Test\n  void empty() {\n    Cart cart = new Cart();\n    assertThat(cart.total()).isZero();\n    assertThat(cart.pages()).isOne();\n  }\n}\n',
  ],
]);

quiet('a case of a table', [
  [
    'another input',
    ts,
    "it.each([\n  [1250, '12.50 EUR'],\n  [5, '0.05 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
    "it.each([\n  [1250, '12.50 EUR'],\n  [7, '0.05 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
  ],
  [
    'another case in its place',
    ts,
    "it.each([\n  [1250, '12.50 EUR'],\n  [5, '0.05 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
    "it.each([\n  [1250, '12.50 EUR'],\n  [7, '0.07 EUR'],\n])('formats %i', (amount, text) => {\n  expect(format(amount)).toBe(text);\n});\n",
  ],
]);

quiet('a stronger or equal claim', [
  [
    'a claim that notes its failure, within a handler',
    'test/unit/event.js',
    "QUnit.test('leaves', function (assert) {\n  listen(function (text) {\n    var told = JSON.parse(text);\n    assert.ok(told.event, 'told');\n  });\n});\n",
    "QUnit.test('leaves', function (assert) {\n  listen(function (text) {\n    try {\n      var told = JSON.parse(text);\n      assert.ok(told.event, 'told');\n    } catch (e) {}\n  });\n});\n",
  ],
  [
    'unequal for another instance',
    'src/test/java/shop/PriceTest.java',
    'class PriceTest {\n  @Test\n  void copies() {\n    assertThat(copy(price)).isNotSameInstanceAs(price);\n  }\n}\n',
    'class PriceTest {\n  @Test\n  void copies() {\n    assertThat(copy(price)).isNotEqualTo(price);\n  }\n}\n',
  ],
  [
    'a variable that is called r',
    'store_test.go',
    'package store\n\nfunc TestRemove(t *testing.T) {\n\tremoved := store.Remove("a")\n\trequire.NotNil(t, removed)\n}\n',
    'package store\n\nfunc TestRemove(t *testing.T) {\n\tr := store.Remove("a")\n\trequire.NotNil(t, r)\n}\n',
  ],
  ['toStrictEqual', ts, js, js.replace("toEqual('EUR')", "toStrictEqual('EUR')")],
  ['exact from defined', ts, js.replace('toBe(119)', 'toBeDefined()'), js],
  ['toBe for toEqual', ts, js, js.replace('toBe(119)', 'toEqual(119)')],
  [
    'toBe(true) to toBeTruthy on a boolean',
    ts,
    "it('a', () => {\n  expect(ok()).toBe(true);\n});\n",
    "it('a', () => {\n  expect(ok()).toBeTruthy();\n});\n",
  ],
  [
    'a message added',
    javaPath,
    java,
    java.replace('assertEquals(119, result.total())', 'assertEquals(119, result.total(), "total")'),
  ],
  [
    'assertEquals(null) to assertNull',
    javaPath,
    'class ATest {\n  @Test\n  void a() {\n    assertEquals(null, f(1));\n  }\n}\n',
    'class ATest {\n  @Test\n  void a() {\n    assertNull(f(1));\n  }\n}\n',
  ],
  [
    'assertTrue(equals) to assertEquals',
    javaPath,
    'class ATest {\n  @Test\n  void a() {\n    assertTrue(f(1).equals(g(2)));\n  }\n}\n',
    'class ATest {\n  @Test\n  void a() {\n    assertEquals(g(2), f(1));\n  }\n}\n',
  ],
  [
    'assertThat for assertEquals',
    javaPath,
    java,
    java.replace('assertEquals(119, result.total())', 'assertThat(result.total()).isEqualTo(119)'),
  ],
  ['require for assert', 'price_test.go', go, go.replace('assert.Equal(t, "EUR"', 'require.Equal(t, "EUR"')],
  [
    'testify for if',
    'price_test.go',
    go,
    go.replace(/\tif result\.Total[\s\S]*?\n\t\}\n/, '\tassert.Equal(t, 119, result.Total)\n'),
  ],
  [
    'assert_eq for assert',
    'tests/price.rs',
    rust.replace('assert_eq!(result.total, 119)', 'assert!(result.total == 119)'),
    rust,
  ],
  [
    'pytest for unittest',
    'tests/test_price_unit.py',
    unit,
    unit.replace('self.assertEqual(result.total, 119)', 'assert result.total == 119'),
  ],
  [
    'several claims in a loop',
    'tests/test_a.py',
    'def test_a():\n    assert f(1) == 2\n    assert f(2) == 4\n    assert f(3) == 6\n',
    'def test_a():\n    for given, wanted in [(1, 2), (2, 4), (3, 6)]:\n        assert f(given) == wanted\n',
  ],
  [
    'moved into a helper',
    ts,
    js,
    js
      .replace('    expect(result.total).toBe(119);\n', '    expectTotal(result, 119);\n')
      .replace(
        "describe('price'",
        "function expectTotal(result, wanted) {\n  expect(result.total).toBe(wanted);\n}\n\ndescribe('price'",
      ),
  ],
  ['a renamed variable', 'tests/test_price.py', py, py.replaceAll('result', 'outcome')],
  [
    'an assertion added',
    'tests/price.rs',
    rust,
    rust.replace('    assert!(result.label', '    assert_eq!(result.lines, 2);\n    assert!(result.label'),
  ],
  [
    'a rethrowing handler',
    javaPath,
    java,
    java.replace(
      '    assertEquals(119, result.total());',
      '    try {\n      assertEquals(119, result.total());\n    } catch (RuntimeException e) {\n      throw new AssertionError(e);\n    }',
    ),
  ],
  [
    'inputs and expectation changed',
    'tests/test_price.py',
    py,
    py.replace('price(100, "DE")\n    assert result.total == 119', 'price(200, "DE")\n    assert result.total == 238'),
  ],
]);
