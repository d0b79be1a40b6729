import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

/** One line for each test project, or the terminal logger's or the testing platform's sum of all. */
export const dotnet: TestRunner = {
  name: 'dotnet',
  human(text) {
    const sums = summaries(
      text,
      /^ *Test summary: (total: \d+, .+)$|^Test run summary: .+\n((?: {2}\w+: \d+\n)+)/gm,
      ([, line, lines]) => ({
        counts: tally(
          numberIn(line ?? lines ?? '', /succeeded: (\d+)/),
          numberIn(line ?? lines ?? '', /failed: (\d+)/),
          numberIn(line ?? lines ?? '', /skipped: (\d+)/),
        ),
      }),
    );
    if (sums.length > 0) return sums;
    return [
      ...summaries(text, /^(?:Passed|Failed|Skipped)! +- (Failed: .+)$/gm, ([, counts = '']) => ({
        counts: tally(
          numberIn(counts, /Passed: +(\d+)/),
          numberIn(counts, /Failed: +(\d+)/),
          numberIn(counts, /Skipped: +(\d+)/),
        ),
      })),
      ...summaries(text, /^No test (?:is available in|matches the given testcase filter) /gm, () => ({
        counts: tally(0, 0, 0),
      })),
    ];
  },
};
