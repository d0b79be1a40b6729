/** Every token text once, with a number: many files repeat the same few words. */
interface Vocabulary {
  numbers: Map<string, number>;
  texts: string[];
  /** Sorted pairs of token numbers for each token list; only valid in this vocabulary. */
  profiles: WeakMap<readonly string[], Float64Array>;
}

const emptyVocabulary = (): Vocabulary => ({ numbers: new Map(), texts: [], profiles: new WeakMap() });

let vocabulary = emptyVocabulary();
const maxTexts = 400_000;

/** Called between two runs of the guard, so that a long-lived process does not keep every word it has seen. */
export function trimVocabulary(): void {
  if (vocabulary.texts.length > maxTexts) vocabulary = emptyVocabulary();
}

export function numberOf(text: string): number {
  const existing = vocabulary.numbers.get(text);
  if (existing !== undefined) return existing;
  const own = copyOf(text);
  vocabulary.numbers.set(own, vocabulary.texts.length);
  return vocabulary.texts.push(own) - 1;
}

/** The shared string for this text. */
export const interned = (text: string): string => vocabulary.texts[numberOf(text)]!;

/** Computes the pairs once per list. */
export function profileOf(tokens: readonly string[], make: () => Float64Array): Float64Array {
  let found = vocabulary.profiles.get(tokens);
  if (!found) {
    found = make();
    vocabulary.profiles.set(tokens, found);
  }
  return found;
}

/** A slice of a longer string keeps all of it in memory, here a whole file; a copy does not. */
function copyOf(text: string): string {
  if (text.length < 13) return text;
  const own = Buffer.from(text).toString();
  return own === text ? own : text;
}
