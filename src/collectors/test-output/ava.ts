import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

/** If a test failed, ava's summary omits the passed ones; then they are counted in the listing. */
export const ava: TestRunner = {
  name: 'ava',
  readSummaries(text, complete) {
    let from = 0;
    const results = summaries(text, /^ {2}─\n\n((?: {2}\d+ [a-z ]+\n?)+)/gm, (match) => {
      const lines = match[1] ?? '';
      const failed = numberIn(lines, /(\d+) tests? failed/);
      const listedPasses = text.slice(from, match.index).match(/^ {2}✔ /gm)?.length ?? 0;
      from = match.index + match[0].length;
      const passed = numberIn(lines, /(\d+) tests? passed/) + numberIn(lines, /(\d+) known failures?/) || listedPasses;
      const skipped = numberIn(lines, /(\d+) tests? skipped/) + numberIn(lines, /(\d+) tests? todo/);
      const isUnsure = failed > 0 && !complete;
      return {
        counts: isUnsure ? null : toCounts(passed, failed, skipped),
        hasOtherErrors: /uncaught exception|unhandled rejection|hooks? failed|timed out/.test(lines),
      };
    });
    return [
      ...results,
      ...summaries(text, /^ {2}✘ Couldn’t find any files to test/gm, () => ({ counts: toCounts(0, 0, 0) })),
    ];
  },
};
