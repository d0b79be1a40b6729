import { describe, expect, test } from 'vitest';
import { blocking, changed } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

type Language = 'js' | 'py' | 'go' | 'rs' | 'java';

const files: Record<Language, [path: string, file: (claim: string) => string]> = {
  js: [
    'test/cart.test.js',
    (claim) => `test('cart', t => {\n  const cart = fill(3, other);\n  pay(cart, 'card');\n  ${claim};\n});\n`,
  ],
  py: [
    'tests/test_cart.py',
    (claim) => `def test_cart():\n    cart = fill(3, other)\n    pay(cart, "card")\n    ${claim}\n`,
  ],
  go: [
    'cart_test.go',
    (claim) =>
      `package shop\n\nfunc TestCart(t *testing.T) {\n\tcart := fill(3, other)\n\tpay(cart, "card")\n\t${claim}\n}\n`,
  ],
  rs: [
    'tests/cart.rs',
    (claim) => `#[test]\nfn cart() {\n    let cart = fill(3, other);\n    pay(&cart, "card");\n    ${claim};\n}\n`,
  ],
  java: [
    'src/test/java/CartTest.java',
    (claim) =>
      `class CartTest {\n  @Test\n  void cart() {\n    Cart cart = fill(3, other);\n    pay(cart, "card");\n    ${claim};\n  }\n}\n`,
  ],
};

function edit(language: Language, before: string, after: string): Change {
  const [path, file] = files[language];
  return { path, before: file(before), after: file(after) };
}

/** `${sum}` in the code under test. */
const hole = ['$', '{sum}'].join('');

const same: [what: string, language: Language, before: string, after: string][] = [
  ['a longer part of a text', 'js', "expect(cart.help).toContain('g')", "expect(cart.help).toContain('-g, --gift')"],
  ['an empty list', 'js', 't.deepEqual(cart.lines(), [])', 'expect(cart.lines()).to.be.empty()'],
  ['an empty list', 'js', 'expect(cart.lines()).toEqual([])', 'expect(cart.lines()).toHaveLength(0)'],
  ['an empty text', 'js', "assert.strictEqual(cart.note, '')", 'expect(cart.note).to.be.empty'],
  ['an empty map', 'py', 'assert cart.lines == {}', 'assert len(cart.lines) == 0'],
  ['an empty list', 'py', 'self.assertEqual(cart.lines, [])', 'self.assertEqual(len(cart.lines), 0)'],
  ['an empty slice', 'go', 'assert.Equal(t, []string{}, cart.Lines)', 'assert.Empty(t, cart.Lines)'],
  ['an empty slice', 'go', 'require.Len(t, cart.Lines, 0)', 'require.Empty(t, cart.Lines)'],
  ['an empty vector', 'rs', 'assert_eq!(cart.lines, vec![])', 'assert!(cart.lines.is_empty())'],
  ['an empty list', 'java', 'assertEquals(List.of(), cart.lines())', 'assertThat(cart.lines()).isEmpty()'],
  ['an empty list', 'java', 'assertEquals(0, cart.lines().size())', 'assertTrue(cart.lines().isEmpty())'],
  ['an empty list', 'java', 'assertThat(cart.lines(), is(empty()))', 'assertThat(cart.lines()).isEmpty()'],
  ['a comparison that is true', 'js', 'expect(cart.sum).to.equal(total)', 'expect(cart.sum === total).to.be(true)'],
  ['a comparison that is true', 'java', 'assertEquals(total, cart.sum)', 'assertThat(cart.sum == total).isTrue()'],
  ['the opposite of the opposite', 'js', 't.is(isPaid(cart), !isOpen)', 't.not(isPaid(cart), isOpen)'],
  ['one call', 'java', 'verify(bank, times(1)).pay(3, "card")', 'verify(bank).pay(3, "card")'],
  ['equal arguments', 'java', 'verify(bank, Mockito.times(1)).pay(eq("card"))', 'verify(bank).pay("card")'],
  ['one call', 'js', 'expect(bank.pay).toHaveBeenCalledTimes(1)', 'expect(bank.pay).toHaveBeenCalledOnce()'],
  [
    'a raw text',
    'py',
    'with pytest.raises(ValueError, match="^no$"):\n        pay(cart)',
    'with pytest.raises(ValueError, match=r"^no$"):\n        pay(cart)',
  ],
  ['a raw text', 'py', 'assert cart.path == "a\\\\b"', 'assert cart.path == r"a\\b"'],
  ['a raw text', 'rs', 'assert_eq!(cart.note, "a\\"b")', 'assert_eq!(cart.note, r#"a"b"#)'],
  ['a text in pieces', 'js', "t.is(cart.note, 'paid ' + 'by card')", "t.is(cart.note, 'paid by card')"],
  [
    'a template in pieces',
    'js',
    `t.is(cart.note, \`${hole} paid\\n\` + \`by card\`)`,
    `t.is(cart.note, \`${hole} paid\\nby card\`)`,
  ],
  ['a text in pieces', 'py', 'assert cart.note == ("paid " "by card")', 'assert cart.note == "paid by card"'],
  [
    'a text in pieces',
    'java',
    'assertEquals("paid " + "by card", cart.note())',
    'assertEquals("paid by card", cart.note())',
  ],
  ['an error', 'js', "t.throws(() => pay(cart), { message: 'no' })", "expect(() => pay(cart)).to.throw(Error, 'no')"],
  ['an error', 'js', "t.throws(() => pay(cart), Error('no'))", "expect(() => pay(cart)).to.throw('no')"],
  [
    'an error',
    'js',
    "assert.throws(() => pay(cart), { name: 'TypeError', message: 'no' })",
    "expect(() => pay(cart)).to.throw(TypeError, 'no')",
  ],
  ['a part', 'js', 't.deepEqual(cart.lines, wanted)', 'expect(cart).to.deep.include({ lines: wanted })'],
  ['a part', 'js', "t.is((await load(cart)).state, 'paid')", "expect(await load(cart)).to.include({ state: 'paid' })"],
  ['two parts', 'js', 't.is(cart.sum, 3);\n  t.is(cart.tax, 1)', 'expect(cart).to.include({ sum: 3, tax: 1 })'],
  ['a claim without its plan', 'js', 't.plan(1);\n  t.is(cart.sum, 3)', 't.is(cart.sum, 3)'],
  ['a failure', 'js', "cart.on('end', () => t.fail('ended'))", "cart.on('end', () => expect.fail('ended'))"],
];

