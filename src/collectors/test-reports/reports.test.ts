import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExpectedReport,
  expected,
  printedCounts,
  reportFiles,
  reportText,
} from '../../../test/support/report-fixtures.ts';
import type { TestRun } from '../../core/metrics/tests.ts';
import { reportFormats } from './index.ts';
import { parseReport } from './read.ts';

const context = { roots: ['/project'] };

function summaryOf(run: TestRun | null) {
  if (!run) return null;
  const { passed, failed, skipped } = run.counts;
  const tests = run.tests?.map(({ status, id }) => `${status} ${id}`);
  return {
    runner: run.runner,
    passed,
    failed,
    skipped,
    complete: run.complete,
    errors: run.collectionErrors.length,
    tests,
  };
}

const HAND_WRITTEN = /^(?:dotnet|nextest|gradle|ctrf)\//;

/** Tape prints a todo that failed as a pass; of Maven's two files one is empty. */
function expectedCounts(scenario: string): string | null {
  const counts = printedCounts[`${scenario}.txt`];
  return counts?.passed === undefined ? null : [counts.passed, counts.failed, counts.skipped].join('/');
}

describe('real reports', () => {
  it.each(reportFiles)('%s', (file) => {
    expect(summaryOf(parseReport(reportText(file), context))).toEqual(expected.reports[file]);
  });

  it('are all expected', () => {
    expect(Object.keys(expected.reports).sort()).toEqual([...reportFiles]);
  });

  it('of one run agree with each other, and with the runner’s output', () => {
    const scenarios = new Map<string, ExpectedReport[]>();
    for (const [file, report] of Object.entries(expected.reports)) {
      const scenario = file.split('.')[0] ?? '';
      if (/\/(?:crash|empty-file)/.test(scenario)) continue;
      if (report?.complete && report.errors === 0)
        scenarios.set(scenario, [...(scenarios.get(scenario) ?? []), report]);
    }
    for (const [scenario, reports] of scenarios) {
      const printedCount = expectedCounts(scenario);
      const counts = reports.map(({ passed, failed, skipped }) => [passed, failed, skipped].join('/'));
      if (!scenario.startsWith('maven/') && !HAND_WRITTEN.test(scenario))
        expect(new Set(counts).size, scenario).toBe(1);
      if (printedCount && scenario !== 'maven/pass' && scenario !== 'tape/skip')
        expect(counts[0], scenario).toBe(printedCount);
    }
  });

  it('contain durations, messages and retries', () => {
    const find = (file: string, name: string) =>
      parseReport(reportText(file), context)?.tests?.find((test) => test.name === name);
    expect(find('vitest/mixed.json', 'wrong sum')?.message).toMatch(/^AssertionError: expected 3 to be 4/);
    expect(find('pytest/fail.xunit1.xml', 'test_wrong')?.message).toMatch(/^AssertionError: sum & <b>/);
    expect(find('maven/fail.junit.xml', 'error')).toMatchObject({ message: 'boom <x>', durationMs: 20 });
    expect(find('dotnet/mixed.trx', 'Wrong')).toMatchObject({ durationMs: 1500 });
    expect(find('nextest/mixed.junit.xml', 'tests::flaky')).toMatchObject({ status: 'passed', retries: 1 });
    expect(find('nextest/mixed.json', 'wrong')).toMatchObject({ status: 'failed', retries: 1, message: 'two' });
    expect(find('ctrf/mixed.json', 'wrong')).toMatchObject({ message: 'expected 4', retries: 2, file: 'a.test.js' });
    expect(find('cargo/fail.txt', 'wrong')?.message).toMatch(/assertion `left == right` failed: sum/);
    expect(find('go/fail.verbose.txt', 'TestWrong')?.message).toMatch(/want 4\n.*second line/);
  });
});

describe('arbitrary input', () => {
  const files = reportFiles.map((file) => reportText(file)).filter((text) => text !== '');

  it('a report read in pieces gives the same as the whole', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.integer({ min: 1, max: 400 }), (text, size) => {
        for (const format of reportFormats.filter((candidate) => candidate.recognises(text.slice(0, 16_384)))) {
          const [whole, pieces] = [format.reader(context), format.reader(context)];
          whole.write(text);
          for (let at = 0; at < text.length; at += size) pieces.write(text.slice(at, at + size));
          expect(pieces.end()).toEqual(whole.end());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a damaged report never throws, and its counts are those of its tests', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.array(damage(), { minLength: 1, maxLength: 6 }), (text, damages) => {
        const broken = damages.reduce((current, apply) => apply(current), text);
        const run = parseReport(broken, context);
        if (!run) return;
        const { total, passed, failed, skipped } = run.counts;
        expect(passed + failed + skipped).toBe(total);
        expect(run.tests?.length).toBe(total);
        expect(new Set(run.tests?.map(({ id }) => id)).size).toBe(total);
      }),
      { numRuns: 300 },
    );
  });

  it('every format reads every report without throwing', () => {
    for (const text of files) {
      for (const format of reportFormats) {
        const reader = format.reader(context);
        reader.write(text);
        expect(reader.end().counts.total).toBeGreaterThanOrEqual(0);
      }
    }
  });

  it('other text is not a report', () => {
    for (const text of ['', 'hello', '{}', '[]', '<html/>', 'ok', '\u0000'])
      expect(parseReport(text, context)).toBeNull();
  });

  it('a truncated report is not complete', () => {
    for (const file of [
      'vitest/mixed.json',
      'jest/mixed.json',
      'pytest/fail.junit.xml',
      'mocha/mixed.probe.ndjson',
      'cargo/pass.json',
    ]) {
      const text = reportText(file);
      expect(parseReport(text.slice(0, text.length * 0.8), context), file).toMatchObject({ complete: false });
    }
  });
});

/** One way in which a report may be damaged. */
function damage(): fc.Arbitrary<(text: string) => string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true });
  const at = (text: string, share: number) => Math.floor(text.length * share);
  const junk = fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom(
      '{"ev":',
      '</testcase>',
      ']]>',
      '<![CDATA[',
      '}]}',
      '\n',
      '\u001b[31m',
      '\\',
      '"',
      'TAP version 13\n',
      '1..3\n',
      'ok 1\n',
      '    ',
    ),
  );
  return fc.oneof(
    place.map((share) => (text: string) => text.slice(0, at(text, share))),
    fc.tuple(place, junk).map(
      ([share, piece]) =>
        (text: string) =>
          text.slice(0, at(text, share)) + piece + text.slice(at(text, share)),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (text: string) =>
          text.slice(0, at(text, Math.min(from, to))) + text.slice(at(text, Math.max(from, to))),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (text: string) =>
          text + text.slice(at(text, Math.min(from, to)), at(text, Math.max(from, to))),
    ),
    fc.constant((text: string) => text.replace(/"[^"]*"/, 'null')),
    fc
      .constantFrom('null', '1e999', '"x"', '[]', '{}')
      .map((value) => (text: string) => text.replace(/:\s*(\d+|"[^"]*")/, `:${value}`)),
  );
}
