import { describe, expect, test } from 'vitest';
import { aVerdict, judgedLoop } from '../../testing/builders.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { type Metrics, unmeasured } from '../metrics/metrics.ts';
import type { IterationState } from '../state/state.ts';
import { errorSignature, metricSignature } from './signatures.ts';

function iteration(over: Partial<IterationState>): IterationState {
  return judgedLoop([{ score: 0.3, over }]).iterations[1] as IterationState;
}

const met = (...verdicts: Verdict[]) => errorSignature(iteration({ verdicts }));
const printing = (excerpt: string) => met(aVerdict({ excerpt }));

describe('the signature of an error', () => {
  test.each([
    { what: 'folders', line: 'Error: /home/me/app/src/sum.js is wrong', is: 'Error: sum.js is wrong' },
    { what: 'line and column', line: 'Error at sum.js:12:3', is: 'Error at sum.js' },
    { what: 'a line alone', line: 'Error at sum.py:12 in f', is: 'Error at sum.py in f' },
    { what: 'addresses', line: 'Error: <Sum object at 0x7f3C>', is: 'Error: <Sum object at #>' },
    { what: 'milliseconds', line: 'Error after 12 ms', is: 'Error after #' },
    { what: 'seconds', line: 'Error after 1.25s and 3 seconds', is: 'Error after # and #' },
    { what: 'indentation and runs of blanks', line: '   Error:   two\twords ', is: 'Error: two words' },
    { what: 'nothing of what was expected', line: 'expected 5 to be 6', is: 'expected 5 to be 6' },
  ])('is without $what', ({ line, is }) => {
    expect(printing(line)).toBe(`c1: ${is}`);
  });

  test.each([
    'AssertionError: no',
    'java.lang.IllegalStateException: no',
    'assert x == y',
    'expected this',
    '1 failed',
    'FAILURE here',
    'not ok 3 - sums',
    "thread 'main' panicked",
    'cannot find module',
    'x is undefined',
    '✗ sums',
    '✖ sums',
    '× sums',
  ])('takes a line that names an error: %s', (line) => {
    expect(printing(`it begins\n${line}\nit ends`)).toBe(`c1: ${line}`);
  });

  test('takes the first six of them', () => {
    expect(printing('Error: a\nfine\nError: b\nc failed\n- Expected: 4\n+ Received: 3\n1 !== 2\nError: d')).toBe(
      'c1: Error: a / Error: b / c failed / - Expected: 4 / + Received: 3 / 1 !== 2',
    );
  });

  test('leaves out noise and colours', () => {
    expect(printing('\u001b[31mError: a\u001b[0m\n    at fail (node:internal/error:1:2)\n')).toBe('c1: Error: a');
  });

  test('is the reason if no line names an error', () => {
    expect(met(aVerdict({ excerpt: 'hm', reason: 'exit 3' }))).toBe('c1: exit 3');
  });

  test('has a line per criterion that does not hold', () => {
    const second = aVerdict({ criterion: 'c2', outcome: 'unmeasured', excerpt: 'Error: b' });
    expect(met(aVerdict({ excerpt: 'Error: a' }), aVerdict({ outcome: 'pass', excerpt: 'Error: no' }), second)).toBe(
      'c1: Error: a\nc2: Error: b',
    );
  });

  test.each<[string, Verdict[]]>([
    ['nothing failed', [aVerdict({ outcome: 'pass', excerpt: 'Error: none' })]],
    ['nothing was said', [aVerdict({ excerpt: '  \n' })]],
    ['only what holds said something', [aVerdict(), aVerdict({ outcome: 'pass', criterion: 'c2', excerpt: 'fine' })]],
    ['nothing was verified', []],
  ])('is unknown if %s', (_, verdicts) => {
    expect(met(...verdicts)).toBeNull();
  });

  test('is unknown before verification', () => {
    expect(errorSignature(iteration({ verdicts: null }))).toBeNull();
  });
});

describe('the signature of what was measured', () => {
  const measured = (over: Partial<Metrics>) => metricSignature(iteration({ metrics: { ...unmeasured, ...over } }));
  const tests = { total: 10, passed: 5, failed: 5, skipped: 0 };

  test('holds tests, pass rate, coverage and errors', () => {
    expect(measured({ tests })).toBe('10|50||5');
  });

  test('is unknown if the tests were not counted, or nothing was measured', () => {
    expect(measured({ files: 3 })).toBeNull();
    expect(metricSignature(iteration({ metrics: null }))).toBeNull();
  });
});
