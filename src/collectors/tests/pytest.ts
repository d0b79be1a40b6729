import { numberIn, summaries, type TestRunner, tally } from './runner.ts';

const PART =
  '\\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|warnings?|deselected|rerun|subtests passed|subtests failed)';
const SUMMARY = new RegExp(
  `^(?:=+ )?(${PART}(?:, ${PART})*|no tests ran) in [\\d.]+s(?: \\([\\d:.]+\\))?(?: =+)?$`,
  'gm',
);

/** With and without `-q`, where the line of dots stands for the beginning; and as pytest-sugar prints it. */
export const pytest: TestRunner = {
  name: 'pytest',
  begins: /^(?:=+ test session starts =+|[.FEsxXR]+ +\[100%\])$/gm,
  human: (text) => [
    ...summaries(text, SUMMARY, ([, line = '']) => ({ counts: counts(line) })),
    ...summaries(text, /^Results \([\d.]+s\):\n((?: +\d+ \w+\n?)+)/gm, ([, lines = '']) => ({ counts: counts(lines) })),
  ],
  abandoned(text) {
    const session = text.slice(Math.max(0, text.lastIndexOf(' test session starts ')));
    return session.startsWith(' test session starts ') && !new RegExp(SUMMARY.source, 'm').test(session);
  },
};

function counts(summary: string) {
  return tally(
    numberIn(summary, /(\d+) passed/) + numberIn(summary, /(\d+) xpassed/),
    numberIn(summary, /(\d+) failed/) + numberIn(summary, /(\d+) errors?/),
    numberIn(summary, /(\d+) skipped/) + numberIn(summary, /(\d+) xfailed/),
  );
}
