import { type Summary, type TestRunner, tally } from './runner.ts';

const LINE =
  /^running (\d+) tests?$|^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; \d+ filtered out/gm;

/** One summary for each test binary and for the doctests. One counts where it sums up as many tests as were announced. */
export const cargo: TestRunner = {
  name: 'cargo',
  human: (text, complete) => binaries(text, complete).finished,
  abandoned: (text) => binaries(text, true).abandoned,
};

function binaries(text: string, complete: boolean): { finished: Summary[]; abandoned: boolean } {
  const finished: Summary[] = [];
  let abandoned = false;
  let announced: { start: number; tests: number } | null = null;
  for (const match of text.matchAll(LINE)) {
    if (match[1] !== undefined) {
      abandoned ||= announced !== null;
      announced = { start: match.index, tests: Number(match[1]) };
      continue;
    }
    const [passed = 0, failed = 0, ignored = 0, measured = 0] = match.slice(2).map(Number);
    const tests = passed + failed + ignored + measured;
    if (announced ? announced.tests !== tests : complete) continue;
    const start = announced?.start ?? match.index;
    finished.push({
      start,
      end: match.index + match[0].length,
      counts: complete ? tally(passed + measured, failed, ignored) : null,
    });
    announced = null;
  }
  return { finished, abandoned: abandoned || announced !== null };
}
