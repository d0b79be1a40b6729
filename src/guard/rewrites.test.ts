import { describe, expect, test } from 'vitest';
import { blockingBesideLostTest } from '../../test/support/guard/judge.ts';
import { isBlocking } from '../core/findings/blocking.ts';
import type { Change } from './finding/types.ts';
import { guard } from './guard.ts';

/** Rewrites that only look like a loss, each next to the loss that it resembles. */
async function blocking(changes: Change[], contextFiles: { path: string; content: string }[] = []): Promise<string[]> {
  const { findings } = await guard({ changes, contextFiles });
  return findings.filter(isBlocking).map((finding) => finding.pattern);
}

const edit = (path: string, before: string | null, after: string | null): Change => ({ path, before, after });

describe('a test that passes values to a shared check', () => {
  const before = `import test from 'ava';
import {slug} from '../index.js';

test('joins words', t => {
  const made = slug('two words');
  t.is(made, 'two-words');
});
`;
  const rewritten = (claim: string): string => `import test from 'ava';
import {slug} from '../index.js';

const checkSlug = (t, make, wanted) => {
  const made = make();
  ${claim};
};

test('joins words', checkSlug, () => slug('two words'), 'two-words');
`;

  test('asserts what the check asserts', async () => {
    expect(await blocking([edit('test/slug.js', before, rewritten('t.is(made, wanted)'))])).toEqual([]);
  });

  test('asserts nothing if the check asserts nothing', async () => {
    expect(await blocking([edit('test/slug.js', before, rewritten('t.log(made, wanted)'))])).toContain('test-gutted');
  });
});

describe('a callback that became an awaited call', () => {
  const before = `test('answers', (t, done) => {
  ask(url, (err, response) => {
    assert.ifError(err);
    assert.strictEqual(response.statusCode, 200);
    assert.strictEqual(response.type, 'text');
    done();
  });
});
`;
  const rewritten = (claim: string): string => `test('answers', async () => {
  const result = await ask(url);
  ${claim}
  assert.strictEqual(result.type, 'text');
});
`;

  test('needs no check of the error', async () => {
    const now = rewritten('assert.strictEqual(result.status, 200);');
    expect(await blocking([edit('test/ask.test.js', before, now)])).toEqual([]);
  });

  test('but keeps its assertions', async () => {
    const weaker = before.replace("    assert.strictEqual(response.type, 'text');\n", '');
    expect(await blocking([edit('test/ask.test.js', before, weaker)])).toContain('assertion-removed');
  });
});

describe('code that only its own file or package can name', () => {
  const types: [string, string, (open: string) => string, string, string][] = [
    [
      'src/ring.rs',
      'pub ',
      (open) => `${open}struct Ring { inner: Vec<u8> }

impl Drop for Ring {
    fn drop(&mut self) {
        self.inner.clear();
        release(&self.inner, self.inner.capacity());
    }
}
`,
      'impl Drop',
      '',
    ],
    [
      'src/main/java/shop/Ring.java',
      'public ',
      (open) => `package shop;

${open}class Ring {
    public int weigh(int[] parts) {
        int sum = 0;
        for (int part : parts) sum += part;
        return sum;
    }
}
`,
      '    public int',
      '}\n',
    ],
    [
      'src/ring.ts',
      'export ',
      (open) => `${open}class Ring {
  weigh(parts: number[]): number {
    let sum = 0;
    for (const part of parts) sum += part;
    return sum;
  }
}
`,
      '  weigh',
      '}\n',
    ],
  ];
  const cut = (source: string, from: string, tail: string): string => source.slice(0, source.indexOf(from)) + tail;

  test.each(types)('may be removed: %s', async (path, _, source, from, tail) => {
    expect(await blockingBesideLostTest(edit(path, source(''), cut(source(''), from, tail)))).toEqual([]);
  });

  test.each(types)('code that others can name may not: %s', async (path, open, source, from, tail) => {
    expect(await blockingBesideLostTest(edit(path, source(open), cut(source(open), from, tail)))).toContain(
      'export-removed',
    );
  });
});

