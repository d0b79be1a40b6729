import { describe, expect, it } from 'vitest';
import { expected, printedText, reportsOf, reportText } from '../../test/support/report-fixtures.ts';
import { countsOf, identify, type TestRun, type TestStatus } from '../core/metrics/tests.ts';
import { type CommandExit, judge, type Outcome } from './measurement.ts';
import { emptyReport } from './test-reports/empty-report.ts';
import { parseReport } from './test-reports/read.ts';

describe('real runs', () => {
  it.each(Object.keys(expected.scenarios))('%s', (scenario) => {
    const { exit, outcome, source } = expected.scenarios[scenario]!;
    const runner = scenario.split('/')[0] ?? '';
    const runs = reportsOf(scenario).flatMap((file) => {
      const text = reportText(file);
      return (text === '' ? emptyReport(runner) : parseReport(text, { roots: ['/project'] })) ?? [];
    });
    const exitInfo = { code: exit, ended: 'exit' as const, output: printedText(scenario), whole: true };
    const started = runner === 'mocha' ? [runner] : [];
    expect(judge(exitInfo, { runs, started })).toMatchObject({ outcome, source });
  });
});

function aRun(statuses: TestStatus[], over: Partial<TestRun> = {}): TestRun {
  const nothing = { file: null, suite: [], durationMs: null, message: null, retries: 0 };
  const tests = identify(statuses.map((status, index) => ({ name: `t${index}`, status, ...nothing })));
  const counts = countsOf(tests);
  return { runner: 'x', tests, counts, complete: true, collected: null, collectionErrors: [], notes: [], ...over };
}

function anExit(over: Partial<CommandExit> = {}): CommandExit {
  return { code: 0, ended: 'exit', output: '', whole: true, ...over };
}

describe('exit 0 is a success only', () => {
  const cases: [string, TestRun[], Outcome, boolean][] = [
    ['with tests that ran to the end', [aRun(['passed', 'skipped'])], 'tests', true],
    ['not if one failed', [aRun(['passed', 'failed'])], 'tests', false],
    ['not without a completion marker', [aRun(['passed'], { complete: false })], 'exit0-before-end', false],
    ['not if fewer ran than were collected', [aRun(['passed'], { collected: 2 })], 'exit0-before-end', false],
    [
      'not if a file could not be loaded',
      [aRun(['passed'], { collectionErrors: ['b: x'] })],
      'collection-error',
      false,
    ],
    ['not without a test', [aRun([])], 'no-tests', false],
    ['not if all were skipped', [aRun(['skipped', 'todo'])], 'no-tests', false],
    [
      'not if one of two runners did not finish',
      [aRun(['passed']), aRun([], { complete: false })],
      'exit0-before-end',
      false,
    ],
    ['not if nothing was reported', [], 'unknown', false],
  ];
  it.each(cases)('%s', (_, runs, outcome, succeeded) => {
    expect(judge(anExit(), { runs, started: [] })).toMatchObject({ outcome, succeeded });
  });
});

describe('failed measurements have distinct outcomes', () => {
  const cases: [string, Partial<CommandExit>, TestRun[], Outcome][] = [
    ['timeout, even if tests were reported', { code: null, ended: 'timeout' }, [aRun(['passed'])], 'timeout'],
    ['command not found', { code: null, ended: 'not-found' }, [], 'runner-missing'],
    ['a runner that the shell does not find', { code: 127, output: 'sh: 1: jest: not found' }, [], 'runner-missing'],
    ['a missing module', { code: 1, output: '/usr/bin/python3: No module named pytest\n' }, [], 'runner-missing'],
    ['a missing script', { code: 1, output: 'npm error Missing script: "test"\n' }, [], 'runner-missing'],
    ['a crash', { code: 134, ended: 'signal' }, [aRun(['passed'], { complete: false })], 'crashed'],
    ['a signal without a report', { code: null, ended: 'signal' }, [], 'crashed'],
    ['a compiler error', { code: 101, output: 'error: could not compile `calc` (lib test)\n' }, [], 'collection-error'],
    [
      'a package of several',
      { code: 1, output: 'FAIL\tex/b [build failed]\n' },
      [aRun(['passed'])],
      'collection-error',
    ],
    ['an unknown command', { code: 3, output: 'something' }, [], 'unknown'],
  ];
  it.each(cases)('%s', (_, exit, runs, outcome) => {
    expect(judge(anExit(exit), { runs, started: [] })).toMatchObject({ outcome, succeeded: false });
  });
});

it('falls back to the printed summary, without names', () => {
  const output =
    'Test Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\nSnapshots:   0 total\nTime:        0.2 s\n';
  const measurement = judge(anExit({ output }), { runs: [], started: [] });
  expect(measurement).toMatchObject({ outcome: 'tests', source: 'human', succeeded: true });
  expect(measurement.run).toMatchObject({ runner: 'jest', tests: null, counts: { total: 2, passed: 2 } });
});
