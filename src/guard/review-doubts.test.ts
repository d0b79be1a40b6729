import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../test/support/guard/judge.ts';
import type { Change } from './finding/types.ts';

/** What a review doubts and a loop does not, each doubt next to the loss that it does not excuse. */

const head = "import { expect, test } from 'vitest';\nimport { net, gross } from './price.ts';\n";
const nets =
  "test('takes the tax off', () => {\n  const price = net(119);\n  expect(price).toBe(100);\n  expect(net(0)).toBe(0);\n});\n";
const rounds =
  "test('rounds to cents', () => {\n  const price = gross(0.333);\n  expect(price).toBe(0.4);\n  expect(gross(0.111)).toBe(0.13);\n});\n";
const inTests = (after: string): Change => edit('src/price.test.ts', head + nets + rounds, after);

const body = (lines: string[]): string =>
  `export function gross(n: number): number {\n${lines.map((line) => `  ${line};\n`).join('')}}\n`;
const inSource = (before: string[], after: string[]): Change => edit('src/price.ts', body(before), body(after));
const plain = ['const rate = 1.19', 'return n * rate'];
const longer = ['const rate = 1.19', 'const cents = Math.round(n * rate * 100)', 'return cents / 100'];
const asLong = ['const rate = 1.19', 'return Math.round(n * rate * 100) / 100'];

describe('a deleted test', () => {
  test.each<[string, Change[], string]>([
    ['blocks if the source is unchanged', [], 'critical'],
    ['blocks if the source has as many lines as before', [inSource(plain, asLong)], 'critical'],
    ['blocks if the source lost lines', [inSource(longer, plain)], 'critical'],
    [
      'blocks if only new functions were added',
      [edit('src/tax.ts', null, body(longer).replace('gross', 'taxed'))],
      'critical',
    ],
    ['warns if existing functions grew, which it may follow', [inSource(plain, longer)], 'medium'],
  ])('%s', async (_, source, review) => {
    expect(await inBothStances('test-deleted', inTests(head + nets), ...source)).toEqual({ agent: 'critical', review });
  });

  test.each([
    ['did nothing', "test('is sound', () => {});\n"],
    [
      'returned before its assertions',
      "test('is sound', () => {\n  return;\n  const price = gross(3);\n  expect(price).toBe(4);\n});\n",
    ],
  ])('is not a loss if it %s', async (_, empty) => {
    const change = edit('src/price.test.ts', head + nets + empty, head + nets);
    expect(await inBothStances('test-deleted', change)).toEqual({ agent: 'medium', review: 'medium' });
  });
});

describe('a removed assertion', () => {
  const without = inTests(
    head + nets + rounds.replace('  expect(price).toBe(0.4);\n', '  // expect(price).toBe(0.4);\n'),
  );
  test.each<[string, Change[], string]>([
    ['blocks if the source is unchanged', [], 'high'],
    ['warns if the source lost what it may have checked', [inSource(['log(n)', ...plain], plain)], 'medium'],
    ['warns if the source was rewritten, which it may follow', [inSource(plain, asLong)], 'medium'],
  ])('%s', async (_, source, review) => {
    expect(await inBothStances('assertion-removed', without, ...source)).toEqual({ agent: 'high', review });
  });
});

describe('a weaker assertion', () => {
  const weaker = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeGreaterThan(9)') + rounds;
  test('blocks if otherwise unchanged', async () => {
    const defined = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeDefined()') + rounds;
    expect(await inBothStances('assertion-weakened', inTests(defined))).toEqual({ agent: 'high', review: 'high' });
  });

  test('blocks as a comparison', async () => {
    expect(await inBothStances('assertion-weakened', inTests(weaker))).toEqual({ agent: 'high', review: 'high' });
  });

  test('warns if it is about another value', async () => {
    const absent = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeUndefined()') + rounds;
    const present = absent.replace('toBeUndefined()', "toMatch('hundred')");
    expect(await inBothStances('assertion-weakened', edit('src/price.test.ts', absent, present))).toEqual({
      agent: 'high',
      review: 'medium',
    });
  });

  test('warns if it replaced a custom check of unknown strength', async () => {
    const own = head + nets.replace('expect(price).toBe(100)', 'assertPrice(price, 100)') + rounds;
    const change = edit(
      'src/price.test.ts',
      own,
      own.replace('assertPrice(price, 100)', 'expect(price).toBeDefined()'),
    );
    expect(await inBothStances('assertion-weakened', change)).toEqual({ agent: 'high', review: 'medium' });
  });

  test('blocks if the file only imports one more name from a module', async () => {
    const more = weaker
      .replace('{ net, gross }', '{ net, gross, taxed }')
      .replace('toBeGreaterThan(9)', 'toBeDefined()');
    expect(await inBothStances('assertion-weakened', inTests(more))).toEqual({ agent: 'high', review: 'high' });
  });

  test('warns if the file imports from another module', async () => {
    const spied = weaker
      .replace('toBeGreaterThan(9)', 'toBeDefined()')
      .replace('import {', "import 'spies';\nimport {");
    expect(await inBothStances('assertion-weakened', inTests(spied))).toEqual({ agent: 'high', review: 'medium' });
  });
});

