import { describe, expect, test } from 'vitest';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change } from './finding/types.ts';
import { guard } from './guard.ts';

/** Tests that follow changes of the source or the suite, each next to the loss that it resembles. */
async function blocking(...changes: Change[]): Promise<string[]> {
  const { findings } = await guard({ changes });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

describe('a test whose assertions moved into steps', () => {
  const before = `package list

func TestGroup(t *testing.T) {
	is := assert.New(t)
	is.Equal(3, Group(6))
	is.Equal(4, Group(8))
}
`;
  const steps = (last: string): string => `package list

func TestGroup(t *testing.T) {
	t.Run("six", func(t *testing.T) {
		is := assert.New(t)
		is.Equal(3, Group(len("sixsix")))
	})
	t.Run("eight", func(t *testing.T) {
		is := assert.New(t)
		${last}
	})
}
`;
  const change = (after: string): Change => ({ path: 'list_test.go', before, after });

  test('is as strong as before', async () => {
    expect(await blocking(change(steps('is.Equal(4, Group(len("eight")+3))')))).toEqual([]);
  });

  test('is gutted if the steps assert less', async () => {
    expect(await blocking(change(steps('is.NotNil(t)').replace('is.Equal(3, ', 'is.NotNil(')))).not.toEqual([]);
  });

  test('may become a suite with its name', async () => {
    const old =
      "test('levels', ({ test }) => {\n  test('debug', async ({ equal }) => {\n    equal(true, on('debug'))\n  })\n})\n";
    const suite =
      "describe('levels', () => {\n  test('debug', () => {\n    assert.equal(true, on('debug'))\n  })\n})\n";
    expect(await blocking({ path: 'test/levels.test.js', before: old, after: suite })).toEqual([]);
  });
});

describe('an assertion of a test that followed a removal', () => {
  const source = (more: string): string =>
    `export function later(fn) {\n  return queue.push(fn);\n}\n${more}export function clear() {\n  queue.length = 0;\n}\n`;
  const every = 'export function repeatedly(fn) {\n  return queue.push(fn, Infinity);\n}\n';
  const claims = (set: string, claim: string): string =>
    `test('clears', () => {\n  const once = spy();\n${set}  later(once);\n  const size = measure(queue, 'before', 10);\n  clear();\n  const left = measure(queue, 'after', 10);\n  expect(size).toBe(1);\n  expect(left).toBe(0);\n  expect(once).not.toHaveBeenCalled();\n${claim}});\n`;
  const full = claims('  const many = spy();\n  repeatedly(many);\n', '  expect(many).not.toHaveBeenCalled();\n');
  const tests: Change = { path: 'test/queue.test.js', before: full, after: claims('', '') };

  test('only warns', async () => {
    const removal = { path: 'src/queue.js', before: source(every), after: source('') };
    expect(await blocking(removal, tests)).not.toContain('assertion-removed');
  });

  test('blocks if its subject still exists', async () => {
    const unrelatedEdit = { path: 'src/queue.js', before: source(every), after: source(every).replace('= 0', '= 00') };
    expect(await blocking(unrelatedEdit, tests)).toContain('assertion-removed');
  });
});

describe('rows of a table', () => {
  const table = (rows: string[]): string =>
    `@pytest.mark.parametrize("reloader", [${rows.join(', ')}])\ndef test_reloads(reloader):\n    assert run(reloader, "a.py") == ["a.py"]\n`;
  const rows: Change = {
    path: 'tests/test_reload.py',
    before: table(['StatReload', 'PollReload']),
    after: table(['StatReload']),
  };
  const source = 'class PollReload:\n    def run(self, path):\n        return [poll(path, self.seconds)]\n';

  test('may be removed with what they name', async () => {
    expect(await blocking(rows, { path: 'src/poll.py', before: source, after: null })).not.toContain(
      'test-rows-dropped',
    );
  });

  test('are reported if it still exists', async () => {
    expect(await blocking(rows)).toContain('test-rows-dropped');
  });

  test('are also found in loops around tests', async () => {
    const loop = (cases: string): string =>
      `const cases = [${cases}];\nfor (const one of cases) {\n  it(one.name, () => {\n    expect(price(one.net)).toBe(one.gross);\n  });\n}\n`;
    const three = "{ name: 'a', net: 1, gross: 2 }, { name: 'b', net: 2, gross: 4 }, { name: 'c', net: 3, gross: 6 }";
    const change = (after: string): Change => ({ path: 'test/price.test.js', before: loop(three), after: loop(after) });
    expect(await blocking(change("{ name: 'a', net: 1, gross: 2 }"))).toContain('test-rows-dropped');
    expect(await blocking(change(`${three}, { name: 'd', net: 4, gross: 8 }`))).toEqual([]);
  });
});

test('a coverage exclusion warns for a file added with it, and blocks for an existing one', async () => {
  const config = (omit: string): Change => ({
    path: 'pyproject.toml',
    before: '[tool.coverage.run]\nomit = ["a/x.py"]\n',
    after: `[tool.coverage.run]\nomit = ["a/x.py", "${omit}"]\n`,
  });
  const fresh: Change = { path: 'shop/compat.py', before: null, after: 'def run(main):\n    return main()\n' };
  expect(await blocking(config('shop/compat.py'), fresh)).toEqual([]);
  expect(await blocking(config('shop/price.py'), fresh)).toEqual(['coverage-excluded']);
});

test('a program that tests start may exit, a test file may not', async () => {
  const exit = "import { start } from 'shop';\nstart();\nprocess.exit(0);\n";
  expect(await blocking({ path: 'test/fixtures/start.mjs', before: null, after: exit })).toEqual([]);
  expect(await blocking({ path: 'test/start.mjs', before: null, after: exit })).toEqual([]);
  expect(await blocking({ path: 'test/setup.mjs', before: null, after: exit })).toEqual(['test-run-tampered']);
  const tested = "test('starts', () => {\n  expect(start()).toBe(1);\n});\n";
  expect(await blocking({ path: 'test/start.test.mjs', before: tested, after: `${exit}${tested}` })).toEqual([
    'test-run-tampered',
  ]);
});

test('one rule disabled for a file warns, disabling all blocks', async () => {
  const source = 'export const price = (net) => net * 2;\n';
  const change = (head: string): Change => ({ path: 'src/price.js', before: source, after: `${head}\n${source}` });
  expect(await blocking(change('/* eslint no-undef: 0 */'))).toEqual([]);
  expect(await blocking(change('/* eslint-disable */'))).toEqual(['suppression-file']);
});

test('a removed method may have the same name as others', async () => {
  const source = (more: string): string =>
    `package web\n\nfunc (h *held) Reset(code int) {\n\th.seen = code\n}\n\n${more}func (h *held) Done(w Writer) {\n\tw.WriteHeader(h.seen)\n\tw.Flush(h.seen, true)\n}\n`;
  const own =
    'func (h *held) WriteHeader(code int) {\n\tif h.seen == 0 {\n\t\th.seen = code\n\t\th.note(code)\n\t}\n}\n\n';
  expect(await blocking({ path: 'web/held.go', before: source(own), after: source('') })).toEqual([]);
});

test('the same value made by another call is not another value', async () => {
  const file = (value: string): string =>
    `class StoreTest {\n  @Test\n  void reads() {\n    List<Store> stores = read("a");\n    assertEquals(Set.copyOf(new Store(2, ${value})), stores);\n  }\n}\n`;
  const change = (before: string, after: string): Change => ({
    path: 'src/test/java/StoreTest.java',
    before: file(before),
    after: file(after),
  });
  expect(await blocking(change('Collections.emptyList()', 'List.of()'))).toEqual([]);
  expect(await blocking(change('"Store 2"', '"Store 3"'))).toEqual(['expectation-edited']);
});

test('deprecated code may become an error', async () => {
  const event = (body: string): string =>
    `class Event:\n    def wait(self):\n        return self.lot.park()\n\n    def truth(self):\n${body}`;
  const raises = event('        raise NotImplementedError("use is_set")\n');
  const change = (before: string): Change => ({ path: 'src/event.py', before: event(before), after: raises });
  expect(
    await blocking(change('        warn_deprecated(self.truth, "0.31")\n        return bool(self.flag)\n')),
  ).toEqual([]);
  expect(await blocking(change('        note(self.truth, "0.31")\n        return bool(self.flag)\n'))).toEqual([
    'function-stubbed',
  ]);
});

test('steps in a file with a build tag still run in that build', async () => {
  const file = (body: string): string =>
    `//go:build go1.23\n\npackage list\n\nfunc TestMin(t *testing.T) {\n${body}}\n`;
  const before = file('\tassert.Equal(t, 1, Min(1, 2))\n\tassert.Equal(t, 2, Min(2, 3))\n');
  const after = file(
    '\tt.Run("one", func(t *testing.T) {\n\t\tassert.Equal(t, 1, Min(2, 1))\n\t})\n\tt.Run("two", func(t *testing.T) {\n\t\tassert.Equal(t, 2, Min(3, 2))\n\t})\n',
  );
  expect(await blocking({ path: 'list_test.go', before, after })).toEqual([]);
});

test('a test that its class now inherits is not lost', async () => {
  const length = 'async def test_length(self):\n        queue = self.create()\n        assert len(queue) == 3\n';
  const file = (base: string, own: string): string =>
    `class TestMemory:\n    ${length}\n\nclass TestDisk(${base}):\n    ${own}\n`;
  const again = length.replace('create()', 'reopen(self.create(1), 2)');
  const before = file('Base', `${again}\n    reopen = True`);
  expect(await blocking({ path: 'tests/test_queue.py', before, after: file('TestMemory', 'reopen = True') })).toEqual(
    [],
  );
  expect(await blocking({ path: 'tests/test_queue.py', before, after: file('Base', 'reopen = True') })).toEqual([
    'test-deleted',
  ]);
});

test('a test of a message removed from the source warns', async () => {
  const source = (more: string): string =>
    `def decode(body, kind):\n    note("cannot decode")\n${more}    return unpack(body, kind)\n`;
  const hint = '    if kind == "br":\n        note("You need to install brotli to decode it.")\n';
  const tests = (more: string): string => `def test_gzip(log):\n    assert decode(b"a", "gzip") == b"b"\n\n\n${more}`;
  const own =
    'def test_br(log):\n    decode(b"a", "br")\n    assert log.texts == ["You need to install brotli to decode it."]\n';
  const lost: Change = { path: 'tests/test_decode.py', before: tests(own), after: tests('') };
  expect(await blocking({ path: 'src/decode.py', before: source(hint), after: source('') }, lost)).not.toContain(
    'test-deleted',
  );
  expect(await blocking(lost)).toEqual(['test-deleted']);
});

test('an existence check is not needed next to a stronger assertion', async () => {
  const file = (claims: string): string => `def test_prints():\n    crawler = make("a", 3)\n${claims}`;
  const exact = '    assert crawler.printer.print("a") == "A"\n';
  const change = (before: string, after: string): Change => ({
    path: 'tests/test_a.py',
    before: file(before),
    after: file(after),
  });
  expect(await blocking(change(`    assert crawler.printer\n${exact}`, exact))).toEqual([]);
  expect(await blocking(change(`    assert crawler.printer\n${exact}`, '    assert crawler.printer\n'))).not.toEqual(
    [],
  );
});

describe('a test missing from a file', () => {
  const one = (name: string, body: string): string => `test('${name}', () => {\n${body}});\n`;
  const lost = one(
    'merges',
    '  const merged = merge({ a: 1 }, { b: 2 });\n  expect(merged.a).toBe(1);\n  expect(merged.b).toBe(2);\n',
  );
  const remaining = one('splits', "  expect(split('a,b')).toEqual(['a', 'b']);\n");
  const other = (name: string): string =>
    one(
      name,
      `  const lines = ${name}(readLines('x'), 40, true);\n  expect(lines.length).toBe(3);\n  expect(lines[0]).toBe('${name}');\n`,
    );
  const change = (after: string): Change => ({ path: 'test/list.test.js', before: lost + remaining, after });

  test('blocks if nothing was added', async () => {
    expect(await blocking(change(remaining))).toEqual(['test-deleted']);
  });

  test('warns in a review if the file was rewritten around it; an agent is not excused', async () => {
    const rewritten = change(remaining + other('wrap') + other('fold'));
    const { findings } = await guard({ changes: [rewritten], stance: 'review' });
    expect(findings.map((finding) => `${finding.pattern} ${finding.severity}`)).toEqual(['test-deleted medium']);
    expect(await blocking(rewritten)).toEqual(['test-deleted']);
  });

  test('blocks as a whole file, whatever was added elsewhere', async () => {
    const deletion: Change = { path: 'test/list.test.js', before: lost + remaining, after: null };
    const fresh: Change = { path: 'test/wrap.test.js', before: null, after: other('wrap') + other('fold') };
    expect(await blocking(deletion, fresh)).toEqual(['test-file-deleted']);
  });
});

describe('a test that lost its only assertion', () => {
  const java = (body: string): string =>
    `class MatcherTest {\n  @Test\n  void matches() throws Exception {\n${body}  }\n}\n`;
  const change = (before: string, after: string): Change => ({
    path: 'src/test/java/MatcherTest.java',
    before: java(before),
    after: java(after),
  });

  test('may have called fail where it now lets the error out', async () => {
    const caught =
      '    try {\n      matcher.conform(1);\n    } catch (Exception e) {\n      fail("no match");\n    }\n';
    expect(await blocking(change(caught, '    matcher.conform(1);\n'))).toEqual([]);
    expect(await blocking(change('    assertEquals(1, matcher.conform(1));\n', '    matcher.conform(1);\n'))).toEqual([
      'test-gutted',
    ]);
  });

  test('may be skipped under a condition', async () => {
    const claim = '    assertEquals(1, matcher.conform(1));\n';
    const skip = '      throw new SkipException("no memory");\n';
    expect(await blocking(change(claim, `    if (!measures()) {\n${skip}    }\n${claim}`))).toEqual([]);
    expect(
      await blocking(change(claim, `${skip.replace('throw', 'if (true) throw').replace('if (true) ', '')}`)),
    ).not.toEqual([]);
  });

  test('may check the same with a matcher', async () => {
    expect(
      await blocking(change('    assertEquals(file.exists(), true);\n', '    assertThat(file).exists();\n')),
    ).toEqual([]);
  });
});

test('what Gradle excludes from documentation is not a test', async () => {
  const build = (task: string): Change => ({
    path: 'build.gradle',
    before: `${task} {\n  include 'a/**'\n}\n`,
    after: `${task} {\n  include 'a/**'\n  exclude 'shop/internal/**'\n}\n`,
  });
  expect(await blocking(build('javadoc'))).toEqual([]);
  expect(await blocking(build('test'))).toEqual(['tests-excluded']);
});

test('a command that prints, or names a file, is not a check', async () => {
  const make = (line: string): Change => ({
    path: 'Makefile',
    before: `help:\n\t@echo "tests - run all tests"\n\t@echo "run-native-tests - run native tests"\n`,
    after: `help:\n\t@echo "tests - run all tests"\n\t@echo "${line}"\n`,
  });
  expect(await blocking(make('native-tests - run them'))).toEqual([]);
  const flow = (run: string): string => `jobs:\n  miri:\n    steps:\n      - run: ${run}\n`;
  const change = (run: string): Change => ({
    path: '.github/workflows/ci.yml',
    before: flow(run),
    after: flow(`${run} || true`),
  });
  expect(await blocking(change("find target -name 'build-script-build' -exec chmod +x {} +"))).toEqual([]);
  expect(await blocking(change('cargo test'))).toEqual(['failure-ignored']);
});

test('a disabled lint rule blocks in a loop and warns in a review', async () => {
  const rules = (level: string): string =>
    JSON.stringify({ rules: { eqeqeq: level, 'no-undef': level, 'no-eval': level, 'no-var': 'error' } }, null, 2);
  const change = (before: string, after: string): Change => ({ path: '.eslintrc.json', before, after });
  const one = change(rules('error'), rules('error').replace('"error"', '"off"'));
  expect(await blocking(one)).toEqual(['lint-rule-off']);
  expect(await blocking(change(rules('error'), rules('off')))).toEqual(['lint-rule-off']);
  const { findings } = await guard({ changes: [one], stance: 'review' });
  expect(findings.map(({ pattern, severity, strict }) => [pattern, severity, strict])).toEqual([
    ['lint-rule-off', 'medium', 'high'],
  ]);
});
