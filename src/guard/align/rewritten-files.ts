import type { TestCase } from '../../syntax/model.ts';
import { isDisabled, type LostTest, type PlacedTest, type TestAlignment } from './tests.ts';

/**
 * A test file was rewritten if it is deleted or lost several tests, while at least as many and as strong new tests are
 * about the same things. Single tests need no counterpart then, as long as the new ones together call and contain what the
 * old ones did.
 */
export function explainRewrittenFiles({ lost, added }: TestAlignment, wordsOf: (test: TestCase) => string[]): void {
  const files = new Map<string, LostTest[]>();
  for (const one of lost.filter(({ fate }) => fate === 'file-gone' || fate === 'gone'))
    files.set(one.path, [...(files.get(one.path) ?? []), one]);
  for (const group of files.values()) {
    if (group[0]!.fate === 'gone' && group.length < 3) continue;
    const open = group.filter((one) => one.explained === null);
    const fresh = added.filter(
      ({ test, file }) => !test.helper && !isDisabled(test) && file.language === group[0]!.file.language,
    );
    if (open.length === 0 || weight(fresh) < weight(group) || cases(fresh) < cases(group)) continue;
    const newWords = new Set(fresh.flatMap(({ test }) => wordsOf(test)));
    const oldWords = [...new Set(group.flatMap(({ test }) => wordsOf(test)))];
    if (oldWords.length < 3 || oldWords.filter((word) => newWords.has(word)).length < oldWords.length * 0.6) continue;
    for (const one of open) one.explained = ['file-rewritten'];
  }
}

/** The file that lost these tests was not rewritten: it gained fewer assertions than it lost. */
export function isPlainLoss(
  group: LostTest[],
  { added, pairs }: TestAlignment,
  isNew: (test: TestCase) => boolean,
): boolean {
  const { path, fate } = group[0]!;
  const addedWeight = weight(added.filter((one) => one.path === path && !isDisabled(one.test) && !isNew(one.test)));
  const grownWeight = pairs
    .filter(({ after }) => after.path === path)
    .reduce((sum, { assertions }) => sum + assertions.added.reduce((own, one) => own + one.strength, 0), 0);
  return fate === 'file-gone' || addedWeight + grownWeight < weight(group);
}

const cases = (list: PlacedTest[]): number => list.reduce((sum, { test }) => sum + Math.max(1, test.rows.length), 0);

const weight = (list: PlacedTest[]): number =>
  list.reduce(
    (sum, { test }) =>
      sum + test.assertions.reduce((own, one) => own + one.strength, 0) * Math.max(1, test.rows.length),
    0,
  );
