import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inMutationRun } from '../../../test/support/mutation-run.ts';
import { length } from '../text/characters.ts';
import { plainText } from '../text/plain-text.ts';
import { excerptOf } from './excerpt.ts';
import { failuresIn } from './find.ts';
import { headline } from './show.ts';

const folder = join(import.meta.dirname, '../../../test/fixtures/runners');
const outputOf = (file: string) => readFileSync(join(folder, file), 'utf8');
const rows: { runner: string; file: string; assertion: string; location: string; written?: string }[] = JSON.parse(
  outputOf('excerpts.json'),
);

describe('the excerpt of a failing run', () => {
  test.each(rows)(
    '$runner: assertion and place, in fewer characters than a tail',
    ({ file, assertion, location, written }) => {
      const plain = plainText(outputOf(file)).trim();
      const excerpt = excerptOf(outputOf(file), 500);
      expect(excerpt).toContain(assertion);
      expect(excerpt).toContain(location);
      expect(length(excerpt)).toBeLessThanOrEqual(500);
      const needed = plain.length - Math.min(plain.lastIndexOf(assertion), plain.lastIndexOf(written ?? location));
      if (length(plain) > 500) expect(length(excerpt)).toBeLessThan(needed);
    },
  );

  test('what is left out is counted', () => {
    const many = Array.from(
      { length: 40 },
      (_, n) => `  ● suite › test ${n}\n\n    Expected: ${n}\n\n      at f (a.test.js:${n}:1)\n`,
    );
    const excerpt = excerptOf(`FAIL ./a.test.js\n${many.join('\n')}\nTests: 40 failed`, 500);
    expect(excerpt).toMatch(/^● suite › test 0\nExpected: 0\n/);
    const left = Number(/truncated: (\d+) more failures/.exec(excerpt)?.[1]);
    expect(left + (excerpt.match(/● suite/g)?.length ?? 0)).toBe(40);
  });

  test('a failure far from the end is found', () => {
    const noise = Array.from({ length: 6000 }, (_, n) => `GET /users/${n} 200 ${'x'.repeat(50)}`).join('\n');
    const excerpt = excerptOf(`${outputOf('jest/fail.txt')}\n${noise}`, 300);
    expect(excerpt).toContain('Expected: 4');
    expect(excerpt).toContain('a.test.js:4:44');
  });
});

