import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockingBesideLostTest } from '../../test/support/guard/judge.ts';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change } from './finding/types.ts';
import type { Trees } from './git.ts';
import { readChanges } from './git-changes.ts';
import { guard } from './guard.ts';

async function blocking(...changes: Change[]): Promise<string[]> {
  const { findings } = await guard({ changes });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

const edit = (path: string, before: string, after: string): Change => ({ path, before, after });

describe('an input check', () => {
  const parse = (check: string): string => `def parse(text):
    tokens = text.split()
    names = []
    for token in tokens:
        names.append(token.lower())
    joined = " ".join(names)
    known = lookup(joined, names)
    report(known, joined)
${check}    return join(known, joined)
`;
  const before = parse('    if known is not True:\n        raise BadName(text)\n');

  test('that raises the same error in another way was reworked', async () => {
    const after = parse('    try:\n        compile(joined)\n    except SyntaxError:\n        raise BadName(text)\n');
    expect(await blockingBesideLostTest(edit('src/names.py', before, after))).toEqual([]);
  });

  test('that was removed is reported', async () => {
    expect(await blockingBesideLostTest(edit('src/names.py', before, parse('')))).toContain('validation-removed');
  });

  const token = (ensure: string, call: string): string => `class Token {
    private void ensureData() {
        ${ensure}
    }

    Token append(char more) {
        ${call}
        data.append(more);
        length = length + 1;
        changed = true;
        return this;
    }
}
`;

  test('that raised is one', async () => {
    const refuse = 'if (data == null) throw new IllegalStateException("closed");';
    const change = edit('src/main/java/Token.java', token(refuse, 'ensureData();'), token(refuse, ''));
    expect(await blockingBesideLostTest(change)).toContain('validation-removed');
  });
});

test('a type assertion in Go drops no error', async () => {
  const route = (last: string): string =>
    `package web\n\nfunc build(r Router) Router {\n\tr.Use(first)\n\tr.Use(second)\n\tsub := r.(*Mux)\n\tsub.Get("/a", a)\n\tsub.Get("/b", b)\n${last}\treturn r\n}\n`;
  expect(await blocking(edit('web/build.go', route(''), route('\t_ = r.(*Mux)\n')))).toEqual([]);
});

describe('an expected value', () => {
  const extremes = (expected: string): string =>
    `#[test]\nfn extremes() {\n    let last = week(day::MAX);\n    assert_eq!(last.year(), ${expected});\n}\n`;

  test('by another path is the same', async () => {
    const change = edit('tests/week.rs', extremes('internals::MAX_YEAR + 1'), extremes('date::MAX_YEAR + 1'));
    expect(await blocking(change)).toEqual([]);
  });

  test('that differs is edited', async () => {
    const change = edit('tests/week.rs', extremes('internals::MAX_YEAR + 1'), extremes('internals::MAX_YEAR + 2'));
    expect(await blocking(change)).toContain('expectation-edited');
  });
});

describe('"same" turned into "not same"', () => {
  const tags = (claim: string): string =>
    `class TagTest {\n    @Test\n    void cached() {\n        Tag a = Tag.of("p");\n        Tag b = Tag.of("p");\n        ${claim}(a, b);\n    }\n}\n`;
  const flip = edit('src/test/java/TagTest.java', tags('assertSame'), tags('assertNotSame'));
  const source = (made: string): string =>
    `class Tag {\n    static Tag of(String name) {\n        return ${made};\n    }\n}\n`;

  test('follows changed source', async () => {
    const cause = edit('src/main/java/Tag.java', source('cache.get(name)'), source('new Tag(name)'));
    expect(await blocking(flip, cause)).toEqual([]);
  });

  test('is weaker without', async () => {
    expect(await blocking(flip)).toContain('assertion-weakened');
  });
});

describe('an expected error', () => {
  const before = `test('fails', async t => {\n  const job = run('x');\n  job.emit('error', new Error('bad'));\n  await t.throwsAsync(job, {message: 'bad'});\n});\n`;

  test('that new assertions check is as specific', async () => {
    const after = `test('fails', async t => {\n  const job = run('x');\n  const error = new Error('bad');\n  job.emit('error', error);\n  const thrown = await t.throwsAsync(job);\n  t.is(thrown, error);\n});\n`;
    expect(await blocking(edit('test/run.js', before, after))).toEqual([]);
  });

  test('that nobody checks is any error', async () => {
    const after = before.replace(", {message: 'bad'}", '');
    expect(await blocking(edit('test/run.js', before, after))).toContain('assertion-weakened');
  });
});

describe('an edited value', () => {
  const sums = (expected: string): string =>
    `def test_reads_the_total():\n    report = load("totals.json")\n    assert report.total == ${expected}\n`;
  const change = edit('tests/test_report.py', sums('6'), sums('7'));

  test('may come from data that changed with it', async () => {
    const data = edit('tests/data/totals.csv', '1,2,3', '1,2,4');
    expect(await blocking(change, data)).toEqual([]);
  });

  test('may come from a shared helper', async () => {
    const helper = (made: string): string => `def load(name):\n    return Report(${made})\n`;
    expect(await blocking(change, edit('tests/helpers.py', helper('6'), helper('7')))).toEqual([]);
  });

  test('has no cause if only a document changed', async () => {
    expect(await blocking(change, edit('CHANGES.md', 'a', 'b'))).toContain('expectation-edited');
  });
});

describe('an assertion replaced', () => {
  const before = `it('draws', () => {\n  const shape = draw(3);\n  expect(shape.sides).toBe(3);\n  expect(shape.closed).toBe(true);\n});\n`;
  const thinned = (rest: string): string =>
    `it('draws', () => {\n  const shape = draw(3);\n  expect(shape.sides).toBe(3);\n${rest}});\n`;

  test('by a helper that asserts, judging by its name, only warns', async () => {
    const change = edit('test/shape.test.js', before, thinned('  checkClosedShape(shape);\n'));
    expect(await blocking(change)).toEqual([]);
  });

  test('by nothing is reported', async () => {
    expect(await blocking(edit('test/shape.test.js', before, thinned('')))).toContain('assertion-removed');
  });
});

describe('a query that throws if it finds nothing', () => {
  const counter = (claim: string): string =>
    `it('shows the count', async () => {\n  render(<Counter start={2} />)\n  fireEvent.click(button)\n  ${claim}\n})\n`;
  const before = counter("expect(screen.queryByText('count: 3')).not.toBeNull()");

  test('is an assertion', async () => {
    const change = edit('tests/counter.test.tsx', before, counter("await screen.findByText('count: 3')"));
    expect(await blocking(change)).toEqual([]);
  });

  test('is not one if it returns null', async () => {
    const change = edit('tests/counter.test.tsx', before, counter("screen.queryByText('count: 3')"));
    expect(await blocking(change)).toContain('test-gutted');
  });
});

describe('Go', () => {
  const host = (make: string, name: string, claim: string): string =>
    `package web\n\nfunc TestHost(t *testing.T) {\n\t${make}\n\tcode, err := serve("a")\n\t${name}.${claim}\n\t${name}.Equal(200, code)\n}\n`;
  const before = host('', 'assert', 'Nil(err)')
    .replaceAll('assert.Nil(', 'assert.Nil(t, ')
    .replace('Equal(', 'Equal(t, ');

  test('assertions on an object with any name, and "no error" in another form', async () => {
    const after = host('assertion := assert.New(t)', 'assertion', 'NoError(err)');
    expect(await blocking(edit('host_test.go', before, after))).toEqual([]);
  });

  test('a lost assertion is reported', async () => {
    const after = before.replace('\tassert.Equal(t, 200, code)\n', '\t_ = code\n');
    expect(await blocking(edit('host_test.go', before, after))).toContain('assertion-removed');
  });
});

describe('a removed method', () => {
  const item = (text: string): string =>
    `class Item(Base):\n    def total(self):\n        return sum(self.parts)\n${text}`;
  const method = '\n    def __str__(self):\n        return ", ".join(str(part) for part in self.parts)\n';

  test('has none with its own name', async () => {
    const own = method.replace('__str__', 'describe');
    expect(await blockingBesideLostTest(edit('src/item.py', item(own), item('')))).toContain('export-removed');
  });
});

describe('an exported function', () => {
  const module = (use: string, helper: string): string =>
    `${helper}export function total(parts) {\n  const sum = parts.reduce((a, b) => a + b, 0);\n  return ${use};\n}\n`;
  const helper =
    'export function rounded(value) {\n  const scaled = Math.round(value * 100);\n  return scaled / 100;\n}\n';

  test('that its own file never used is reported', async () => {
    expect(await blockingBesideLostTest(edit('src/sum.js', module('sum', helper), module('sum', '')))).toContain(
      'export-removed',
    );
  });
});

describe('one of two tests', () => {
  const one = (name: string, side: number): string =>
    `func Test${name}(t *testing.T) {\n\tshape := draw(${side})\n\trequire.Equal(t, ${side}, shape.sides)\n}\n`;
  const file = (...tests: string[]): string => `package shape\n\n${tests.join('\n')}`;

  test('that are identical may be removed', async () => {
    const change = edit('shape_test.go', file(one('Draws', 3), one('DrawsAgain', 3)), file(one('Draws', 3)));
    expect(await blocking(change)).toEqual([]);
  });

  test('that differ in a value may not', async () => {
    const change = edit('shape_test.go', file(one('Draws', 3), one('DrawsAgain', 4)), file(one('Draws', 3)));
    expect(await blocking(change)).toContain('test-deleted');
  });
});

describe('the rest of the tree', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jumar-rest-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
  const body =
    "test('serialises the answer of a refused request', () => {\n  expect(send(12).status).toBe(400);\n});\n";
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    git('init', '-q');
    writeFileSync(join(folder, 'check.test.js'), body);
    writeFileSync(join(folder, 'answers.test.js'), `// kept\n${body}`);
    git('add', '-A');
    git('commit', '-qm', 'one');
    rmSync(join(folder, 'check.test.js'));
    git('add', '-A');
  });

  async function patternsIn(trees: Trees): Promise<string[]> {
    const { changes, contextFiles, rest } = await readChanges(folder, trees);
    const { findings } = await guard({ changes, contextFiles, rest });
    return findings.filter(isBlocking).map((finding) => finding.pattern);
  }

  test('contains the twin of a lost test: in the index, on disk, in a commit', async () => {
    expect(await patternsIn({ before: 'HEAD', after: 'index' })).toEqual([]);
    expect(await patternsIn({ before: 'HEAD', after: null })).toEqual([]);
    git('commit', '-qm', 'two');
    expect(await patternsIn({ before: 'HEAD^', after: 'HEAD' })).toEqual([]);
  });

  test('is not searched for anything else', async () => {
    rmSync(join(folder, 'answers.test.js'));
    expect(await patternsIn({ before: 'HEAD', after: null })).toEqual(['test-file-deleted']);
  });
});
