/** Words that nearly every task or failure has: they do not distinguish them. */
const GENERIC = new Set(
  `a an and are as at be been but by can could do does for from get had has have how i if in into is it its just let make more must need new no not now of on once only or our out over please run runs should so some still than that the their them then there these they this to too under up use used uses using was we well were what when where which while who why will with without would you your
  all always any app application assert assertion avoid because before behave behavior behaviour break broke broken bug build call case caus chang chec check clean code command complet correct current do don ensur error everi every exit expect fail failed failing failure fals file fix function given go good green handl happen implement improv instead issu javascript job keep line main make method modul module npm node npx object pass passes passing problem project prop properti python pytest jest vitest mocha cargo receiv repair report repositori result return right set show small sourc spec start suit sure task test tests thing thrown throw time tri true type typescript undefin undefined unit updat valu value version want way work works wrong yarn`
    .split(/\s+/)
    .map(stem),
);

/** The weight of a common word. */
const GENERIC_WEIGHT = 0.1;

/** The words of a text with their weights: identifiers and paths in their parts, numbers left out, endings gone. */
export function weighedWords(text: string): Map<string, number> {
  const parts = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const words = new Map<string, number>();
  for (const part of parts) {
    if (part.length < 2 || /^\d/.test(part)) continue;
    const word = stem(part);
    words.set(word, GENERIC.has(word) ? GENERIC_WEIGHT : 1);
  }
  return words;
}

/** 0..1: the cosine of the angle between two texts. 0 if one of them is empty. */
export function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [word, weight] of a) if (b.has(word)) shared += weight * weight;
  const size = Math.sqrt(squares(a) * squares(b));
  return size === 0 ? 0 : shared / size;
}

/** How many words have full weight. */
export function countSpecificWords(words: ReadonlyMap<string, number>): number {
  return [...words.values()].filter((weight) => weight === 1).length;
}

function squares(words: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of words.values()) sum += weight * weight;
  return sum;
}

function stem(word: string): string {
  if (word.length < 5)
    return word.length === 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
  const cut = word.replace(/(?:ations?|ings?|ions?|ments?|ers?|ors?|ied|ies|ed|es|ly|s|e|y)$/, '');
  return cut.length >= 3 ? cut : word;
}