describe('failures', () => {
  test.each([
    ['node-test/crash-import.txt', 'Error: module level explosion', '/project/b.test.js:4:7'],
    ['mocha/crash-import.txt', 'Error: module level explosion', '/project/test/b.spec.cjs:3:7'],
    ['vitest/crash-import.txt', 'Error: module level explosion', 'b.test.js:3:7'],
    ['jest/crash-syntax.txt', 'Jest encountered an unexpected token', '/project/b.test.js:3:24'],
    ['pytest/crash-import.txt', "ModuleNotFoundError: No module named 'nonexistent_module_xyz'", 'test_a.py:1'],
    ['cargo/crash-compile.txt', 'mismatched types', 'src/lib.rs:11:30'],
    ['go/crash-compile.txt', 'cannot use "str"', 'calc_test.go:3:42'],
    ['maven/crash-compile.txt', 'incompatible types', 'CalcTest.java:7:31'],
    ['../lint/tsc.txt', "TS6133: 'unused'", 'src/a.ts:1:7'],
    ['../lint/tsc.pretty.txt', "TS6133: 'unused'", 'src/a.ts:1:7'],
    ['../lint/eslint.stylish.txt', 'no-unused-vars', '/project/src/a.ts:1:7'],
    ['../lint/mypy.txt', 'Incompatible return value type', 'a.py:3'],
    ['../lint/flake8.txt', "F401: 'os' imported but unused", 'a.py:1:1'],
  ])('that stop a run before its tests: %s', (file, message, location) => {
    const [first] = failuresIn(plainText(outputOf(file)));
    expect(first?.message[0]).toContain(message);
    expect(first?.location).toContain(location);
  });

  test.each([
    'vitest/pass.txt',
    'jest/pass.txt',
    'pytest/pass.txt',
    'go/pass.txt',
    'node-test/pass.txt',
    'tap/pass.txt',
  ])('are not seen if there are none: %s', (file) => {
    expect(failuresIn(plainText(outputOf(file)))).toEqual([]);
  });

  describe('a package that is not installed', () => {
    const thrown = [
      'node:internal/modules/esm/resolve:873',
      '  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);',
      '        ^',
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left-pad' imported from /project/a.test.js",
      ...Array.from({ length: 8 }, (_, n) => `    at moduleResolve (node:internal/modules/esm/resolve:${900 + n}:18)`),
      "  code: 'ERR_MODULE_NOT_FOUND'",
      '}',
    ];
    const tap = [
      ...thrown.filter(Boolean).map((line) => `# ${line}`),
      '# Subtest: /project/a.test.js',
      'not ok 1 - /project/a.test.js',
      '  ---',
      "  location: '/project/a.test.js:1:1'",
      "  failureType: 'testCodeFailure'",
      "  error: 'test failed'",
      "  code: 'ERR_TEST_FAILURE'",
      '  ...',
    ];
    const spec = [
      ...thrown,
      '✖ failing tests:',
      '',
      'test at a.test.js:1:1',
      '✖ /project/a.test.js (112.4ms)',
      "  'test failed'",
    ];
    const assertion = [
      'not ok 2 - adds',
      '  ---',
      "  error: '1 == 2'",
      '  stack: |-',
      '    TestContext.<anonymous> (file:///project/b.test.js:1:93)',
      '  ...',
    ];
    test.each([
      ['TAP', tap],
      ['spec', spec],
      ['TAP, beside an assertion', [...tap, ...assertion]],
    ])('is what the excerpt of node:test begins with: %s', (_, lines) => {
      const output = lines.join('\n');
      expect(length(output)).toBeGreaterThan(500);
      expect(excerptOf(output, 500)).toMatch(
        /^Error: Cannot find package 'left-pad' imported from \/project\/a\.test\.js/,
      );
      expect(failuresIn(output)[0]?.location).toBe('/project/a.test.js');
    });
  });

  test('a suite that failed because of its tests is not listed beside them', () => {
    expect(failuresIn(plainText(outputOf('node-test/fail.txt'))).map(({ name }) => name)).toEqual([
      'wrong sum',
      'throws',
      'async rejects',
    ]);
  });

  test('subtests of Go that speak before their verdict, in turns', () => {
    const found = failuresIn(`=== RUN   TestTotals
=== RUN   TestTotals/net
    totals_test.go:9: net of 3 items
=== RUN   TestTotals/gross
    totals_test.go:9: gross of 3 items
    totals_test.go:12: got 7, want 9
=== RUN   TestTotals/tax
    totals_test.go:9: tax of 3 items
--- FAIL: TestTotals (0.00s)
    --- PASS: TestTotals/net (0.00s)
    --- FAIL: TestTotals/gross (0.00s)
    --- PASS: TestTotals/tax (0.00s)
=== RUN   TestSplit
=== PAUSE TestSplit
=== CONT  TestSplit
    split_test.go:30: 1 part, want 2
--- FAIL: TestSplit (0.00s)
FAIL
exit status 1`);
    expect(found.map(({ name, message }) => [name, message.at(-1)])).toEqual([
      ['TestTotals/gross', 'totals_test.go:12: got 7, want 9'],
      ['TestSplit', 'split_test.go:30: 1 part, want 2'],
    ]);
    expect(found[0]?.title).not.toContain('=== RUN');
  });

  test('colours change nothing', () => {
    for (const runner of ['jest', 'vitest', 'playwright', 'pytest', 'mocha']) {
      const names = (file: string) => failuresIn(plainText(outputOf(`${runner}/${file}`))).map(({ name }) => name);
      expect(names('fail.color.txt'), runner).toEqual(names('fail.txt'));
    }
  });

  test.each([
    "not ok 1 - n\n  ---\n  error: '5 == 6'\n  expected: 6\n  actual: 5\n  ...",
    '  ● n\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 6\n    Received: 5\n\n      at f (a.js:1:2)\n',
  ])('the line of a failure has both values: %j', (output) => {
    const [failure] = failuresIn(output);
    expect(failure && headline(failure)).toMatch(/(?=.*\b6\b)(?=.*\b5\b)/);
  });

  test.each([...'z ./:(1-=|"[{<*_\\', 'a.b ', 'at ', 'Error: ', 'a/', 'a.', '1,', 'not ok '])(
    'a line of sixty thousand characters, all %j, is read like any other',
    (unit) => {
      const line = unit.repeat(60_000 / unit.length);
      const starts = [
        '',
        'AssertionError: ',
        '  ● ',
        'not ok 1 - ',
        '--- FAIL: ',
        '    at f (',
        'a.ts:1:2 - error TS1: ',
      ];
      const excerpt = excerptOf(starts.map((start) => `${start}${line} x`).join('\n'), 500);
      expect(length(excerpt)).toBeLessThanOrEqual(500);
    },
  );

  test('any lines: never too long, never a throw', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(
        '  ● a › b',
        ' FAIL  x',
        'not ok 1 - y',
        '  ---',
        '--- FAIL: T',
        'Failures:',
        '1) z',
        '    at f (a.js:1:2)',
      ),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), fc.nat(300), (lines, room) => {
        expect(length(excerptOf(lines.join('\n'), room))).toBeLessThanOrEqual(room);
      }),
    );
  });

  test.skipIf(inMutationRun)('ten thousand failures are told apart', () => {
    const output = Array.from({ length: 10_000 }, (_, n) => `not ok ${n} - t${n}\n  ---\n  error: 'e${n}'\n  ...`).join(
      '\n',
    );
    expect(failuresIn(output)).toHaveLength(10_000);
  });
});
