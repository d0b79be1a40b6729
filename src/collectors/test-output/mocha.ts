import { type Summary, summaries, type TestRunner, toCounts } from './runner.ts';

export const mocha: TestRunner = {
  name: 'mocha',
  readSummaries: (text) => [
    ...ownSummaries(
      text,
      summaries(
        text,
        /(?<=^|\n)\n {2}(\d+) passing \(\d+[a-z]+\)(?:\n {2}(\d+) pending)?(?:\n {2}(\d+) failing)?(?=\n|$)/g,
        ([, passed, pending, failed]) => ({
          counts: toCounts(Number(passed), Number(failed ?? 0), Number(pending ?? 0)),
        }),
      ),
    ),
    ...summaries(text, /^Error: No test files found(?:: .*)?$/gm, () => ({ counts: toCounts(0, 0, 0) })),
  ],
};

/**
 * Mocha prints no start line, so a second summary is either a second run or was printed by a test. The listing decides: a
 * run lists as many passes as its summary has. If the numbers do not match, only the last summary counts.
 */
function ownSummaries(text: string, results: Summary[]): Summary[] {
  const countListed = (from: number, to: number) => text.slice(from, to).match(/^ +[✔✓√] /gm)?.length ?? 0;
  const fits = results.every(({ start, counts }, n) => countListed(results[n - 1]?.end ?? 0, start) === counts?.passed);
  return fits || countListed(0, text.length) === 0 ? results : results.slice(-1);
}
