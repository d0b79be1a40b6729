import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

export const bun: TestRunner = {
  name: 'bun',
  begins: /^bun test v\d/gm,
  human: (text) => [
    ...summaries(
      text,
      /^((?: +\d+ (?:pass|skip|todo|fail|error|errors|snapshots.*|expect\(\) calls)\n)+)Ran \d+ tests? across \d+ files?\./gm,
      ([, lines = '']) => ({
        counts: tally(
          numberIn(lines, /(\d+) pass/),
          numberIn(lines, /(\d+) fail/),
          numberIn(lines, /(\d+) skip/) + numberIn(lines, /(\d+) todo/),
        ),
        broken: /\d+ errors?/.test(lines),
      }),
    ),
    ...summaries(text, /^(?:error: 0 test files matching|No tests found!)/gm, () => ({ counts: tally(0, 0, 0) })),
  ],
};