describe('a test whose subject was removed from the source', () => {
  const cases: [string, string, string, string, string][] = [
    [
      'src/job.js',
      'export function start(run) {\n  const job = run();\n  job.halt = () => job.kill(9);\n  job.state = 1;\n  return job;\n}\n',
      '  job.halt = () => job.kill(9);\n',
      'test/job.test.js',
      "it('starts', () => {\n  expect(start(run).state).toBe(1);\n});\n%it('ends when halted', () => {\n  const job = start(run);\n  job.halt();\n  expect(job.killed).toBe(9);\n});\n",
    ],
    [
      'src/job.py',
      'def start(run):\n    job = run()\n    job.halt = lambda: job.kill(9)\n    job.state = 1\n    return job\n',
      '    job.halt = lambda: job.kill(9)\n',
      'tests/test_job.py',
      'def test_starts():\n    assert start(run).state == 1\n%def test_ends_when_halted():\n    job = start(run)\n    job.halt()\n    assert job.killed == 9\n',
    ],
    [
      'job.go',
      'package job\n\nfunc start(run Run) *Job {\n\tjob := run()\n\tjob.state = 1\n\treturn job\n}\n\nfunc (job *Job) halt() {\n\tjob.kill(9)\n\tjob.done = true\n}\n',
      '\nfunc (job *Job) halt() {\n\tjob.kill(9)\n\tjob.done = true\n}\n',
      'job_test.go',
      'package job\n\nfunc TestStarts(t *testing.T) {\n\trequire.Equal(t, 1, start(run).state)\n}\n%\nfunc TestEndsWhenHalted(t *testing.T) {\n\tjob := start(run)\n\tjob.halt()\n\trequire.Equal(t, 9, job.killed)\n}\n',
    ],
    [
      'src/job.rs',
      'pub fn start(run: Run) -> Job {\n    let mut job = run();\n    job.state = 1;\n    job\n}\n\nfn halt_job(job: &mut Job) {\n    job.kill(9);\n    job.done = true;\n}\n',
      '\nfn halt_job(job: &mut Job) {\n    job.kill(9);\n    job.done = true;\n}\n',
      'tests/job.rs',
      '#[test]\nfn starts() {\n    assert_eq!(start(run).state, 1);\n}\n%\n#[test]\nfn ends_when_halted() {\n    let mut job = start(run);\n    halt_job(&mut job);\n    assert_eq!(job.killed, 9);\n}\n',
    ],
    [
      'src/main/java/Job.java',
      'class Job {\n    int start() {\n        state = 1;\n        return state;\n    }\n\n    void halt() {\n        kill(9);\n        done = true;\n    }\n}\n',
      '\n    void halt() {\n        kill(9);\n        done = true;\n    }\n',
      'src/test/java/JobTest.java',
      'class JobTest {\n    @Test\n    void starts() {\n        assertEquals(1, new Job().start());\n    }\n%\n    @Test\n    void endsWhenHalted() {\n        Job job = new Job();\n        job.halt();\n        assertEquals(9, job.killed);\n    }\n%}\n',
    ],
  ];
  const without = (tests: string): string => {
    const [head = '', , tail = ''] = tests.split('%');
    return head + tail;
  };

  test.each(cases)('is removed with it: %s', async (path, source, part, testPath, tests) => {
    const changes = [
      edit(path, source, source.replace(part, '')),
      edit(testPath, tests.replaceAll('%', ''), without(tests)),
    ];
    expect(await blocking(changes)).not.toContain('test-deleted');
  });

  test.each(cases)('is reported if the source is unchanged: %s', async (_, __, ___, testPath, tests) => {
    expect(await blocking([edit(testPath, tests.replaceAll('%', ''), without(tests))])).toContain('test-deleted');
  });
});

describe('a deleted test that also exists in an unchanged file', () => {
  const body = (claim: string): string =>
    `test('serialises the answer of a refused request', async () => {\n  const answer = await send({ body: 12 });\n  ${claim}\n});\n`;
  const deletion = edit('test/check.test.js', body('expect(answer.status).toBe(400);'), null);

  test('is not reported', async () => {
    const twin = { path: 'test/answers.test.js', content: body('expect(answer.status).toBe(400);') };
    expect(await blocking([deletion], [twin])).toEqual([]);
  });

  test('is reported if that one asserts less', async () => {
    const twin = { path: 'test/answers.test.js', content: body('expect(answer.status).toBeDefined();') };
    expect(await blocking([deletion], [twin])).toEqual(['test-file-deleted']);
  });
});

describe('a deleted test file', () => {
  const one = (name: string, given: number): string =>
    `def test_${name}():\n    made = parse("${given}")\n    assert made.value == ${given}\n\n\n`;
  const deletion = edit('tests/test_all.py', one('reads_number', 12345) + one('keeps_sign', -12345), null);

  test('may have been split into new ones', async () => {
    const split = [
      edit('tests/test_numbers.py', null, `${one('number_is_read', 12345)}${one('more', 7)}`),
      edit('tests/test_signs.py', null, one('sign_is_kept', -12345)),
    ];
    expect(await blocking([deletion, ...split])).toEqual([]);
  });

  test('is reported if the new ones are about something else', async () => {
    const other = 'def test_colour():\n    assert paint().shade() is Shade.dark\n\n\n'.repeat(3);
    expect(await blocking([deletion, edit('tests/test_paint.py', null, other)])).toContain('test-file-deleted');
  });
});

test('a call without a name is not a regular expression', async () => {
  const file = (body: string): string =>
    `package shop\n\nfunc TestCart(t *testing.T) {\n\tcart := fill(3)\n${body}\n\tassert.Equal(t, 3, cart.Size())\n}\n`;
  const before = file('\tassert.Equal(t, "card", cart.Paid())');
  const after = file('\tgot := (*Cart)(nil)\n\tfunc() { got.Pay() }()\n\tpick(cart)(t)\n\tassert.Nil(t, got)');
  await expect(guard({ changes: [{ path: 'cart_test.go', before, after }] })).resolves.toMatchObject({ skipped: [] });
});

test('a test among fixtures is data for other tests', async () => {
  const deletion = (path: string): Change => ({
    path,
    before: "test('adds', () => {\n  expect(add(1, 2)).toBe(3);\n});\n",
    after: null,
  });
  const blocks = async (path: string): Promise<boolean> =>
    (await guard({ changes: [deletion(path)] })).findings.some(isBlocking);
  expect(await blocks('test/fixtures/empty/add.test.ts')).toBe(false);
  expect(await blocks('test/add.test.ts')).toBe(true);
});
