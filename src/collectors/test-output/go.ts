import { type TestRunner, toCounts } from './runner.ts';

const PACKAGE =
  /^(?:ok {2}\t\S+\t(?:[\d.]+s|\(cached\)).*|FAIL\t\S+(?:\t[\d.]+s| \[.+\])|\? {3}\t\S+\t\[no test files\]|\t\S+\t\tcoverage: 0\.0% of statements)$/gm;

/**
 * Only `-v` shows how many tests ran; without it, the packages only show whether there were any. A result counts only
 * after its start line, so that lines printed by tests do not count.
 */
export const go: TestRunner = {
  name: 'go',
  readSummaries(text, complete) {
    const packages = [...text.matchAll(PACKAGE)];
    if (packages.length === 0) return [];
    const [first, last] = [packages[0], packages.at(-1)];
    const span = { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };

    const startedTests = new Set([...text.matchAll(/^=== RUN {3}(\S+)$/gm)].map(([, name]) => name));
    if (startedTests.size === 0) {
      const hasNoTests = packages.every(([line]) =>
        /\[no test files\]|\[no tests to run\]|\tcoverage: 0\.0%/.test(line),
      );
      return [{ ...span, counts: hasNoTests && complete ? toCounts(0, 0, 0) : null }];
    }
    const results = [...text.matchAll(/^ *--- (PASS|FAIL|SKIP): (\S+) \(/gm)].filter(([, , name]) =>
      startedTests.has(name),
    );
    const count = (result: string) => results.filter(([, outcome]) => outcome === result).length;
    return [{ ...span, counts: complete ? toCounts(count('PASS'), count('FAIL'), count('SKIP')) : null }];
  },
};
