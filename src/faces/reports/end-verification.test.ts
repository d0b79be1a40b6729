import { expect, test } from 'vitest';
import { scoredLoop } from '../../../test/support/scored-loop.ts';
import { aVerdict } from '../../testing/builders.ts';
import { verificationLines } from './end-verification.ts';

const said = (excerpt: string) =>
  verificationLines(
    scoredLoop({ iterations: [{ score: 0.5, verdicts: [aVerdict({ outcome: 'fail', reason: 'exit 1', excerpt })] }] }),
  ).slice(2);
const details = (count: number) => Array.from({ length: count }, (_, at) => `detail ${at + 1}`);

test.each([
  ['    not ok 3 - max', 'not ok 3 - max'],
  ['✖ max (1.2ms)', '✖ max (1.2ms)'],
  ['--- FAIL: TestMax (0.00s)', '--- FAIL: TestMax (0.00s)'],
  ['FAILED test_max.py::test_max', 'FAILED test_max.py::test_max'],
])('%s stands above the end of what it is about', (line, name) => {
  const text = ['ok 1 - min', 'not ok 2 - earlier', line, ...details(9)].join('\n');
  expect(said(text)).toEqual([name, ...details(9).slice(-5)].map((one) => `  ${one}`));
});

test('if no test is named, or its name is visible, the end stays as it is', () => {
  expect(said(details(9).join('\n'))).toEqual(
    details(9)
      .slice(-6)
      .map((one) => `  ${one}`),
  );
  expect(said(['not ok 3 - max', 'expected 5'].join('\n'))).toEqual(['  not ok 3 - max', '  expected 5']);
});

test('a passing run shows the end of what it printed, without what says nothing', () => {
  const excerpt = ['ok 1 - min', 'Tests  4 passed (4)', 'All files | 91.2', 'no leaks', '', '# duration_ms 84'].join(
    '\n',
  );
  const verdicts = [aVerdict({ outcome: 'pass', reason: 'exit 0, 4 tests passed', excerpt })];
  const state = scoredLoop({ iterations: [{ score: 1, verdicts }], ended: { ending: 'completed', reason: '' } });
  expect(verificationLines(state)).toEqual([
    '$ npm test',
    '  exit 0, 4 tests passed',
    '  Tests  4 passed (4)',
    '  All files | 91.2',
    '  no leaks',
  ]);
});
