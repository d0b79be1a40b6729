import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

const PART =
  '\\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|warnings?|deselected|rerun|subtests passed|subtests failed)';
const SUMMARY = new RegExp(
  `^(?:=+ )?(${PART}(?:, ${PART})*|no tests ran) in [\\d.]+s(?: \\([\\d:.]+\\))?(?: =+)?$`,
  'gm',
);

/** With and without `-q`, which has a line of dots instead of a start line; also the output of pytest-sugar. */
export const pytest: TestRunner = {
  name: 'pytest',
  startLine: /^(?:=+ test session starts =+|[.FEsxXR]+ +\[100%\])$/gm,
  readSummaries: (text) => [
    ...summaries(text, SUMMARY, ([, line = '']) => ({ counts: counts(line) })),
    ...summaries(text, /^Results \([\d.]+s\):\n((?: +\d+ \w+\n?)+)/gm, ([, lines = '']) => ({ counts: counts(lines) })),
  ],
  isAbandoned(text) {
    const session = text.slice(Math.max(0, text.lastIndexOf(' test session starts ')));
    return session.startsWith(' test session starts ') && !new RegExp(SUMMARY.source, 'm').test(session);
  },
};

function counts(summary: string) {
  return toCounts(
    numberIn(summary, /(\d+) passed/) + numberIn(summary, /(\d+) xpassed/),
    numberIn(summary, /(\d+) failed/) + numberIn(summary, /(\d+) errors?/),
    numberIn(summary, /(\d+) skipped/) + numberIn(summary, /(\d+) xfailed/),
  );
}
