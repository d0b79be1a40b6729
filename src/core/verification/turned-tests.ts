import type { NamedTests } from '../metrics/lost-tests.ts';

/** Tests that pass now and did not at the baseline: they failed, were skipped, or did not exist. */
export function turnedTests(before: NamedTests | null, after: NamedTests): string[] {
  return [...after].flatMap(([id, status]) => (status === 'passed' && before?.get(id) !== 'passed' ? [id] : []));
}

/** At most so many of them, chosen by the seed, in their order. */
export function chooseSome(tests: readonly string[], most: number, seed: string): string[] {
  if (tests.length <= most) return [...tests];
  const ranked = tests.map((test) => ({ test, rank: rankOf(`${seed} ${test}`) })).sort((a, b) => a.rank - b.rank);
  const chosen = new Set(ranked.slice(0, most).map(({ test }) => test));
  return tests.filter((test) => chosen.has(test));
}

function rankOf(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  return hash >>> 0;
}