const less: [what: string, language: Language, before: string, after: string][] = [
  ['a length that is not zero', 'js', 't.deepEqual(cart.lines(), [])', 'expect(cart.lines()).toHaveLength(1)'],
  [
    'emptiness of something that was full',
    'js',
    'expect(cart.lines()).toEqual([1, 2])',
    'expect(cart.lines()).toHaveLength(2)',
  ],
  ['being there', 'java', 'assertEquals(List.of(), cart.lines())', 'assertNotNull(cart.lines())'],
  ['an inequality', 'js', 't.is(isPaid(cart), isOpen)', 't.not(isPaid(cart), isOpen)'],
  ['a comparison that is looser', 'js', 'expect(cart.sum).toBe(3)', 'expect(cart.sum > 0).toBe(true)'],
  ['another number of calls', 'java', 'verify(bank, times(2)).pay("card")', 'verify(bank).pay("card")'],
  ['another raw text', 'py', 'assert cart.path == "a\\nb"', 'assert cart.path == r"a\\nb"'],
  ['another text in pieces', 'js', "t.is(cart.note, 'paid ' + 'by card')", "t.is(cart.note, 'paid by cash')"],
  [
    'an object with another value',
    'java',
    'verify(map).put("a", new HashMap<>() {{ put("id", 1); }})',
    'verify(map).put("a", new HashMap<>() {{ put("id", 2); }})',
  ],
  [
    'another message',
    'js',
    "t.throws(() => pay(cart), { message: 'no' })",
    "t.throws(() => pay(cart), { message: 'yes' })",
  ],
  ['any error', 'js', "t.throws(() => pay(cart), { message: 'no' })", 't.throws(() => pay(cart))'],
  ['a part of a whole', 'js', 'expect(cart).toEqual({ sum: 3, tax: 1 })', 'expect(cart).toMatchObject({ sum: 3 })'],
  ['another part', 'js', 't.deepEqual(receipt.lines, wanted)', 'expect(receipt).to.deep.include({ lines: [] })'],
  [
    'a plan without its claims',
    'js',
    't.plan(1);\n  t.is(cart.sum, 3);\n  t.is(cart.tax, 1)',
    't.plan(1);\n  t.is(cart.sum, 3)',
  ],
];

describe('the same assertion in other words', () => {
  test.each(same)('is recognised: %s (%s) %s → %s', async (_, language, before, after) => {
    const { path, before: was, after: is } = edit(language, before, after);
    expect(await changed([[path, was, is]])).toEqual([]);
  });

  test.each(less)('is weaker: %s (%s) %s → %s', async (_, language, before, after) => {
    expect(await blocking(edit(language, before, after))).not.toEqual([]);
  });
});

describe('a file that switches to another library', () => {
  const file = (first: string, second: string): string =>
    `test('sum', t => {\n  const cart = fill(3);\n  ${first};\n});\ntest('tax', t => {\n  const cart = tax(3);\n  ${second};\n});\n`;
  const old = file('t.is(cart.sum, 3)', 't.is(cart.rate, 19);\n  t.is(cart.tax, 1)');
  const change = (first: string, second: string): Change => ({
    path: 'test/cart.test.js',
    before: old,
    after: file(first, second),
  });

  test('only warns if an assertion seems weaker or is missing', async () => {
    const weaker = change('expect(cart.sum).to.equal(3)', 'expect(cart.rate).to.be.ok;\n  t.is(cart.tax, 1)');
    expect(await blocking(weaker)).toEqual([]);
    const fewer = change('t.is(cart.sum, 3)', 'expect(cart.rate).to.equal(19)');
    expect(await blocking(fewer)).toEqual([]);
  });

  test('is not assumed if a single assertion is reworded and weaker', async () => {
    const alone = change('t.is(cart.sum, 3)', 'expect(cart.rate).to.be.ok;\n  t.is(cart.tax, 1)');
    expect(await blocking(alone)).toEqual(['assertion-weakened']);
  });
});

test('an expected value edited while switching libraries is reported', async () => {
  const change = edit(
    'js',
    "t.is(cart.sum, 3);\n  t.is(cart.note, 'a')",
    "expect(cart.sum).to.equal(4);\n  expect(cart.note).to.equal('a')",
  );
  expect(await blocking(change)).toEqual(['expectation-edited']);
});

test('an expectation that is computed differently warns; one with another value blocks', async () => {
  const before = 'expect(cart.text()).toBe(format(cart, "plain"))';
  expect(await blocking(edit('js', before, 'expect(cart.text()).toBe(format(cart, style))'))).toEqual([]);
  expect(await blocking(edit('js', before, 'expect(cart.text()).toBe(format(cart, "bold"))'))).toEqual([
    'expectation-edited',
  ]);
});

test('a claim is not made by asking if its answer exists', async () => {
  const asked = edit('js', 'expect(cart.sum).toBe(3)', 'expect(cart.sum === 3).toBeDefined()');
  expect(await blocking(asked)).toEqual(['assertion-weakened']);
});
