import { summaries, type TestRunner, toCounts } from './runner.ts';

export const rspec: TestRunner = {
  name: 'rspec',
  readSummaries: (text) =>
    summaries(
      text,
      /^Finished in .+\n(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/gm,
      ([, examples, failures, pending = 0, errors]) => ({
        counts: toCounts(
          Math.max(0, Number(examples) - Number(failures) - Number(pending)),
          Number(failures),
          Number(pending),
        ),
        hasOtherErrors: errors !== undefined,
      }),
    ),
};
