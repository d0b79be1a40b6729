import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

export const bun: TestRunner = {
  name: 'bun',
  startLine: /^bun test v\d/gm,
  readSummaries: (text) => [
    ...summaries(
      text,
      /^((?: +\d+ (?:pass|skip|todo|fail|error|errors|snapshots.*|expect\(\) calls)\n)+)Ran \d+ tests? across \d+ files?\./gm,
      ([, lines = '']) => ({
        counts: toCounts(
          numberIn(lines, /(\d+) pass/),
          numberIn(lines, /(\d+) fail/),
          numberIn(lines, /(\d+) skip/) + numberIn(lines, /(\d+) todo/),
        ),
        hasOtherErrors: /\d+ errors?/.test(lines),
      }),
    ),
    ...summaries(text, /^(?:error: 0 test files matching|No tests found!)/gm, () => ({ counts: toCounts(0, 0, 0) })),
  ],
};
