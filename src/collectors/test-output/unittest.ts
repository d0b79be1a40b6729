import { numberIn, summaries, type TestRunner, toCounts } from './runner.ts';

/** `failures=` includes subtests, `Ran` does not, so failed tests are counted by their headings. */
export const unittest: TestRunner = {
  name: 'unittest',
  readSummaries(text) {
    let from = 0;
    return summaries(
      text,
      /^-{70}\nRan (\d+) tests? in [\d.]+s\n\n(?:OK|FAILED|NO TESTS RAN)(?: \((.*)\))?$/gm,
      ({ 0: summary, 1: ran, 2: details = '', index }) => {
        const headings = text.slice(from, index).matchAll(/^(?:FAIL|ERROR): (\S+ \([^)\n]*\))/gm);
        const names = new Set([...headings].map(([, name]) => name));
        from = index + summary.length;
        const failureCount = numberIn(details, /(?<!expected )failures=(\d+)/) + numberIn(details, /errors=(\d+)/);
        const failed =
          Math.min(failureCount, names.size || failureCount) + numberIn(details, /unexpected successes=(\d+)/);
        const skipped = numberIn(details, /skipped=(\d+)/) + numberIn(details, /(?<!un)expected failures=(\d+)/);
        return { counts: toCounts(Math.max(0, Number(ran) - failed - skipped), failed, skipped) };
      },
    );
  },
};
