import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTED_TAIL, countTests, findAbandonedRunner } from './count.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/runners');
const fixture = (name: string) => readFileSync(join(fixtures, name), 'utf8');

interface Expected {
  runner?: string;
  passed: number;
  failed: number;
  skipped: number;
  ranNothing: boolean;
  abandoned?: string;
}
const expected: Record<string, Expected | null> = JSON.parse(fixture('expected.json'));
const names = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.txt'));

function readCounts(output: string, complete = true) {
  const count = countTests(output, complete);
  if (!count) return null;
  const { passed, failed, skipped } = count.counts;
  return `${count.runner} ${passed}/${failed}/${skipped}${count.ranNothing ? ' nothing' : ''}`;
}

function expectedCounts(name: string): string | null {
  const row = expected[name];
  if (!row?.runner) return null;
  return `${row.runner} ${row.passed}/${row.failed}/${row.skipped}${row.ranNothing ? ' nothing' : ''}`;
}

describe('real output', () => {
  test('every fixture is in the table', () => {
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  test.each(names)('%s', (name) => {
    expect(readCounts(fixture(name))).toBe(expectedCounts(name));
    expect(findAbandonedRunner(fixture(name))).toBe(expected[name]?.abandoned ?? null);
  });

  test.each(names)('%s with Windows line breaks', (name) => {
    expect(readCounts(fixture(name).replaceAll('\n', '\r\n'))).toBe(expectedCounts(name));
  });

  test('the total is the sum of its parts', () => {
    for (const name of names) {
      const counts = countTests(fixture(name))?.counts;
      if (counts) expect(counts.total).toBe(counts.passed + counts.failed + counts.skipped);
    }
  });
});

describe('runners tested with output from their documentation', () => {
  test.each([
    [
      'gradle, a failure',
      '> Task :test FAILED\n\nCalcTest > wrong() FAILED\n    org.opentest4j.AssertionFailedError\n\n4 tests completed, 1 failed, 1 skipped\n\nFAILURE: Build failed with an exception.\n',
      'gradle 2/1/1',
    ],
    [
      'gradle, nothing to test',
      '> Task :compileTestJava NO-SOURCE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n',
      'gradle 0/0/0 nothing',
    ],
    ['gradle, passed without output', '> Task :compileJava\n> Task :test\n\nBUILD SUCCESSFUL in 1s\n', null],
    ['gradle, up to date', '> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s\n', null],
    [
      'gradle, each test logged',
      '> Task :app:test\n\nCalcTest > adds() PASSED\n\nCalcTest > later() SKIPPED\n\nBUILD SUCCESSFUL in 1s\n',
      'gradle 1/0/1',
    ],
    [
      'gradle, one of two modules silent',
      '> Task :core:test\n> Task :app:test FAILED\n\n3 tests completed, 1 failed\n',
      null,
    ],
    [
      'dotnet, two projects',
      'Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 12 ms - A.dll (net8.0)\nFailed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 9 ms - B.dll (net8.0)\n',
      'dotnet 5/1/1',
    ],
    [
      'dotnet, terminal logger',
      'Test summary: total: 3, failed: 1, succeeded: 2, skipped: 0, duration: 1.2s\n',
      'dotnet 2/1/0',
    ],
    [
      'dotnet, testing platform',
      'Test run summary: Passed! - A.dll (net9.0|x64)\n  total: 3\n  failed: 0\n  succeeded: 2\n  skipped: 1\n  duration: 1s 20ms\n',
      'dotnet 2/0/1',
    ],
    ['dotnet, none', 'No test is available in /project/A.dll. Make sure that …\n', 'dotnet 0/0/0 nothing'],
    [
      'nextest',
      '    Starting 3 tests across 1 binary\n        PASS [   0.004s] calc tests::adds\n------------\n     Summary [   0.005s] 3 tests run: 2 passed, 1 failed, 1 skipped\n',
      'nextest 2/1/1',
    ],
    [
      'bun, passed',
      'bun test v1.4.4\n\n 3 pass\n 0 fail\n 3 expect() calls\nRan 3 tests across 1 file. [9.00ms]\n',
      'bun 3/0/0',
    ],
    [
      'bats',
      '1..3\nok 1 adds\nnot ok 2 divides\n# (in test file a.bats, line 3)\nok 3 later # skip not today\n',
      'tap 1/1/1',
    ],
    ['TAP without numbers', 'ok - adds\nnot ok - divides\n1..2\n', 'tap 1/1/0'],
    ['TAP with a gap in its numbers', 'ok 1 adds\nok - divides\n1..2\n', null],
    ['TAP with no plan', 'ok 1 adds\nok 2 divides\n', null],
    ['TAP cut short', '1..3\nok 1 adds\n', null],
    ['TAP of groups', '1..1\n    ok 1 - adds\n    1..1\nok 1 - math\n', null],
    ['jest --passWithNoTests', 'No tests found, exiting with code 0\n', 'jest 0/0/0 nothing'],
    [
      'vitest --passWithNoTests',
      '\n RUN  v4.1.12 /project\n\nNo test files found, exiting with code 0\n',
      'vitest 0/0/0 nothing',
    ],
    [
      'pytest-sugar',
      'Test session starts (platform: linux)\n\n a.py ✓✓\n\nResults (0.12s):\n       2 passed\n       1 failed\n',
      'pytest 2/1/0',
    ],
    [
      'pytest, none selected',
      '=== test session starts ===\ncollected 3 items / 3 deselected\n\n=== 3 deselected in 0.01s ===\n',
      'pytest 0/0/0 nothing',
    ],
    [
      'go, a filter without matches',
      'ok  \texample.com/a\t0.01s [no tests to run]\n?   \texample.com/b\t[no test files]\n',
      'go 0/0/0 nothing',
    ],
    ['go, some packages without tests', 'ok  \texample.com/a\t(cached)\n?   \texample.com/b\t[no test files]\n', null],
    ['maven, tests skipped', '[INFO] Tests are skipped.\n[INFO] BUILD SUCCESS\n', 'maven 0/0/0 nothing'],
    [
      'cargo, filtered out',
      'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s\n',
      'cargo 0/0/0 nothing',
    ],
    ['not a test at all', 'Found 0 errors. Watching for file changes.\n', null],
    ['nothing', '', null],
  ])('%s', (_, output, result) => {
    expect(readCounts(output)).toBe(result);
  });
});

describe('several runs in one output', () => {
  const vitestRun = fixture('vitest/fail.txt');

  test('runners one after the other are summed', () => {
    expect(readCounts(`${fixture('mocha/mixed.txt')}\n${fixture('playwright/fail.txt')}`)).toBe(
      'mocha + playwright 5/4/2',
    );
    expect(readCounts(vitestRun + fixture('pytest/pass.txt') + vitestRun)).toBe('pytest + vitest 6/6/0');
    expect(readCounts(fixture('mocha/pass.txt') + fixture('mocha/skip.txt'))).toBe('mocha 5/0/2');
    expect(readCounts(fixture('jest/mixed.txt') + fixture('jest/pass.txt'))).toBe('jest 8/1/2');
  });

  test('a runner without counts makes the sum unknown, and does not mean that nothing ran', () => {
    expect(readCounts(fixture('vitest/pass.txt') + fixture('go/pass.txt'))).toBe(null);
    expect(readCounts(fixture('vitest/allskip.txt') + fixture('go/pass.txt'))).toBe(null);
  });

  test('reports that nothing ran only if no run executed a test', () => {
    expect(readCounts(fixture('vitest/allskip.txt') + fixture('mocha/allskip.txt'))).toBe(
      'mocha + vitest 0/0/2 nothing',
    );
    expect(readCounts(fixture('vitest/allskip.txt') + fixture('mocha/pass.txt'))).toBe('mocha + vitest 4/0/1');
  });

  test.each([
    ['pnpm -r', 'packages/web test', 'packages/api test'],
    ['turbo', 'web:test', '@acme/api:test'],
    ['concurrently', '[web]', '[api]'],
  ])('the interleaved lines of %s are separated', (_, one, other) => {
    const colon = one.startsWith('[') ? '' : ':';
    const left = fixture('vitest/mixed.txt').split('\n');
    const right = fixture('vitest/pass.txt').split('\n');
    const interleaved = left.flatMap((line, n) => [
      `${one}${colon} ${line}`,
      ...(n in right ? [`${other}${colon} ${right[n]}`] : []),
    ]);
    expect(readCounts(interleaved.join('\n'))).toBe('vitest 8/1/2');
  });
});

describe('output of tests', () => {
  const fakes = [
    '\n Test Files  9 passed (9)\n      Tests  99 passed (99)\n   Start at  01:00:00\n   Duration  1s\n',
    '\n  99 passing (1ms)\n\n',
    '=== 99 passed in 0.01s ===\n',
    '  99 passed (1.0s)\n',
    'test result: ok. 99 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n',
    '--- PASS: TestFake (0.00s)\n',
    'OK (99 tests, 99 assertions)\n',
    '99 specs, 0 failures\nFinished in 1 seconds\n',
    'ok 1 - fake\n# tests 99\n# pass 99\n',
  ];
  const inside = (name: string, after: RegExp) => {
    const [head, tail] = fixture(name).split(after);
    return fakes.map((fake) => [name, `${head}\n${fake}\n${tail}`, expectedCounts(name)] as const);
  };

  test.each([
    ...inside('vitest/pass.txt', /(?<=proj.*\n)/),
    ...inside('pytest/fail.txt', /(?<=collected 4 items\n)/),
    ...inside('playwright/mixed.txt', /(?<=workers?\n)/),
    ...inside('jasmine/fail.txt', /(?<=Started\n)/),
  ])('%s: a summary inside a run is not counted', (_, output, result) => {
    expect(readCounts(output)).toBe(result);
  });

  test('a summary that a mocha test prints is not counted', () => {
    const [head, tail] = fixture('mocha/pass.txt').split(/(?<=✔ adds\n)/);
    expect(readCounts(`${head}\n\n  99 passing (1ms)\n\n${tail}`)).toBe('mocha 4/0/0');
  });

  test('a run of the same runner inside a run is not counted', () => {
    const [head, tail] = fixture('vitest/mixed.txt').split(/(?<=proj.*\n)/);
    expect(readCounts(head + fixture('vitest/pass.txt') + tail)).toBe('vitest 4/1/2');
  });

  test('test names that look like files are tests', () => {
    const suite = '▶ parser.js\n  ✔ parses (1ms)\n✔ parser.js (2ms)\n';
    const summary =
      'ℹ tests 1\nℹ suites 1\nℹ pass 1\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 9\n';
    expect(readCounts(suite + summary)).toBe('node:test 1/0/0');
  });
});

describe('long output', () => {
  const noise = `${'x'.repeat(99)}\n`.repeat(COUNTED_TAIL / 100);

  test('the summary at its end is read', () => {
    expect(readCounts(noise + fixture('vitest/mixed.txt'))).toBe('vitest 4/1/2');
    expect(readCounts(noise + fixture('pytest/fail.quiet.txt'))).toBe('pytest 1/3/0');
    expect(readCounts(noise + fixture('mocha/mixed.txt'))).toBe('mocha 4/1/2');
  });

  test('line counts are unknown if lines are missing', () => {
    expect(readCounts(noise + fixture('go/pass.verbose.txt'))).toBe(null);
    expect(readCounts(noise + fixture('cargo/pass.txt'))).toBe(null);
    expect(readCounts(fixture('cargo/pass.txt'), false)).toBe(null);
    expect(readCounts(fixture('go/empty.txt'), false)).toBe(null);
  });
});

describe('any text', () => {
  const lines = names.flatMap((name) => fixture(name).split('\n'));

  test('never throws, and only returns valid counts', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(fc.constantFrom(...lines), { maxLength: 60 }).map((some) => some.join('\n')),
      fc
        .tuple(fc.constantFrom(...names), fc.nat(), fc.nat(20), fc.string({ unit: 'binary', maxLength: 9 }))
        .map(([name, at, cut, put]) => {
          const text = fixture(name);
          const where = at % (text.length + 1);
          return text.slice(0, where) + put + text.slice(where + cut);
        }),
    );
    fc.assert(
      fc.property(anything, fc.boolean(), (output, complete) => {
        findAbandonedRunner(output);
        const count = countTests(output, complete);
        if (!count) return;
        const { total, passed, failed, skipped } = count.counts;
        expect([total, passed, failed, skipped].every((n) => Number.isSafeInteger(n) && n >= 0)).toBe(true);
        expect(total).toBe(passed + failed + skipped);
        if (count.ranNothing) expect(passed + failed).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['digits', ` Test Files  1 passed (1)\n      Tests  ${'1'.repeat(200_000)}\n`],
    ['carriage returns', '\r'.repeat(200_000)],
    ['escapes', '\x1b['.repeat(100_000)],
    ['unterminated titles', '\x1b]0;title'.repeat(20_000)],
    ['arrows', `> Task :test\n${' > '.repeat(60_000)}`],
    ['results without end', 'Results:\n'.repeat(20_000)],
    ['dots', `${'.'.repeat(200_000)}!`],
    ['summaries', '=== 1 passed in 0.01s ===\n'.repeat(9_000)],
    ['beginnings', ' RUN  v4\n'.repeat(20_000)],
  ])('a flood of %s is read in linear time', (_, output) => {
    expect(() => countTests(output)).not.toThrow();
    expect(() => findAbandonedRunner(output)).not.toThrow();
  });
});
