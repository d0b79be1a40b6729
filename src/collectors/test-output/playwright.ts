import { numberIn, type Summary, summaries, type TestRunner, toCounts } from './runner.ts';

const LINE = /^ {2}\d+ (?:passed|failed|interrupted|flaky|skipped|did not run)(?: \(.+\))?$/;

export const playwright: TestRunner = {
  name: 'playwright',
  startLine: /^Running \d+ tests? using \d+ workers?$/gm,
  readSummaries: (text) => [
    ...epilogues(text),
    ...summaries(text, /^Error: No tests found/gm, () => ({ counts: toCounts(0, 0, 0) })),
  ],
};

/** The lines `  1 failed`, `  2 passed (1.3s)` in a block, with the names of failed tests indented in between. */
function epilogues(text: string): Summary[] {
  const results: Summary[] = [];
  let block: { start: number; lines: string[] } | null = null;
  let position = 0;
  for (const line of [...text.split('\n'), '']) {
    if (LINE.test(line)) {
      block ??= { start: position, lines: [] };
      block.lines.push(line);
    } else if (block && !/^ {4}\S/.test(line)) {
      results.push({
        start: block.start,
        end: Math.min(position, text.length),
        counts: counts(block.lines.join('\n')),
      });
      block = null;
    }
    position += line.length + 1;
  }
  return results;
}

function counts(lines: string) {
  return toCounts(
    numberIn(lines, /(\d+) passed/) + numberIn(lines, /(\d+) flaky/),
    numberIn(lines, /(\d+) failed/) + numberIn(lines, /(\d+) interrupted/),
    numberIn(lines, /(\d+) skipped/) + numberIn(lines, /(\d+) did not run/),
  );
}
