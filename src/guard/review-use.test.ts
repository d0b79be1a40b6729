import { describe, expect, test } from 'vitest';
import { edit, inBothStances } from '../../test/support/guard/judge.ts';
import { isBlocking } from '../core/findings/blocking.ts';
import { isBlockingIfStrict } from './finding/types.ts';
import { guard } from './guard.ts';

/** What a review looks up in the code and files around a loss. */

describe('tests written in a language that is not parsed', () => {
  const legacy = edit(
    'test/siblings.js',
    "const assert = require('assert');\ntest('next sibling', () => {\n  const list = make('<p></p><b></b>');\n  assert.strictEqual(list[0].next, list[1]);\n});\n",
    null,
  );
  const page =
    '<script>\ntest(() => {\n  const list = make(2);\n  assert_equals(list[0].next, list[1]);\n});\n</script>\n';
  test.each([
    ['replace those that were removed', 'test/pages/siblings.html', 'medium'],
    ['are not tests in another folder', 'docs/siblings.html', 'critical'],
  ])('%s', async (_, path, review) => {
    const found = await inBothStances('test-file-deleted', legacy, edit(path, null, page));
    expect(found).toEqual({ agent: 'critical', review });
  });
});

test('rows that ran only under a condition', async () => {
  const rows = (more: string): string =>
    `import pytest\n\n\n@pytest.mark.parametrize("kind", [\n    "float16",\n${more}    "int8",\n])\ndef test_kind(kind):\n    made = convert(kind)\n    assert made.kind == kind\n`;
  const removal = (row: string) => edit('tests/test_kind.py', rows(row), rows(''));
  const marked = '    pytest.param("int64", marks=pytest.mark.skipif(new, reason="old only")),\n';
  expect(await inBothStances('test-rows-dropped', removal(marked))).toEqual({ agent: 'high', review: 'medium' });
  expect(await inBothStances('test-rows-dropped', removal('    "int64",\n'))).toEqual({
    agent: 'high',
    review: 'high',
  });
});

test('rows of a test that ran only under a condition', async () => {
  const suite = (mark: string, rows: string): string =>
    `import pytest\n\n\n${mark}@pytest.mark.parametrize("n", [\n${rows}])\ndef test_half(n):\n    assert half(n) * 2 == n\n`;
  const removal = (mark: string) =>
    edit('tests/test_half.py', suite(mark, '    2,\n    4,\n    6,\n'), suite(mark, '    2,\n'));
  expect((await inBothStances('test-rows-dropped', removal('@pytest.mark.skipif(slow, reason="slow")\n'))).review).toBe(
    'medium',
  );
  expect((await inBothStances('test-rows-dropped', removal(''))).review).toBe('high');
});

test('a strict option removed from a command may be in a setting', async () => {
  const job = (run: string): string => `on: push\njobs:\n  checks:\n    steps:\n      - run: ${run}\n`;
  const change = (before: string, after: string) => edit('.github/workflows/ci.yml', job(before), job(after));
  const dropped = await inBothStances('failure-ignored', change('mypy --strict src', 'mypy src'));
  expect(dropped).toEqual({ agent: 'high', review: 'medium' });
  const forgiven = await inBothStances('failure-ignored', change('mypy --strict src', 'mypy --strict src || true'));
  expect(forgiven).toEqual({ agent: 'high', review: 'high' });
});

test('"not supported" may be intended, "not implemented" is not', async () => {
  const source = (body: string): string =>
    `package remote\n\nfunc newSchemaError(kind string) error {\n\treturn ${body}\n}\n`;
  const change = (text: string) =>
    edit(
      'remote/errors.go',
      source('&SchemaError{kind: strings.ToLower(kind)}'),
      source(`fmt.Errorf("${text}: %q, %w", kind, ErrSchema)`),
    );
  expect(await inBothStances('function-stubbed', change('unsupported kind'))).toEqual({
    agent: 'critical',
    review: 'medium',
  });
  expect((await inBothStances('function-stubbed', change('not implemented'))).review).toBe('critical');
});

test('a test that no longer asserts anything, among reworked tests', async () => {
  const claim = "test('adds', () => {\n  const made = add(1, 2);\n  assert.equal(made, 3);\n});\n";
  const bare = "test('adds', () => {\n  const made = add(1, 2);\n});\n";
  const setUp = (name: string, n: number): string =>
    `function ${name}() {\n${Array.from({ length: n }, (_, i) => `  register('${name}', ${i});\n`).join('')}}\n`;
  const change = (removed: number, added: number) =>
    edit('test/add.test.js', `${claim}${setUp('old', removed)}`, `${bare}${setUp('fresh', added)}`);
  expect((await inBothStances('test-gutted', change(10, 5))).review).toBe('critical');
  expect((await inBothStances('test-gutted', change(80, 40))).review).toBe('medium');
});

