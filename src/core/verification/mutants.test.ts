import { expect, test } from 'vitest';
import { metricValue, unmeasured } from '../metrics/metrics.ts';
import { NO_MUTANTS, survivorText } from '../metrics/mutants.ts';
import type { TestStatus } from '../metrics/tests.ts';
import { type MutantRun, mutantResult } from './mutant-result.ts';
import { mutantsText } from './mutants-text.ts';

const CONTROL = new Map<string, TestStatus>([
  ['a › x', 'passed'],
  ['a › y', 'passed'],
  ['b › z', 'skipped'],
]);
const ran = (tests: Record<string, TestStatus> | null, outcome: MutantRun['outcome'], timedOut = false): MutantRun => ({
  tests: tests && new Map(Object.entries(tests)),
  outcome,
  timedOut,
  durationMs: 1,
});
const ALL = { 'a › x': 'passed', 'a › y': 'passed' } as const;
/** The file cannot be loaded, so that its tests are missing. */
const BROKEN = ran({ 'a.js': 'failed' }, 'failed');

test.each<[string, MutantRun, string]>([
  ['a test that passes without it fails', ran({ ...ALL, 'a › y': 'failed' }, 'failed'), 'killed'],
  ['a test fails, whatever the command says', ran({ ...ALL, 'a › y': 'failed' }, 'held'), 'killed'],
  ['all tests pass', ran(ALL, 'held'), 'survived'],
  ['a test has another name now', ran({ 'a › x': 'passed', 'a › y 2': 'passed' }, 'held'), 'survived'],
  ['only a test fails that did not pass before', ran({ ...ALL, 'b › z': 'failed' }, 'held'), 'survived'],
  ['it never ends', ran(null, 'unmeasured', true), 'timed-out'],
  ['a check that is no test refuses it', ran(ALL, 'failed'), 'invalid'],
  ['it cannot be loaded', ran({ 'a.js': 'failed' }, 'failed'), 'invalid'],
  ['nothing is reported, as for a file that cannot be loaded', ran(null, 'unmeasured'), 'invalid'],
  ['the run ends in the middle', ran({ 'a › x': 'passed' }, 'failed'), 'killed'],
])('%s', (_, run, result) => {
  expect(mutantResult(run, CONTROL, BROKEN)).toBe(result);
});

test('missing tests are asked about only if no test failed by name', () => {
  expect(mutantResult(ran({ 'a › x': 'passed' }, 'failed'), CONTROL, null)).toBe('unclear');
  expect(mutantResult(ran({ 'a › x': 'failed' }, 'failed'), CONTROL, null)).toBe('killed');
});

test('a text says what was killed, what was left out and what it cost', () => {
  const counts = { killed: 8, survived: 2, timedOut: 1, invalid: 0, untried: 3, possible: 40 };
  const unsupported = [{ reason: 'mutants are not supported in Go', count: 1, paths: ['a.go'] }];
  expect(mutantsText({ counts, unsupported, durationMs: 6400, testRunMs: 2000 })).toBe(
    'mutants: 8 of 10 killed (80 %), 2 survived; 1 timed out; 3 not tried for want of time; 26 not in the sample; 1 file left out: mutants are not supported in Go; 6.4 s, 3.2 × a test run',
  );
  expect(mutantsText({ counts: NO_MUTANTS, unsupported: [], problem: 'x', durationMs: 1, testRunMs: null })).toBe(
    'mutants not tested: x',
  );
});

test('the metric is a share of valid mutants, and unknown if there is none', () => {
  const value = (counts: Partial<typeof NO_MUTANTS>) =>
    metricValue({ ...unmeasured, mutants: { ...NO_MUTANTS, ...counts } }, 'mutants');
  expect(value({ killed: 2, survived: 1, timedOut: 5, invalid: 5 })).toBe(66.66);
  expect(value({ timedOut: 5, untried: 5 })).toBeNull();
  expect(metricValue(unmeasured, 'mutants')).toBeNull();
});

test('a survivor is shown with its place, before and after', () => {
  const one = { path: 'a.js', line: 3, operator: 'comparison', before: 'a < b', after: 'a <= b' };
  expect(survivorText(one)).toBe('a.js:3 `a < b` → `a <= b`');
  expect(survivorText({ ...one, after: '', partly: true })).toBe('a.js:3 without `a < b` (by the tests that reach it)');
});
