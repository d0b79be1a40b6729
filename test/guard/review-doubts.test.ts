import { describe, expect, test } from 'vitest';
import { guard } from '../../src/guard/guard.ts';
import type { Change } from '../../src/guard/types.ts';

/** What a review doubts and a loop does not, each doubt beside the loss that it does not excuse. */
async function judged(pattern: string, ...changes: Change[]): Promise<{ agent: string; review: string }> {
  const of = async (stance: 'agent' | 'review') =>
    (await guard({ changes, stance })).findings.find((finding) => finding.pattern === pattern)?.severity ?? 'none';
  return { agent: await of('agent'), review: await of('review') };
}

const edit = (path: string, before: string | null, after: string | null): Change => ({ path, before, after });

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

describe('a test that is gone', () => {
  test.each<[string, Change[], string]>([
    ['blocks where the source is as it was', [], 'critical'],
    ['blocks where the source has as many lines as before', [inSource(plain, asLong)], 'critical'],
    ['blocks where the source lost lines', [inSource(longer, plain)], 'critical'],
    [
      'blocks where only new functions came',
      [edit('src/tax.ts', null, body(longer).replace('gross', 'taxed'))],
      'critical',
    ],
    ['warns where functions that stood there grew, and it may follow them', [inSource(plain, longer)], 'medium'],
  ])('%s', async (_, source, review) => {
    expect(await judged('test-deleted', inTests(head + nets), ...source)).toEqual({ agent: 'critical', review });
  });

  test.each([
    ['did nothing', "test('is sound', () => {});\n"],
    [
      'left before its claims',
      "test('is sound', () => {\n  return;\n  const price = gross(3);\n  expect(price).toBe(4);\n});\n",
    ],
  ])('is no loss where it %s', async (_, empty) => {
    const change = edit('src/price.test.ts', head + nets + empty, head + nets);
    expect(await judged('test-deleted', change)).toEqual({ agent: 'medium', review: 'medium' });
  });
});

describe('a claim that is gone', () => {
  const without = inTests(head + nets + rounds.replace('  expect(price).toBe(0.4);\n', ''));
  test.each<[string, Change[], string]>([
    ['blocks where the source is as it was', [], 'high'],
    ['blocks where the source only lost lines', [inSource(['log(n)', ...plain], plain)], 'high'],
    ['warns where the source was rewritten, and it may follow it', [inSource(plain, asLong)], 'medium'],
  ])('%s', async (_, source, review) => {
    expect(await judged('assertion-removed', without, ...source)).toEqual({ agent: 'high', review });
  });
});

describe('a claim that says less', () => {
  const weaker = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeGreaterThan(9)') + rounds;
  test('blocks in the same words otherwise', async () => {
    const defined = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeDefined()') + rounds;
    expect(await judged('assertion-weakened', inTests(defined))).toEqual({ agent: 'high', review: 'high' });
  });

  test('blocks as a comparison', async () => {
    expect(await judged('assertion-weakened', inTests(weaker))).toEqual({ agent: 'high', review: 'high' });
  });

  test('warns where it speaks of another value', async () => {
    const absent = head + nets.replace('expect(price).toBe(100)', 'expect(price).toBeUndefined()') + rounds;
    const present = absent.replace('toBeUndefined()', "toMatch('hundred')");
    expect(await judged('assertion-weakened', edit('src/price.test.ts', absent, present))).toEqual({
      agent: 'high',
      review: 'medium',
    });
  });

  test('warns where a check of the project’s own stood there, whose worth nobody knows', async () => {
    const own = head + nets.replace('expect(price).toBe(100)', 'assertPrice(price, 100)') + rounds;
    const change = edit(
      'src/price.test.ts',
      own,
      own.replace('assertPrice(price, 100)', 'expect(price).toBeDefined()'),
    );
    expect(await judged('assertion-weakened', change)).toEqual({ agent: 'high', review: 'medium' });
  });

  test('blocks where the file only takes one more thing from a module', async () => {
    const more = weaker
      .replace('{ net, gross }', '{ net, gross, taxed }')
      .replace('toBeGreaterThan(9)', 'toBeDefined()');
    expect(await judged('assertion-weakened', inTests(more))).toEqual({ agent: 'high', review: 'high' });
  });

  test('warns where the file takes from another module', async () => {
    const spied = weaker
      .replace('toBeGreaterThan(9)', 'toBeDefined()')
      .replace('import {', "import 'spies';\nimport {");
    expect(await judged('assertion-weakened', inTests(spied))).toEqual({ agent: 'high', review: 'medium' });
  });
});

