import { type Summary, type TestRunner, toCounts } from './runner.ts';

const LINE =
  /^running (\d+) tests?$|^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; (\d+) measured; \d+ filtered out/gm;

/** One summary per test binary, and one for the doc tests. A summary counts only if it has as many tests as announced. */
export const cargo: TestRunner = {
  name: 'cargo',
  readSummaries: (text, complete) => binaries(text, complete).finished,
  isAbandoned: (text) => binaries(text, true).isAbandoned,
};

function binaries(text: string, complete: boolean): { finished: Summary[]; isAbandoned: boolean } {
  const finished: Summary[] = [];
  let isAbandoned = false;
  let current: { start: number; tests: number } | null = null;
  for (const match of text.matchAll(LINE)) {
    if (match[1] !== undefined) {
      isAbandoned ||= current !== null;
      current = { start: match.index, tests: Number(match[1]) };
      continue;
    }
    const [passed = 0, failed = 0, ignored = 0, measured = 0] = match.slice(2).map(Number);
    const tests = passed + failed + ignored + measured;
    if (current ? current.tests !== tests : complete) continue;
    const start = current?.start ?? match.index;
    finished.push({
      start,
      end: match.index + match[0].length,
      counts: complete ? toCounts(passed + measured, failed, ignored) : null,
    });
    current = null;
  }
  return { finished, isAbandoned: isAbandoned || current !== null };
}