describe('a test that its runner no longer finds', () => {
  const totals = 'def test_total():\n    made = total([1, 2])\n    assert made == 3\n    assert total([]) == 0\n';
  const remaining = 'def test_empty():\n    assert total([]) == 0\n';
  const renamed = totals.replace('test_total', 'first_total');
  test('blocks if it is in the same file', async () => {
    const change = edit('tests/test_total.py', `${remaining}\n\n${totals}`, `${remaining}\n\n${renamed}`);
    expect(await inBothStances('test-uncollected', change)).toEqual({ agent: 'critical', review: 'critical' });
  });

  test('warns if it is in another file, for which other rules may apply', async () => {
    const removal = edit('tests/test_total.py', `${remaining}\n\n${totals}`, remaining);
    const there = edit('tests/totals.py', null, renamed);
    expect(await inBothStances('test-uncollected', removal, there)).toEqual({ agent: 'critical', review: 'medium' });
  });
});

test('an error asserted under a condition is not a failure reported by the condition', async () => {
  const errorBranch = '\tif c.wantErr {\n\t\trequire.Error(t, err)\n\t\treturn\n\t}\n';
  const file = (more: string): string =>
    `package a\n\nfunc TestNames(t *testing.T) {\n\tnames, err := Names(c.given)\n${more}\trequire.NoError(t, err)\n\trequire.Equal(t, c.want, names)\n\trequire.Len(t, names, 3)\n}\n`;
  const change = edit('names_test.go', file(errorBranch), file(''));
  expect((await inBothStances('assertion-removed', change)).review).toBe('medium');
});

test('a focus excludes nothing in a file without other tests', async () => {
  const helper = 'export function onlyOnLinux(): void {\n  check();\n}\n';
  const skipping =
    "export function onlyOnLinux(): void {\n  if (isWindows()) {\n    test.only('does not run here', () => {\n      expect(1).toBe(1);\n    });\n  }\n}\n";
  expect(await inBothStances('test-focused', edit('src/conditional.test.ts', helper, skipping))).toEqual({
    agent: 'critical',
    review: 'medium',
  });
});

