import { summaries, type TestRunner, tally } from './runner.ts';

export const rspec: TestRunner = {
  name: 'rspec',
  human: (text) =>
    summaries(
      text,
      /^Finished in .+\n(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?$/gm,
      ([, examples, failures, pending = 0, errors]) => ({
        counts: tally(
          Math.max(0, Number(examples) - Number(failures) - Number(pending)),
          Number(failures),
          Number(pending),
        ),
        broken: errors !== undefined,
      }),
    ),
};
