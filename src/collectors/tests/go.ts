import { type TestRunner, tally } from './runner.ts';

const PACKAGE =
  /^(?:ok {2}\t\S+\t(?:[\d.]+s|\(cached\)).*|FAIL\t\S+(?:\t[\d.]+s| \[.+\])|\? {3}\t\S+\t\[no test files\]|\t\S+\t\tcoverage: 0\.0% of statements)$/gm;

/**
 * Only `-v` tells how many tests ran; without it the packages tell no more than whether there were any. A result counts
 * where the test was announced before, so that a line which a test prints itself does not.
 */
export const go: TestRunner = {
  name: 'go',
  human(text, complete) {
    const packages = [...text.matchAll(PACKAGE)];
    if (packages.length === 0) return [];
    const [first, last] = [packages[0], packages.at(-1)];
    const span = { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };

    const announced = new Set([...text.matchAll(/^=== RUN {3}(\S+)$/gm)].map(([, name]) => name));
    if (announced.size === 0) {
      const nothing = packages.every(([line]) => /\[no test files\]|\[no tests to run\]|\tcoverage: 0\.0%/.test(line));
      return [{ ...span, counts: nothing && complete ? tally(0, 0, 0) : null }];
    }
    const results = [...text.matchAll(/^ *--- (PASS|FAIL|SKIP): (\S+) \(/gm)].filter(([, , name]) =>
      announced.has(name),
    );
    const count = (result: string) => results.filter(([, found]) => found === result).length;
    return [{ ...span, counts: complete ? tally(count('PASS'), count('FAIL'), count('SKIP')) : null }];
  },
};
