import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

export const jest: TestRunner = {
  name: 'jest',
  readSummaries: (text) => [
    ...summaries(text, /^Test Suites: (.+)\nTests: {7}(.+)$/gm, ([, suites = '', tests = '']) => ({
      counts: toCounts(
        numberIn(tests, /(\d+) passed/),
        numberIn(tests, /(\d+) failed/),
        numberIn(tests, /(\d+) skipped/) + numberIn(tests, /(\d+) todo/),
      ),
      hasOtherErrors: /\d+ failed/.test(suites),
    })),
    ...summaries(text, /^No tests found(?:, exiting with code \d+| related to files changed since .+)$/gm, () => ({
      counts: toCounts(0, 0, 0),
    })),
  ],
  isAbandoned: (text) => /^ {2}● +process\.exit called with "0"$/m.test(text),
};
