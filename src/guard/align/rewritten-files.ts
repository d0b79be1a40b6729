import type { TestCase } from '../model.ts';
import { isHeldBack, type LostTest, type PlacedTest, type TestAlignment } from './tests.ts';

/**
 * A file of tests that is gone, or that lost several, while new tests, no fewer and no weaker, speak of the same things was written anew. No single
 * test need have a twin then; what tells is that together they call and hold what the old ones did.
 */
export function explainRewrittenFiles({ lost, added }: TestAlignment, wordsOf: (test: TestCase) => string[]): void {
  const files = new Map<string, LostTest[]>();
  for (const one of lost.filter(({ fate }) => fate === 'file-gone' || fate === 'gone'))
    files.set(one.path, [...(files.get(one.path) ?? []), one]);
  for (const group of files.values()) {
    if (group[0]!.fate === 'gone' && group.length < 3) continue;
    const open = group.filter((one) => one.explained === null);
    const fresh = added.filter(
      ({ test, file }) => !test.helper && !isHeldBack(test) && file.language === group[0]!.file.language,
    );
    if (open.length === 0 || weight(fresh) < weight(group) || cases(fresh) < cases(group)) continue;
    const known = new Set(fresh.flatMap(({ test }) => wordsOf(test)));
    const spoken = [...new Set(group.flatMap(({ test }) => wordsOf(test)))];
    if (spoken.length < 3 || spoken.filter((word) => known.has(word)).length < spoken.length * 0.6) continue;
    for (const one of open) one.explained = 'as many new tests speak of the same things';
  }
}

/** The file that lost these tests was not written anew around them: it gained fewer claims than went. */
export function isPlainLoss(
  group: LostTest[],
  { added, pairs }: TestAlignment,
  isNew: (test: TestCase) => boolean,
): boolean {
  const { path, fate } = group[0]!;
  const came = weight(added.filter((one) => one.path === path && !isHeldBack(one.test) && !isNew(one.test)));
  const grown = pairs
    .filter(({ after }) => after.path === path)
    .reduce((sum, { assertions }) => sum + assertions.added.reduce((own, one) => own + one.strength, 0), 0);
  return fate === 'file-gone' || came + grown < weight(group);
}

const cases = (list: PlacedTest[]): number => list.reduce((sum, { test }) => sum + Math.max(1, test.rows.length), 0);

const weight = (list: PlacedTest[]): number =>
  list.reduce(
    (sum, { test }) =>
      sum + test.assertions.reduce((own, one) => own + one.strength, 0) * Math.max(1, test.rows.length),
    0,
  );
