import fc from 'fast-check';
import { expect, test } from 'vitest';
import { containment, similarity, similarityAtMost } from './similarity.ts';

const list = fc.array(fc.constantFrom('a', 'b', '(', ')', '^', '$', 'total', 'a long name of a thing'), {
  maxLength: 40,
});

/** Counts pairs of neighbours by their text in a table. */
function pairsOf(tokens: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  ['^', ...tokens].forEach((token, i) => {
    const pair = JSON.stringify([token, tokens[i] ?? '$']);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  });
  return counts;
}

const common = (a: string[], b: string[], counts: (pair: string[]) => boolean): number =>
  [...pairsOf(a)].reduce(
    (sum, [pair, count]) => (counts(JSON.parse(pair)) ? sum + Math.min(count, pairsOf(b).get(pair) ?? 0) : sum),
    0,
  );

test('similarity and containment agree with a count of pairs', () => {
  fc.assert(
    fc.property(list, list, fc.nat(30), (a, small, times) => {
      const b = [...small, ...Array.from({ length: times }, () => a).flat()];
      if (a.length > 0 && b.length > 0) {
        expect(similarity(a, b)).toBe((2 * common(a, b, () => true)) / (a.length + b.length + 2));
        expect(similarity(a, b)).toBeLessThanOrEqual(similarityAtMost(a, b));
      }
      if (a.length > 1)
        expect(containment(a, b)).toBe(
          common(a, b, ([first, second]) => first !== '^' && second !== '$') / (a.length - 1),
        );
    }),
  );
});
