/** Every token text once, with a number: a change of many files says the same few words over and over. */
interface Vocabulary {
  numbers: Map<string, number>;
  texts: string[];
  /** Sorted pairs of token numbers by the list they were made of; worth nothing in another vocabulary. */
  profiles: WeakMap<readonly string[], Float64Array>;
}

const fresh = (): Vocabulary => ({ numbers: new Map(), texts: [], profiles: new WeakMap() });

let vocabulary = fresh();
const most = 400_000;

/** Between two judgements: a process that judges for days does not keep the words of all it has seen. */
export function trimVocabulary(): void {
  if (vocabulary.texts.length > most) vocabulary = fresh();
}

export function numberOf(text: string): number {
  const known = vocabulary.numbers.get(text);
  if (known !== undefined) return known;
  const own = copied(text);
  vocabulary.numbers.set(own, vocabulary.texts.length);
  return vocabulary.texts.push(own) - 1;
}

/** The one string that stands for this text. */
export const interned = (text: string): string => vocabulary.texts[numberOf(text)]!;

/** Pairs are made once per list. */
export function profileOf(tokens: readonly string[], make: () => Float64Array): Float64Array {
  let found = vocabulary.profiles.get(tokens);
  if (!found) {
    found = make();
    vocabulary.profiles.set(tokens, found);
  }
  return found;
}

/** A longer piece of a string keeps the whole of it alive, here that of a file; a copy does not. */
function copied(text: string): string {
  if (text.length < 13) return text;
  const own = Buffer.from(text).toString();
  return own === text ? own : text;
}
