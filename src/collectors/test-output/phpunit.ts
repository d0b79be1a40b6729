import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

const BEGINS = /^PHPUnit \d[\d.]* by /gm;
const ENDS = /^(?:OK \((\d+) tests?, \d+ assertions?\)|Tests: (\d+), Assertions: \d+(.*)\.|No tests executed!)$/gm;

export const phpunit: TestRunner = {
  name: 'phpunit',
  startLine: BEGINS,
  readSummaries: (text) =>
    summaries(text, ENDS, ([, passed, tests, details = '']) => {
      const failed = numberIn(details, /Errors: (\d+)/) + numberIn(details, /Failures: (\d+)/);
      const skipped = numberIn(details, /Skipped: (\d+)/) + numberIn(details, /Incomplete: (\d+)/);
      return { counts: toCounts(Math.max(0, Number(passed ?? tests ?? 0) - failed - skipped), failed, skipped) };
    }),
  /** There is a line of dots but no summary. `--version` and `--list-tests` also print the start line, but no dots. */
  isAbandoned(text) {
    const run = text.slice([...text.matchAll(BEGINS)].at(-1)?.index ?? text.length);
    return /^[.FEWRSIN]+$/m.test(run) && !new RegExp(ENDS.source, 'm').test(run);
  },
};
