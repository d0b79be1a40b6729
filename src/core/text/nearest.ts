/** The candidate whose name takes the fewest changes of a letter; null if there are none. */
export function nearest<T>(word: string, candidates: readonly T[], nameOf: (candidate: T) => string): T | null {
  return rank(candidates, (candidate) => distance(word, nameOf(candidate)))[0]?.candidate ?? null;
}

/** The candidate nearest to a misspelt word, or null if none is near enough. */
export function suggest(word: string, candidates: readonly string[]): string | null {
  const most = Math.max(1, Math.floor(word.length / 3));
  return nearEnough(candidates, most, (name) => distance(word.toLowerCase(), name.toLowerCase()));
}

/** The same for a word that may be only the beginning of a candidate, as people type long ids. */
export function suggestByBeginning(word: string, candidates: readonly string[]): string | null {
  return nearEnough(candidates, Math.max(3, word.length / 3), (name) => Math.min(...lastRow(word, name)));
}

/** How many letters must be changed, added or taken away. */
export function distance(from: string, to: string): number {
  return lastRow(from, to).at(-1) as number;
}

/** The distances from the whole of one word to each beginning of the other, the empty one first. */
function lastRow(from: string, to: string): number[] {
  const letters = [...to];
  let above = [0, ...letters.map((_, index) => index + 1)];
  for (const letter of from) {
    const row = [(above[0] as number) + 1];
    for (const [index, other] of letters.entries()) {
      const changed = (above[index] as number) + Number(letter !== other);
      row.push(Math.min(changed, (above[index + 1] as number) + 1, (row[index] as number) + 1));
    }
    above = row;
  }
  return above;
}

function nearEnough(names: readonly string[], most: number, distanceTo: (name: string) => number): string | null {
  const [best] = rank(names, distanceTo);
  return best && best.distance <= most ? best.candidate : null;
}

function rank<T>(candidates: readonly T[], distanceTo: (candidate: T) => number): { candidate: T; distance: number }[] {
  return candidates
    .map((candidate) => ({ candidate, distance: distanceTo(candidate) }))
    .sort((one, other) => one.distance - other.distance);
}
