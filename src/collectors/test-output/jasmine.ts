import { summaries, type TestRunner, toCounts } from './runner.ts';

export const jasmine: TestRunner = {
  name: 'jasmine',
  startLine: /^Started$/gm,
  readSummaries(text) {
    let from = 0;
    return [
      ...summaries(
        text,
        /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?\nFinished in /gm,
        ({ 0: summary, 1: specs, 2: failures, 3: pending = 0, index }) => {
          // An error of a suite counts as a failure, although no spec with that name ran.
          const outside = text.slice(from, index).match(/^Suite error: /gm)?.length ?? 0;
          from = index + summary.length;
          const failed = Math.max(0, Number(failures) - outside);
          return {
            counts: toCounts(Math.max(0, Number(specs) - failed - Number(pending)), failed, Number(pending)),
            hasOtherErrors: outside > 0,
          };
        },
      ),
      ...summaries(text, /^No specs found\nFinished in /gm, () => ({ counts: toCounts(0, 0, 0) })),
    ];
  },
};