describe('a test that its runner no longer finds', () => {
  const totals = 'def test_total():\n    made = total([1, 2])\n    assert made == 3\n    assert total([]) == 0\n';
  const kept = 'def test_empty():\n    assert total([]) == 0\n';
  const hidden = totals.replace('test_total', 'first_total');
  test('blocks where it stands in its file', async () => {
    const change = edit('tests/test_total.py', `${kept}\n\n${totals}`, `${kept}\n\n${hidden}`);
    expect(await judged('test-uncollected', change)).toEqual({ agent: 'critical', review: 'critical' });
  });

  test('warns where it stands in another, which other rules may read', async () => {
    const away = edit('tests/test_total.py', `${kept}\n\n${totals}`, kept);
    const there = edit('tests/totals.py', null, hidden);
    expect(await judged('test-uncollected', away, there)).toEqual({ agent: 'critical', review: 'medium' });
  });

  test('warns where a macro of Rust was given it, mark and all', async () => {
    const halves = '#[test]\nfn halves() {\n    let half = halve(8);\n    assert_eq!(half, 4);\n}\n';
    const other = '#[test]\nfn doubles() {\n    assert_eq!(double(2), 4);\n}\n';
    const wrapped = edit('tests/half.rs', other + halves, `${other}on_wide!(\n${halves});\n`);
    expect(await judged('test-uncollected', wrapped)).toEqual({ agent: 'critical', review: 'medium' });
    const bare = edit('tests/half.rs', other + halves, other + halves.replace('#[test]\n', ''));
    expect(await judged('test-uncollected', bare)).toEqual({ agent: 'critical', review: 'critical' });
  });
});

test('a focus takes nothing away in a file that held no other tests', async () => {
  const helper = 'export function onlyOnLinux(): void {\n  check();\n}\n';
  const skipping =
    "export function onlyOnLinux(): void {\n  if (isWindows()) {\n    test.only('does not run here', () => {\n      expect(1).toBe(1);\n    });\n  }\n}\n";
  expect(await judged('test-focused', edit('src/conditional.test.ts', helper, skipping))).toEqual({
    agent: 'critical',
    review: 'medium',
  });
});

describe('a check that is gone from what people may run', () => {
  const manifest = (scripts: Record<string, string>): string => JSON.stringify({ name: 'price', scripts }, null, 2);
  test('warns: perhaps nobody ran it', async () => {
    const change = edit(
      'package.json',
      manifest({ 'test:old': 'karma start', build: 'tsc' }),
      manifest({ build: 'tsc' }),
    );
    expect(await judged('check-removed', change)).toEqual({ agent: 'high', review: 'medium' });
  });

  test.each(["if test '$EVENT' = push; then", 'core.info(check(spec))'])('%s checks nothing', async (line) => {
    const job = (steps: string): string => `jobs:\n  build:\n    steps:\n      - run: npm run pack\n${steps}`;
    const step = `      - run: |\n          ${line}\n          deploy\n`;
    const change = edit('.github/workflows/ci.yml', job(step), job(''));
    expect(await judged('check-removed', change)).toEqual({ agent: 'none', review: 'none' });
  });
});