describe('a removed assertion', () => {
  const suite = (claims: string, more = ''): string =>
    `def test_total():\n    cart = Cart([1, 2])\n${claims}    assert cart.first() == 1\n    assert cart.count() == 2\n\n\ndef test_empty():\n    assert Cart([]).total() == 0\n${more}`;
  const claim = '    assert cart.total() == 3\n';
  test.each([
    ['warns if it is the only one', suite(''), 'medium'],
    ['blocks if another one was removed too', suite('').replace('    assert cart.first() == 1\n', ''), 'high'],
    ['blocks if it was commented out', suite('    # assert cart.total() == 3\n'), 'high'],
    ['warns if something was added to the tests', suite('', '    assert Cart([]).count() == 0\n'), 'medium'],
  ])('%s', async (_, after, review) => {
    const found = await inBothStances('assertion-removed', edit('tests/test_cart.py', suite(claim), after));
    expect(found).toEqual({ agent: 'high', review });
  });
});

test('assertions about a part whose whole is still asserted', async () => {
  const suite = (claims: string): string =>
    `test('sorts', () => {\n  const made = sort([2, 1]);\n${claims}  expect(made).toEqual([1, 2]);\n  expect(count()).toBe(1);\n});\n`;
  const parts = '  expect(made.length).toBe(2);\n  expect(made[0]).toBe(1);\n';
  const removal = (before: string) => edit('src/sort.test.js', suite(before), suite(''));
  expect((await inBothStances('assertion-removed', removal(parts))).review).not.toBe('high');
  const others = '  expect(order()).toBe(2);\n  expect(first()).toBe(1);\n';
  expect(await inBothStances('assertion-removed', removal(others))).toEqual({ agent: 'high', review: 'high' });
});

describe('a deleted test', () => {
  const head = "import { total } from './cart.js';\n";
  const exact = "test('adds', () => {\n  const made = total([1, 2]);\n  expect(made).toBe(3);\n});\n";
  const rest = "test('is zero', () => {\n  expect(total([])).toBe(0);\n});\n";
  const source = (line: string): string =>
    `export function total(items) {\n${line}  return items.reduce((sum, item) => sum + item, 0);\n}\n`;
  test.each([
    [
      'is not replaced by one that only checks existence',
      "test('is there', () => {\n  expect(total).toBeDefined();\n});\n",
      '',
    ],
    ['does not follow source that only logs more', '', '  console.log(items);\n'],
  ])('%s', async (_, test, line) => {
    const tests = edit('src/cart.test.js', head + exact + rest, head + rest + test);
    const changes = line === '' ? [tests] : [tests, edit('src/cart.js', source(''), source(line))];
    expect((await inBothStances('test-deleted', ...changes)).review).toBe('critical');
  });

  test('may follow source that does more', async () => {
    const tests = edit('src/cart.test.js', head + exact + rest, head + rest);
    const grown = edit('src/cart.js', source(''), source('  if (items.length > 9) return limit(items);\n'));
    expect((await inBothStances('test-deleted', tests, grown)).review).toBe('medium');
  });
});

describe('tests that conftest ignores', () => {
  const ignore = 'collect_ignore_glob = ["test_bench_*.py"]\n';
  test.each([
    ['if something is not installed', `try:\n    import codspeed\nexcept ImportError:\n    ${ignore}`, 'medium'],
    ['always', ignore, 'critical'],
  ])('%s', async (_, after, review) => {
    const { agent } = await inBothStances('test-skipped', edit('tests/conftest.py', null, after));
    const conditional = await inBothStances('test-conditionally-skipped', edit('tests/conftest.py', null, after));
    expect([agent, conditional.agent]).toContain(review);
    expect(agent === 'critical').toBe(review === 'critical');
  });
});

describe('a test that no longer asserts anything', () => {
  const suite = (line: string): string => `def test_total():\n    made = Cart([1, 2]).total()\n${line}`;
  test.each([
    ['only prints', '    print(made)\n', 'critical'],
    ['newly calls what may assert it', '    self.render(made, 3)\n', 'medium'],
  ])('and %s', async (_, line, review) => {
    const change = edit('tests/test_cart.py', suite('    assert made == 3\n'), suite(line));
    expect((await inBothStances('test-gutted', change)).review).toBe(review);
  });
});

