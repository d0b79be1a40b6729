const NUMBER = /(?<![\w.$"'`])\d+(?:\.\d+)?(?![\w."'`])/g;
const MAX_NEIGHBOURS = 10;
/** Fewer numbers may be one name for one thing: an error code, a year. */
const MIN_NUMBERS = 2;

/** The same call with one number changed, in each place in turn; none if too few numbers are passed. */
export function neighboursOf(call: string): string[] {
  const from = call.indexOf('(');
  const places = [...call.matchAll(NUMBER)].filter(({ index }) => index > from);
  if (places.length < MIN_NUMBERS) return [];
  const all = CHANGES.flatMap((change) =>
    places.map(({ 0: text, index }) => call.slice(0, index) + change(Number(text)) + call.slice(index + text.length)),
  );
  return [...new Set(all)].filter((one) => one !== call).slice(0, MAX_NEIGHBOURS);
}

const CHANGES: ((value: number) => number)[] = [(n) => n + 1, (n) => n + 10, (n) => n * 3 + 2];
