import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

export const jest: TestRunner = {
  name: 'jest',
  human: (text) => [
    ...summaries(text, /^Test Suites: (.+)\nTests: {7}(.+)$/gm, ([, suites = '', tests = '']) => ({
      counts: tally(
        numberIn(tests, /(\d+) passed/),
        numberIn(tests, /(\d+) failed/),
        numberIn(tests, /(\d+) skipped/) + numberIn(tests, /(\d+) todo/),
      ),
      broken: /\d+ failed/.test(suites),
    })),
    ...summaries(text, /^No tests found(?:, exiting with code \d+| related to files changed since .+)$/gm, () => ({
      counts: tally(0, 0, 0),
    })),
  ],
  abandoned: (text) => /^ {2}● +process\.exit called with "0"$/m.test(text),
};