test('tests of deprecated code', async () => {
  const tests = edit(
    'tests/test_shop.py',
    'def test_domain_update():\n    made = update_domain("a.b")\n    assert made.domain == "a.b"\n',
    null,
  );
  const fields = (more: string): string => `class Shop:\n    name = Field("name")\n${more}`;
  const removal = (field: string) => edit('app/shop.py', fields(field), fields(''));
  const announced = removal('    street = Field("street", deprecation_reason="use address")\n');
  expect((await inBothStances('test-file-deleted', tests, announced)).review).toBe('medium');
  expect((await inBothStances('test-file-deleted', tests, removal('    street = Field("street")\n'))).review).toBe(
    'critical',
  );
});

test.each([
  ['src/test/xtend-gen/CartTest.java', 'medium'],
  ['src/test/java/generated/CartTest.java', 'medium'],
  ['src/test/java/genetics/CartTest.java', 'critical'],
])('generated tests: %s', async (path, review) => {
  const suite = 'class CartTest {\n  @Test\n  void adds() {\n    assertEquals(3, Cart.of(1, 2).total());\n  }\n}\n';
  expect(await inBothStances('test-file-deleted', edit(path, suite, null))).toEqual({ agent: 'critical', review });
});

test('errors of a check that are no longer shown still count', async () => {
  const job = (run: string): string => `on: push\njobs:\n  checks:\n    steps:\n      - run: ${run}\n`;
  const change = (before: string, after: string) => edit('.github/workflows/ci.yml', job(before), job(after));
  const hidden = await inBothStances('failure-ignored', change('eslint src', 'eslint src 2>/dev/null'));
  expect(hidden).toEqual({ agent: 'high', review: 'medium' });
  const quiet = await inBothStances('failure-ignored', change('node --test', 'node --no-warnings --test'));
  expect(quiet).toEqual({ agent: 'high', review: 'medium' });
});

test('a custom check that is still called', async () => {
  const suite = (...given: string[]): string =>
    `class AuthTest {\n  @Test\n  void names() {\n    connect();\n${given.map((one) => `    assertUserPass(${one});\n`).join('')}  }\n}\n`;
  const path = 'src/test/java/AuthTest.java';
  const fewer = await inBothStances('assertion-removed', edit(path, suite('"a"', '"\\t"'), suite('"a"')));
  expect(fewer).toEqual({ agent: 'high', review: 'medium' });
});

describe('a weaker assertion', () => {
  const suite = (claim: string): string => `def test_total():\n    cart = Cart([1, 2])\n    ${claim}\n`;
  test.each([
    ['about the same thing', 'assert cart.total() > 0', 'high'],
    ['that it exists', 'assert cart.total()', 'high'],
    ['about a part of it', 'assert cart.total() in (3, 4)', 'medium'],
    ['in its own words', 'assert nearly(cart.total(), 3)', 'medium'],
  ])('%s', async (_, claim, review) => {
    const change = edit('tests/test_cart.py', suite('assert cart.total() == 3'), suite(claim));
    expect(await inBothStances('assertion-weakened', change)).toEqual({ agent: 'high', review });
  });
});

test.each([
  ['asserted only under a condition', '    if modern():\n        assert made == 3\n', 'medium'],
  ['asserted nothing itself', '    show(made)\n', 'medium'],
  ['asserted something', '    assert made == 3\n', 'critical'],
])('a deleted test file that %s', async (_, claim, review) => {
  const suite = `def test_total():\n    made = Cart([1, 2]).total()\n${claim}`;
  const found = await inBothStances('test-file-deleted', edit('tests/test_cart.py', suite, null));
  expect(found).toEqual({ agent: 'critical', review });
});

describe('settings', () => {
  const strict = (options: string): string => `{ "compilerOptions": { ${options} "module": "esnext" } }\n`;
  test.each([
    ['strict', 'high'],
    ['checkJs', 'medium'],
  ])('%s switched off', async (option, review) => {
    const change = edit('tsconfig.json', strict(`"${option}": true,`), strict(`"${option}": false,`));
    expect(await inBothStances('strictness-lowered', change)).toEqual({ agent: 'high', review });
  });

  test('a failure that was already ignored in another form', async () => {
    const job = (...steps: string[]): string =>
      `on: push\njobs:\n  checks:\n    steps:\n${steps.map((step) => `      - ${step}\n        continue-on-error: true\n`).join('')}`;
    const change = (before: string[], after: string[]) =>
      edit('.github/workflows/ci.yml', job(...before), job(...after));
    const again = await inBothStances('failure-ignored', change(['uses: acme/cargo@v1'], ['run: cargo test --all']));
    expect(again.review).not.toBe('high');
    const plain = 'on: push\njobs:\n  checks:\n    steps:\n      - run: cargo test --all\n';
    const newFailure = edit('.github/workflows/ci.yml', plain, job('run: cargo test --all'));
    expect((await inBothStances('failure-ignored', newFailure)).review).toBe('high');
  });
});

