import { type Summary, summaries, type TestRunner, tally } from './runner.ts';

export const mocha: TestRunner = {
  name: 'mocha',
  human: (text) => [
    ...genuine(
      text,
      summaries(
        text,
        /(?<=^|\n)\n {2}(\d+) passing \(\d+[a-z]+\)(?:\n {2}(\d+) pending)?(?:\n {2}(\d+) failing)?(?=\n|$)/g,
        ([, passed, pending, failed]) => ({
          counts: tally(Number(passed), Number(failed ?? 0), Number(pending ?? 0)),
        }),
      ),
    ),
    ...summaries(text, /^Error: No test files found(?:: .*)?$/gm, () => ({ counts: tally(0, 0, 0) })),
  ],
};

/**
 * Mocha marks no beginning and lets tests print what they like, so that a second summary is either a second run or a
 * lie. The listing tells: a run lists as many passes as it sums up. Where the sums do not fit, only the last is believed.
 */
function genuine(text: string, found: Summary[]): Summary[] {
  const listed = (from: number, to: number) => text.slice(from, to).match(/^ +[✔✓√] /gm)?.length ?? 0;
  const fits = found.every(({ start, counts }, n) => listed(found[n - 1]?.end ?? 0, start) === counts?.passed);
  return fits || listed(0, text.length) === 0 ? found : found.slice(-1);
}