describe('an assertion in one branch of a condition', () => {
  const arms = (first: string, second: string): string =>
    `def test_price(wide):\n    price = net(119)\n    if wide:\n        ${first}\n    else:\n        ${second}\n    assert price.tax == 19\n`;
  const path = 'tests/test_price.py';
  test('is lost if the branch no longer makes it, which a review only warns about', async () => {
    const both = 'assert price == 100\n        assert price.high';
    const change = edit(path, arms(both, 'assert price.low'), arms('assert price.high', 'assert price.low'));
    expect(await inBothStances('assertion-removed', change)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test('rows moved to a list in another file may be shared; in a loop they may be parked there', async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((price) => `(${price}, "${price} euros")`);
  const table = (list: string): string =>
    `import pytest\n\n\n@pytest.mark.parametrize("price, words", ${list})\ndef test_words(price, words):\n    assert in_words(price) == words\n`;
  const before = table(`[\n    (0, "nothing"),\n    ${rows.join(',\n    ')},\n]`);
  const fewer = edit('tests/test_words.py', before, table('[\n    (0, "nothing"),\n]'));
  const twin = { ...fewer, path: 'tests/test_spoken.py' };
  const shared = edit('tests/cases.py', 'ODD = []\n', `ODD = []\nEUROS = [\n    ${rows.join(',\n    ')},\n]\n`);
  expect(await inBothStances('test-rows-dropped', fewer, twin, shared)).toEqual({ agent: 'high', review: 'medium' });
  expect(await inBothStances('test-rows-dropped', fewer, twin)).toEqual({ agent: 'high', review: 'high' });
});

test.each([
  ['    if six.PY3:\n        return\n', 'medium'],
  ['', 'critical'],
])('an early return is judged by what ran before it: %j', async (condition, review) => {
  const body = (exit: string): string =>
    `import six\n\n\ndef test_build():\n${exit}    built = build("a")\n    assert built == "A"\n    assert built.size == 1\n`;
  const change = edit('tests/test_build.py', body(condition), body('    return\n'));
  expect(await inBothStances('test-unreachable', change)).toEqual({ agent: 'critical', review });
});

describe('a lost test that others replace', () => {
  const total =
    'def test_total_of_many_items():\n    made = total(ITEMS)\n    assert made == 3\n    assert made.tax == 1\n';
  const deletion = (before: string): Change => edit('tests/test_total.py', before, null);
  const port =
    'def test_total_of_many_items(page):\n    page.goto("/total")\n    page.wait_for_selector("b")\n    expect(page).to_have_text("3")\n';
  const many = Array.from({ length: 9 }, (_, i) => total.replace('of_many_items', `of_${i}_items_and_more`)).join(
    '\n\n',
  );

  test('by name, in another file', async () => {
    const ported = edit('tests/test_browser.py', null, port);
    const { review } = await inBothStances('test-file-deleted', deletion(`${total}\n\n${many}`), ported);
    expect(review).toBe('medium');
    const other = edit('tests/test_browser.py', null, port.replace('of_many_items', 'is_shown'));
    expect(await inBothStances('test-file-deleted', deletion(`${total}\n\n${many}`), other)).toMatchObject({
      review: 'critical',
    });
  });

  test('because it ran only under a condition', async () => {
    const marked = deletion(`@pytest.mark.skipif(sys.version_info > (3, 8), reason="old")\n${total}`);
    expect(await inBothStances('test-file-deleted', marked)).toEqual({ agent: 'critical', review: 'medium' });
    expect(await inBothStances('test-file-deleted', deletion(total))).toEqual({
      agent: 'critical',
      review: 'critical',
    });
  });

  test('because it belonged to an example', async () => {
    const change = edit('packages/shop-example/tests/test_total.py', total, null);
    expect(await inBothStances('test-file-deleted', change)).toEqual({ agent: 'critical', review: 'medium' });
  });
});

describe('a test that no longer asserts anything', () => {
  const nets = 'def test_nets():\n    price = net(119)\n    assert price == 100\n';
  const other = 'def test_other():\n    assert other() == 1\n';
  const emptied = edit('tests/test_price.py', `${nets}\n\n${other}`, `def test_nets():\n    pass\n\n\n${other}`);
  test('blocks, whatever replaces its body', async () => {
    expect(await inBothStances('test-gutted', emptied)).toEqual({ agent: 'critical', review: 'critical' });
    const logged = edit('tests/test_price.py', nets, nets.replace('assert price == 100', 'print(price)'));
    expect(await inBothStances('test-gutted', logged)).toEqual({ agent: 'critical', review: 'critical' });
  });

  test('warns if more was added than removed', async () => {
    const longer = nets.replace(
      '    assert price == 100\n',
      '    page.show(price)\n    page.press("b")\n    page.close()\n',
    );
    expect(await inBothStances('test-gutted', edit('tests/test_price.py', nets, longer))).toMatchObject({
      review: 'medium',
    });
  });
});

test('an assertion made trivial blocks next to a feature, too', async () => {
  const trivial = inTests(head + nets.replace('expect(price).toBe(100)', 'expect(true).toBe(true)') + rounds);
  expect(await inBothStances('assertion-trivial', trivial, inSource(plain, longer))).toEqual({
    agent: 'critical',
    review: 'critical',
  });
});

test('setting an outcome has no honest use', async () => {
  const hook = (body: string): string =>
    `import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    result = yield\n    report = result.get_result()\n    ${body}\n`;
  const before = 'import pytest\n';
  const faked = edit('tests/conftest.py', before, hook('report.outcome = "passed"'));
  expect((await inBothStances('test-run-tampered', faked)).review).toBe('critical');
});

describe('deleted tests that proved little', () => {
  const python = (...marks: string[]): string =>
    `import pytest\n\n${marks.map((mark, i) => `${mark}def test_total_${i}():\n    cart = Cart([${i}, 2])\n    assert cart.total() == ${i + 2}\n`).join('\n')}`;
  test.each([
    ['all were expected to fail', ['@pytest.mark.xfail(reason="slow")\n', '@pytest.mark.xfail\n'], 'medium'],
    ['all ran only under a condition', ['@pytest.mark.skipif(old, reason="old")\n'], 'medium'],
    ['one of them ran', ['@pytest.mark.xfail(reason="slow")\n', ''], 'critical'],
  ])('%s', async (_, marks, review) => {
    const found = await inBothStances('test-file-deleted', edit('tests/test_cart.py', python(...marks), null));
    expect(found).toEqual({ agent: 'critical', review });
  });
});
