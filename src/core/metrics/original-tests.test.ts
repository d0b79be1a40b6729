import { describe, expect, test } from 'vitest';
import { originalTests, type ReportedTests, ranWhereMoved } from './original-tests.ts';

const ran = (...ids: string[]): ReportedTests => ({
  names: new Map(
    ids.map((id) => [id.replace(/^[!-]/, ''), id[0] === '!' ? 'failed' : id[0] === '-' ? 'skipped' : 'passed']),
  ),
  counts: null,
});
const counted = (total: number, skipped = 0): ReportedTests => ({
  names: null,
  counts: { total, passed: total - skipped, failed: 0, skipped },
});

describe('every test that ran at the baseline has to run again', () => {
  const before = ran('a.test.js › adds', '!a.test.js › sums', '-a.test.js › later');

  test.each<[string, ReportedTests, string[]]>([
    ['all did', ran('a.test.js › adds', 'a.test.js › sums', 'b.test.js › more'), []],
    ['one is gone', ran('a.test.js › adds'), ['a.test.js › sums']],
    ['one was skipped', ran('a.test.js › adds', '-a.test.js › sums'), ['a.test.js › sums']],
    [
      'all ran, but in another file',
      ran('easy.test.js › adds', 'easy.test.js › sums'),
      ['a.test.js › adds', 'a.test.js › sums'],
    ],
    ['names that are made when they run', ran('a.test.js › adds', 'a.test.js › sums 3.0'), []],
  ])('%s', (_, after, missing) => {
    const result = originalTests(before, [after]);
    expect(result).toEqual({ of: 2, ran: 2 - missing.length, byName: true, missing });
  });

  test('by their names, if all of them had one: a run that only counts is another run', () => {
    const named = { ...before, counts: { total: 3, passed: 1, failed: 1, skipped: 1 } };
    expect(originalTests(named, [counted(3)])).toMatchObject({ of: 2, ran: 0, byName: true });
    expect(originalTests({ ...named, counts: { ...named.counts, total: 9 } }, [counted(9)])).toMatchObject({ ran: 8 });
  });

  test('together, if several runs had different commands', () => {
    expect(originalTests(before, [ran('a.test.js › adds'), ran('a.test.js › sums')])?.ran).toBe(2);
  });

  test('parts of a test may have other names; new tests of a package do not stand for old ones', () => {
    const go = ran('org/x › TestA', 'org/x › TestA › 3', 'org/x › TestB');
    expect(originalTests(go, [ran('org/x › TestA', 'org/x › TestA › 4', 'org/x › TestC')])?.missing).toEqual([
      'org/x › TestB',
    ]);
  });

  test('except those that need not', () => {
    const excused = (missing: readonly string[]) => missing.filter((id) => id.includes('sums'));
    expect(originalTests(before, [ran('a.test.js › adds')], [], excused)).toEqual({
      of: 1,
      ran: 1,
      byName: true,
      missing: [],
    });
  });

  test('without names their number is what is known', () => {
    expect(originalTests(counted(5, 1), [counted(3)])).toEqual({ of: 4, ran: 3, byName: false, missing: [] });
    expect(originalTests(before, [{ ...counted(9), names: null }])).toBeNull();
    expect(originalTests({ names: null, counts: null }, [counted(3)])).toBeNull();
    const onlyFailures = { names: null, counts: { total: 1, passed: 0, failed: 1, skipped: 0 } };
    expect(originalTests(onlyFailures, [{ names: null, counts: null }])).toBeNull();
    expect(originalTests(counted(3), [{ names: null, counts: null }])).toMatchObject({ of: 3, ran: 0 });
  });
});

describe('moved files', () => {
  const before = ran('test/a.test.js › adds', 'org/x/stats › TestA', 'org/x/stats › TestA › one');
  const moved = [
    { from: 'test/a.test.js', to: 'spec/a.test.js' },
    { from: 'stats/a_test.go', to: 'lib/stats/a_test.go' },
  ];

  test('count where they are now, and only there', () => {
    const now = ran('spec/a.test.js › adds', 'org/x/lib/stats › TestA', 'org/x/lib/stats › TestA › one');
    expect(originalTests(before, [now], moved)?.missing).toEqual([]);
    expect(originalTests(before, [before], moved)?.ran).toBe(0);
  });

  test('a run shows it by itself only if it names files', () => {
    const js = ran('test/a.test.js › adds', 'test/b.test.js › b');
    expect(ranWhereMoved(js, ran('spec/a.test.js › adds'), moved)).toBe(true);
    expect(ranWhereMoved(js, ran('core.test.js › adds'), moved)).toBe(false);
    expect(ranWhereMoved(before, ran('spec/a.test.js › adds', 'org/x/lib/stats › TestA'), moved)).toBe(false);
  });
});
