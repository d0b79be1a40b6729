import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

/** Ava leaves out the passed tests when one failed; they are then counted in the listing. */
export const ava: TestRunner = {
  name: 'ava',
  human(text, complete) {
    let from = 0;
    const found = summaries(text, /^ {2}─\n\n((?: {2}\d+ [a-z ]+\n?)+)/gm, (match) => {
      const lines = match[1] ?? '';
      const failed = numberIn(lines, /(\d+) tests? failed/);
      const listed = text.slice(from, match.index).match(/^ {2}✔ /gm)?.length ?? 0;
      from = match.index + match[0].length;
      const passed = numberIn(lines, /(\d+) tests? passed/) + numberIn(lines, /(\d+) known failures?/) || listed;
      const skipped = numberIn(lines, /(\d+) tests? skipped/) + numberIn(lines, /(\d+) tests? todo/);
      const unsure = failed > 0 && !complete;
      return {
        counts: unsure ? null : tally(passed, failed, skipped),
        broken: /uncaught exception|unhandled rejection|hooks? failed|timed out/.test(lines),
      };
    });
    return [
      ...found,
      ...summaries(text, /^ {2}✘ Couldn’t find any files to test/gm, () => ({ counts: tally(0, 0, 0) })),
    ];
  },
};