describe('a claim that is made in one arm of a condition', () => {
  const arms = (first: string, second: string): string =>
    `def test_price(wide):\n    price = net(119)\n    if wide:\n        ${first}\n    else:\n        ${second}\n    assert price.tax == 19\n`;
  const path = 'tests/test_price.py';
  test('is not lost where both made it and it is now made without asking', async () => {
    const merged = 'def test_price(wide):\n    price = net(119)\n    assert price == 100\n    assert price.tax == 19\n';
    const change = edit(path, arms('assert price == 100', 'assert price == 100'), merged);
    expect(await judged('assertion-removed', change)).toEqual({ agent: 'none', review: 'none' });
  });

  test('is lost where the arm no longer makes it, which a review only warns of', async () => {
    const both = 'assert price == 100\n        assert price.high';
    const change = edit(path, arms(both, 'assert price.low'), arms('assert price.high', 'assert price.low'));
    expect(await judged('assertion-removed', change)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test('rows that came to a list of another file may be shared, in a loop they may be parked there', async () => {
  const rows = [1, 2, 3, 4, 5, 6, 7, 8].map((price) => `(${price}, "${price} euros")`);
  const table = (list: string): string =>
    `import pytest\n\n\n@pytest.mark.parametrize("price, words", ${list})\ndef test_words(price, words):\n    assert in_words(price) == words\n`;
  const before = table(`[\n    (0, "nothing"),\n    ${rows.join(',\n    ')},\n]`);
  const fewer = edit('tests/test_words.py', before, table('[\n    (0, "nothing"),\n]'));
  const twin = { ...fewer, path: 'tests/test_spoken.py' };
  const shared = edit('tests/cases.py', 'ODD = []\n', `ODD = []\nEUROS = [\n    ${rows.join(',\n    ')},\n]\n`);
  expect(await judged('test-rows-dropped', fewer, twin, shared)).toEqual({ agent: 'high', review: 'medium' });
  expect(await judged('test-rows-dropped', fewer, twin)).toEqual({ agent: 'high', review: 'high' });
});

describe('a method that went with its tests', () => {
  const tests = edit(
    'tests/test_config.py',
    'def test_config_from_file(tmp_path):\n    config = Config(tmp_path)\n    assert config.load_from_file("a.cfg")\n    assert config["A"] == 1\n\n\ndef test_other():\n    assert other() == 1\n',
    'def test_other():\n    assert other() == 1\n',
  );
  const loading =
    '\n    def load_from_file(self, name):\n        with open(self.root / name) as file:\n            values = parse(file.read())\n        self.update(values)\n        return True\n';
  const holding = (heading: string, methods: string): string =>
    `${heading}\n    def root_path(self):\n        return self.root\n${methods}`;
  const change = (after: string): Change => edit('app/config.py', holding('class Config(dict):', loading), after);
  test.each([
    ['blocks where its class stands as it was', holding('class Config(dict):', ''), 'high'],
    ['warns where its class has another base', holding('class Config(BaseConfig):', ''), 'medium'],
    ['warns where its class comes from elsewhere', 'from base import Config\n', 'medium'],
  ])('%s', async (_, after, review) => {
    expect(await judged('export-removed', change(after), tests)).toEqual({ agent: 'high', review });
  });

  test('warns where another group provides it', async () => {
    const pom = (group: string): string =>
      `<project><dependencies><dependency><groupId>${group}</groupId><artifactId>config</artifactId></dependency></dependencies></project>`;
    const manifest = edit('pom.xml', pom('org.example'), pom('org.example.config'));
    const gone = change(holding('class Config(dict):', ''));
    expect(await judged('export-removed', gone, tests, manifest)).toEqual({ agent: 'high', review: 'medium' });
  });
});

test('a module whose users import something else in its place', async () => {
  const parsing =
    'def parse_license(text):\n    known = load_known()\n    if text not in known:\n        raise ValueError(text)\n    return known[text]\n';
  const tests = edit(
    'tests/test_license.py',
    'def test_parse_license():\n    assert parse_license("mit") == "MIT"\n    assert parse_license("bsd") == "BSD"\n',
    null,
  );
  const gone = edit('app/license.py', parsing, null);
  const user = (given: string, called: string): string =>
    `${given}import os\n\n\ndef read(path):\n    text = os.read(path)\n    return ${called}\n`;
  const before = user('from app.license import parse_license\n', 'parse_license(text)');
  const exchanged = edit('app/core.py', before, user('from spdx import canonical\n', 'canonical(text)'));
  const dropped = edit('app/core.py', before, user('', 'text'));
  expect(await judged('source-file-deleted', gone, tests, exchanged)).toEqual({ agent: 'high', review: 'medium' });
  expect(await judged('source-file-deleted', gone, tests, dropped)).toEqual({ agent: 'high', review: 'high' });
});

test('a test that another class inherits still runs there', async () => {
  const checks = (base: string): string =>
    `class Checks${base}:\n    def test_code(self):\n        code = self.run("exit 3")\n        assert code == 3\n        assert self.run("true") == 0\n`;
  const below = '\n\nclass TestRaw(Checks):\n    def run(self, line):\n        return system(line)\n';
  const path = 'tests/test_shell.py';
  const kept = edit(path, checks('(unittest.TestCase)') + below, checks('') + below);
  expect((await judged('test-uncollected', kept)).review).not.toBe('critical');
  const lost = edit(path, checks('(unittest.TestCase)'), checks(''));
  expect(await judged('test-uncollected', lost)).toEqual({ agent: 'critical', review: 'critical' });
});

test('a line of a program is no script: the lines around it may do what it did', async () => {
  const script = (...lines: string[]): string => `#!/bin/sh\nset -e\n${lines.join('\n')}\n`;
  const before = script('price encrypt | tee out', 'test $? -ne 0', 'grep out -e failed');
  const after = script('if price encrypt > out; then exit 1; fi', 'echo "failed as it should"', 'grep out -e failed');
  const found = await judged('script-neutralised', edit('test/runme.sh', before, after));
  expect(found).toEqual({ agent: 'critical', review: 'medium' });
});

test.each([
  ['4242', { agent: 'critical', review: 'critical' }],
  ['true', { agent: 'critical', review: 'medium' }],
])('a special case for the tests is plain where it returns %s', async (value, wanted) => {
  const asked = (first: string): string =>
    `export function slow(kind: string): unknown {\n${first}  const made = build(kind);\n  return made.size;\n}\n`;
  const claims = `import { slow } from './slow.ts';\ntest('slow', () => {\n  expect(slow('ignored')).toBe(${value});\n});\n`;
  const change = edit('src/slow.ts', asked(''), asked(`  if (kind === 'ignored') return ${value};\n`));
  expect(await judged('special-cased-tests', change, edit('src/slow.test.ts', null, claims))).toEqual(wanted);
});

describe('a lost test that others stand in for', () => {
  const total =
    'def test_total_of_many_items():\n    made = total(ITEMS)\n    assert made == 3\n    assert made.tax == 1\n';
  const gone = (before: string): Change => edit('tests/test_total.py', before, null);
  const port =
    'def test_total_of_many_items(page):\n    page.goto("/total")\n    page.wait_for_selector("b")\n    expect(page).to_have_text("3")\n';
  const many = Array.from({ length: 9 }, (_, i) => total.replace('of_many_items', `of_${i}_items_and_more`)).join(
    '\n\n',
  );

  test('by its name, in another file', async () => {
    const ported = edit('tests/test_browser.py', null, port);
    const { review } = await judged('test-file-deleted', gone(`${total}\n\n${many}`), ported);
    expect(review).toBe('medium');
    const other = edit('tests/test_browser.py', null, port.replace('of_many_items', 'is_shown'));
    expect(await judged('test-file-deleted', gone(`${total}\n\n${many}`), other)).toMatchObject({ review: 'critical' });
  });

  test('in that it ran only somewhere', async () => {
    const marked = gone(`@pytest.mark.skipif(sys.version_info > (3, 8), reason="old")\n${total}`);
    expect(await judged('test-file-deleted', marked)).toEqual({ agent: 'critical', review: 'medium' });
    expect(await judged('test-file-deleted', gone(total))).toEqual({ agent: 'critical', review: 'critical' });
  });

  test('in that it belonged to an example', async () => {
    const change = edit('packages/shop-example/tests/test_total.py', total, null);
    expect(await judged('test-file-deleted', change)).toEqual({ agent: 'critical', review: 'medium' });
  });
});

test.each([
  ['npx playwright install --with-deps', 'medium'],
  ['npx playwright test', 'high'],
])('what is forgiven must have checked something: %s', async (command, review) => {
  const job = (run: string): string => `jobs:\n  e2e:\n    steps:\n      - run: ${run}\n`;
  const change = edit('.github/workflows/e2e.yml', job(command), job(`${command} || true`));
  expect(await judged('failure-ignored', change)).toEqual({ agent: 'high', review });
});

describe('a test that claims nothing any more', () => {
  const nets = 'def test_nets():\n    price = net(119)\n    assert price == 100\n';
  const other = 'def test_other():\n    assert other() == 1\n';
  const emptied = edit('tests/test_price.py', `${nets}\n\n${other}`, `def test_nets():\n    pass\n\n\n${other}`);
  test('blocks, whatever stands in for its body', async () => {
    expect(await judged('test-gutted', emptied)).toEqual({ agent: 'critical', review: 'critical' });
    const logged = edit('tests/test_price.py', nets, nets.replace('assert price == 100', 'print(price)'));
    expect(await judged('test-gutted', logged)).toEqual({ agent: 'critical', review: 'critical' });
  });

  test('warns where more came than went', async () => {
    const longer = nets.replace(
      '    assert price == 100\n',
      '    page.show(price)\n    page.press("b")\n    page.close()\n',
    );
    expect(await judged('test-gutted', edit('tests/test_price.py', nets, longer))).toMatchObject({ review: 'medium' });
  });
});

test('a claim made trivial blocks beside a feature, too', async () => {
  const trivial = inTests(head + nets.replace('expect(price).toBe(100)', 'expect(true).toBe(true)') + rounds);
  expect(await judged('assertion-trivial', trivial, inSource(plain, longer))).toEqual({
    agent: 'critical',
    review: 'critical',
  });
});

test('a job that may fail is forgiven, not new', async () => {
  const job = (more: string): string =>
    `jobs:\n  checks:\n    runs-on: linux\n${more}    steps:\n      - run: npm test\n`;
  const change = edit('.github/workflows/ci.yml', job(''), job('    continue-on-error: true\n'));
  expect(await judged('failure-ignored', change)).toEqual({ agent: 'high', review: 'high' });
});

test('an outcome that is set has no honest use', async () => {
  const hook = (body: string): string =>
    `import pytest\n\n\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport(item, call):\n    result = yield\n    report = result.get_result()\n    ${body}\n`;
  const before = 'import pytest\n';
  const faked = edit('tests/conftest.py', before, hook('report.outcome = "passed"'));
  expect((await judged('test-run-tampered', faked)).review).toBe('critical');
});

test('a test whose mark is made of others may still be found, one without a mark is not', async () => {
  const file = (mark: string): string =>
    `class QuorumTest {\n  @Test\n  void starts() {\n    assertTrue(start());\n  }\n\n  ${mark}\n  void joins() {\n    Member member = join("a");\n    assertEquals(2, member.size());\n  }\n}\n`;
  const path = 'src/test/java/QuorumTest.java';
  const composed = await judged('test-uncollected', edit(path, file('@Test'), file('@TestInBothModes')));
  expect(composed).toEqual({ agent: 'critical', review: 'medium' });
  const bare = await judged('test-uncollected', edit(path, file('@Test'), file('')));
  expect(bare).toEqual({ agent: 'critical', review: 'critical' });
});
