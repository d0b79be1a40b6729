import { numberIn, type Summary, summaries, type TestRunner, tally } from './runner.ts';

const LINE = /^ {2}\d+ (?:passed|failed|interrupted|flaky|skipped|did not run)(?: \(.+\))?$/;

export const playwright: TestRunner = {
  name: 'playwright',
  begins: /^Running \d+ tests? using \d+ workers?$/gm,
  human: (text) => [
    ...epilogues(text),
    ...summaries(text, /^Error: No tests found/gm, () => ({ counts: tally(0, 0, 0) })),
  ],
};

/** The lines `  1 failed`, `  2 passed (1.3s)` in a block, with the names of failed tests indented between them. */
function epilogues(text: string): Summary[] {
  const found: Summary[] = [];
  let block: { start: number; lines: string[] } | null = null;
  let position = 0;
  for (const line of [...text.split('\n'), '']) {
    if (LINE.test(line)) {
      block ??= { start: position, lines: [] };
      block.lines.push(line);
    } else if (block && !/^ {4}\S/.test(line)) {
      found.push({ start: block.start, end: Math.min(position, text.length), counts: counts(block.lines.join('\n')) });
      block = null;
    }
    position += line.length + 1;
  }
  return found;
}

function counts(lines: string) {
  return tally(
    numberIn(lines, /(\d+) passed/) + numberIn(lines, /(\d+) flaky/),
    numberIn(lines, /(\d+) failed/) + numberIn(lines, /(\d+) interrupted/),
    numberIn(lines, /(\d+) skipped/) + numberIn(lines, /(\d+) did not run/),
  );
}
