/** The candidate whose name takes the fewest changes of a letter; null where there are none. */
export function nearest<T>(word: string, candidates: readonly T[], nameOf: (candidate: T) => string): T | null {
  const ranked = candidates.map((candidate) => ({ candidate, distance: distance(word, nameOf(candidate)) }));
  return ranked.sort((one, other) => one.distance - other.distance)[0]?.candidate ?? null;
}

export function distance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    const row = [(above[0] as number) + 1];
    for (const [index, other] of to.split('').entries()) {
      const changed = (above[index] as number) + Number(letter !== other);
      row.push(Math.min(changed, (above[index + 1] as number) + 1, (row[index] as number) + 1));
    }
    above = row;
  }
  return above[to.length] as number;
}
