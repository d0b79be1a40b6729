import { describe, expect, it } from 'vitest';
import { countsOf, identify, mergeRuns, type ReportedTest, type TestRun } from './tests.ts';

function aTest(name: string, given: Partial<ReportedTest> = {}): ReportedTest {
  const nothing = { durationMs: null, message: null, retries: 0 };
  return { file: 'a.test.js', suite: ['math'], name, status: 'passed', ...nothing, ...given };
}

function aRun(runner: string, tests: ReportedTest[], given: Partial<TestRun> = {}): TestRun {
  const counts = countsOf(tests);
  return {
    runner,
    tests: identify(tests),
    counts,
    complete: true,
    collected: null,
    collectionErrors: [],
    notes: [],
    ...given,
  };
}

const ids = (tests: ReportedTest[]) => identify(tests).map(({ id }) => id);

describe('ids', () => {
  it('are file, suites and name', () => {
    expect(ids([aTest('adds', { suite: ['math', 'deep'] })])).toEqual(['a.test.js › math › deep › adds']);
    expect(ids([aTest('adds', { file: null, suite: [] })])).toEqual(['adds']);
  });

  it('number tests of one name by their order', () => {
    expect(ids([aTest('x'), aTest('y'), aTest('x'), aTest('x')])).toEqual([
      'a.test.js › math › x',
      'a.test.js › math › y',
      'a.test.js › math › x #2',
      'a.test.js › math › x #3',
    ]);
  });

  it('keep parameters, and leave out what changes from run to run', () => {
    expect(ids([aTest('test_p[1-x/y]')])).toEqual(['a.test.js › math › test_p[1-x/y]']);
    expect(ids([aTest('p[<object at 0x7f3a9c0d1e50>]\n  z')])).toEqual(['a.test.js › math › p[<object at 0x…>] z']);
  });
});

it('counts todo as skipped', () => {
  const tests = (['passed', 'failed', 'skipped', 'todo'] as const).map((status) => ({ status }));
  expect(countsOf(tests)).toEqual({ total: 4, passed: 1, failed: 1, skipped: 2 });
});

describe('merging runs', () => {
  it('gives null for none and the run itself for one', () => {
    const run = aRun('vitest', [aTest('a')]);
    expect(mergeRuns([])).toBeNull();
    expect(mergeRuns([run])).toBe(run);
  });

  it('adds up counts, and numbers a name that both have', () => {
    const merged = mergeRuns([
      aRun('vitest', [aTest('a')], { collected: 1 }),
      aRun('pytest', [aTest('a', { status: 'failed' })], { collected: 2, collectionErrors: ['broken'] }),
    ]);
    expect(merged).toMatchObject({
      runner: 'vitest + pytest',
      counts: { total: 2, passed: 1, failed: 1, skipped: 0 },
      complete: true,
      collected: 3,
      collectionErrors: ['broken'],
    });
    expect(merged?.tests?.map(({ id }) => id)).toEqual(['a.test.js › math › a', 'a.test.js › math › a #2']);
  });

  it('is complete only if every run is, and knows names only if every run does', () => {
    const nameless = aRun('go', [aTest('a')], { tests: null });
    const merged = mergeRuns([aRun('vitest', [aTest('a')], { complete: false }), nameless]);
    expect(merged).toMatchObject({ complete: false, tests: null, counts: { total: 2 } });
    expect(merged?.notes).toEqual(['go reported how many tests it ran, but not their names']);
  });
});
