import { summaries, type TestRunner, tally } from './runner.ts';

export const jasmine: TestRunner = {
  name: 'jasmine',
  begins: /^Started$/gm,
  human(text) {
    let from = 0;
    return [
      ...summaries(
        text,
        /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?\nFinished in /gm,
        ({ 0: summary, 1: specs, 2: failures, 3: pending = 0, index }) => {
          // A suite's own error is counted as a failure although no spec of that name ran.
          const outside = text.slice(from, index).match(/^Suite error: /gm)?.length ?? 0;
          from = index + summary.length;
          const failed = Math.max(0, Number(failures) - outside);
          return {
            counts: tally(Math.max(0, Number(specs) - failed - Number(pending)), failed, Number(pending)),
            broken: outside > 0,
          };
        },
      ),
      ...summaries(text, /^No specs found\nFinished in /gm, () => ({ counts: tally(0, 0, 0) })),
    ];
  },
};
