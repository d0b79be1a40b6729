import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

/** One line per test project, or the total of the terminal logger or the testing platform. */
export const dotnet: TestRunner = {
  name: 'dotnet',
  readSummaries(text) {
    const sums = summaries(
      text,
      /^ *Test summary: (total: \d+, .+)$|^Test run summary: .+\n((?: {2}\w+: \d+\n)+)/gm,
      ([, line, lines]) => ({
        counts: toCounts(
          numberIn(line ?? lines ?? '', /succeeded: (\d+)/),
          numberIn(line ?? lines ?? '', /failed: (\d+)/),
          numberIn(line ?? lines ?? '', /skipped: (\d+)/),
        ),
      }),
    );
    if (sums.length > 0) return sums;
    return [
      ...summaries(text, /^(?:Passed|Failed|Skipped)! +- (Failed: .+)$/gm, ([, counts = '']) => ({
        counts: toCounts(
          numberIn(counts, /Passed: +(\d+)/),
          numberIn(counts, /Failed: +(\d+)/),
          numberIn(counts, /Skipped: +(\d+)/),
        ),
      })),
      ...summaries(text, /^No test (?:is available in|matches the given testcase filter) /gm, () => ({
        counts: toCounts(0, 0, 0),
      })),
    ];
  },
};
