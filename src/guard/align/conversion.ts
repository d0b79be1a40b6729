import type { Comparison } from '../compare.ts';
import type { Assertion, FileModel } from '../model.ts';
import type { TestPair } from './tests.ts';

/**
 * The claim was put into another library's words, as others of its file were: not every word has a twin there. A single claim in other
 * words is none of that, for a weaker one may come from anywhere.
 */
export function isConverted(b: Assertion, a: Assertion, file: FileModel, { tests }: Comparison): boolean {
  const [from, to] = [libraryOf(b), libraryOf(a)];
  return (
    from !== to &&
    tests.pairs.some(
      (pair) =>
        pair.after.file === file &&
        pair.assertions.kept.some(
          ([was, is]) =>
            is !== a && libraryOf(was) === from && libraryOf(is) === to && is.strength >= Math.min(4, was.strength),
        ),
    )
  );
}

/** Claims of this very test went over to another library. */
export const wentOver = ({ assertions }: TestPair): boolean =>
  [...assertions.kept, ...assertions.replaced].some(
    ([b, a]) => libraryOf(b) !== libraryOf(a) && a.strength >= Math.min(4, b.strength),
  );

/** Whose words a claim is made in, by how it begins. */
function libraryOf({ text }: Assertion): string {
  const [first = '', second = ''] = text.split(' ');
  if (/ \. should\b/.test(text)) return 'should';
  if (second === '!') return 'macro';
  if (/^(expect|assert|require|if|self|verify)$/.test(first)) return first;
  if (/^(assertThat|expectThat)/.test(first)) return 'assertThat';
  if (/^(assert[A-Z]\w*|Assert|Assertions)$/.test(first)) return 'junit';
  return second === '.' && first.length <= 4 ? 'context' : first;
}
