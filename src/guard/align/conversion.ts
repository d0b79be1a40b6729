import type { Assertion, FileModel } from '../../syntax/model.ts';
import type { TreeComparison } from './compare.ts';
import type { TestPair } from './tests.ts';

/**
 * The assertion was converted to another library, as others in its file were; not every matcher has an exact equivalent. A
 * single converted assertion does not count, since it may simply be weaker.
 */
export function isConverted(b: Assertion, a: Assertion, file: FileModel, { tests }: TreeComparison): boolean {
  const [from, to] = [libraryOf(b), libraryOf(a)];
  return (
    from !== to &&
    tests.pairs.some(
      (pair) =>
        pair.after.file === file &&
        pair.assertions.pairs.some(
          ([oldAssertion, newAssertion]) =>
            newAssertion !== a &&
            libraryOf(oldAssertion) === from &&
            libraryOf(newAssertion) === to &&
            newAssertion.strength >= Math.min(4, oldAssertion.strength),
        ),
    )
  );
}

/** Assertions of this test were converted to another library. */
export const convertsAssertions = ({ assertions }: TestPair): boolean =>
  [...assertions.pairs, ...assertions.replaced].some(
    ([b, a]) => libraryOf(b) !== libraryOf(a) && a.strength >= Math.min(4, b.strength),
  );

/** The assertion library, judged by how the assertion begins. */
function libraryOf({ text }: Assertion): string {
  const [first = '', second = ''] = text.split(' ');
  if (/ \. should\b/.test(text)) return 'should';
  if (second === '!') return 'macro';
  if (/^(expect|assert|require|if|self|verify)$/.test(first)) return first;
  if (/^(assertThat|expectThat)/.test(first)) return 'assertThat';
  if (/^(assert[A-Z]\w*|Assert|Assertions)$/.test(first)) return 'junit';
  return second === '.' && first.length <= 4 ? 'context' : first;
}
