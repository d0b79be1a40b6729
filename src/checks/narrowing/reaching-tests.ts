import { isTest } from '../safeguards/judge-files.ts';
import { importersIn } from '../safeguards/module-imports.ts';

/** By source file: the test files that import it, by whatever way. What is only started or loaded by a name is not seen. */
export function testsReaching(texts: ReadonlyMap<string, string>): (path: string) => string[] {
  const importers = importersIn(texts);
  return (path) => {
    const reached = new Set([path]);
    for (const one of reached) for (const importer of importers.get(one) ?? []) reached.add(importer);
    return [...reached].filter((one) => one !== path && isTestFile(one)).sort();
  };
}

/** A file that a runner can be asked for: helpers of tests run in none of their own. */
export const isTestFile = (path: string): boolean =>
  isTest(path) &&
  /(?:[._-](?:test|spec)s?\.[cm]?[jt]sx?|(?:^|\/)test_[^/]*\.py|_test\.py)$|(?:^|\/)(?:test|__tests__)\/[^/]*\.[cm]?[jt]s$/.test(
    path,
  );