test('a mark that applies only if something is not installed is a condition', async () => {
  const body = 'def test_page(page):\n    assert page.title() == "Cart"\n';
  const change = (mark: string) =>
    edit('tests/test_page.py', `import pytest\n\n${body}`, `import pytest\n\n${mark}\n${body}`);
  const fallback =
    'try:\n    import playwright\nexcept ImportError:\n    pytestmark = pytest.mark.skip("no browser")\n';
  expect((await inBothStances('test-skipped', change(fallback))).agent).toBe('none');
  expect((await inBothStances('test-skipped', change('pytestmark = pytest.mark.skip("no browser")\n'))).agent).toBe(
    'critical',
  );
});

describe('a comparison that is waited for', () => {
  const java = (claim: string): string =>
    `class QueueTest {\n  @Test\n  void drains() {\n    queue.take(2);\n    ${claim}\n  }\n}\n`;
  const change = (claim: string) =>
    edit('src/test/java/QueueTest.java', java('assertEquals(0, queue.size());'), java(claim));
  test.each([
    ['the same', 'assertTrue("drained", Wait.waitFor(() -> queue.size() == 0, 5000));', 'medium'],
    ['the same or anything', 'assertTrue("drained", Wait.waitFor(() -> queue.size() == 0 || late, 5000));', 'high'],
    ['less', 'assertTrue("drained", Wait.waitFor(() -> queue.size() >= 0, 5000));', 'high'],
  ])('says %s', async (_, claim, agent) => {
    expect((await inBothStances('assertion-weakened', change(claim))).agent).toBe(agent);
  });
});

test('the tests of a function with a short name are removed with it', async () => {
  const source = (more: string): string => `def add(a, b):\n    return a + b\n${more}`;
  const removal = edit('calc.py', source('\n\ndef div(a, b):\n    return a / b\n'), source(''));
  const suite = (more: string): string => `def test_add():\n    assert add(1, 2) == 3\n${more}`;
  const tests = edit('tests/test_calc.py', suite('\n\ndef test_div():\n    assert div(4, 2) == 2\n'), suite(''));
  expect((await inBothStances('test-deleted', removal, tests)).review).toBe('medium');
  expect((await inBothStances('test-deleted', tests)).review).toBe('critical');
});

test('a short body that is no longer implemented', async () => {
  const change = edit(
    'calc.py',
    'def add(a, b):\n    return a + b\n',
    'def add(a, b):\n    raise NotImplementedError\n',
  );
  expect(await inBothStances('function-stubbed', change)).toEqual({ agent: 'critical', review: 'critical' });
});

describe('a finding that a review doubts keeps the severity it has in a loop', () => {
  const rows = (...lines: string[]): string =>
    `import pytest\n\n\n@pytest.mark.parametrize("n", [\n${lines.map((line) => `    ${line},\n`).join('')}])\ndef test_half(n):\n    assert half(n) * 2 == n\n`;
  const somewhere = 'pytest.param(6, marks=pytest.mark.skipif(slow, reason="slow"))';
  const adds = 'def test_adds_all():\n    made = add(1, 2)\n    assert made == 3\n';
  const others = (n: number): string =>
    Array.from({ length: n }, (_, i) => `    assert other(${i}) == ${i}\n`).join('');
  test.each([
    ['rows that ran under a condition', edit('tests/test_half.py', rows('2', '4', somewhere), rows('2', '4'))],
    [
      'a file that gained as many assertions',
      edit('tests/test_add.py', `${adds}\n\ndef test_other():\n${others(1)}`, `def test_other():\n${others(4)}`),
    ],
    ['a value that was edited', edit('tests/test_add.py', adds, adds.replace('== 3', '== 4'))],
    [
      'a deleted test',
      edit('tests/test_add.py', `${adds}\n\ndef test_other():\n${others(1)}`, `def test_other():\n${others(1)}`),
    ],
  ])('%s', async (_, change) => {
    const inLoop = (await guard({ changes: [change], stance: 'agent' })).findings.filter(isBlocking);
    const { findings } = await guard({ changes: [change], stance: 'review' });
    expect(inLoop).toHaveLength(1);
    expect(findings.filter((one) => isBlocking(one) || isBlockingIfStrict(one)).map((one) => one.pattern)).toEqual(
      inLoop.map((one) => one.pattern),
    );
  });
});
