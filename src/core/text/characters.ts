/** How many code points a text has. */
export function length(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The end of a text in at most so many code points, never cut inside a character that people see as one. */
export function cutBefore(text: string, maxChars: number): string {
  // A visible character seldom has more than 8 code units; of one cut by this window only the rest would be seen.
  const start = Math.max(0, text.length - maxChars * 8 - 64);
  const characters = visible(text.slice(start));
  let room = maxChars;
  const first = characters.findLastIndex((character) => {
    room -= length(character);
    return room < 0;
  });
  return characters.slice(Math.max(first, start > 0 ? 0 : -1) + 1).join('');
}

/** The beginning of a text in at most so many code points, never cut inside a character that people see as one. */
export function cutAfter(text: string, maxChars: number): string {
  const end = Math.min(text.length, maxChars * 8 + 64);
  const characters = visible(text.slice(0, end));
  if (end < text.length) characters.pop();
  let room = maxChars;
  const last = characters.findIndex((character) => {
    room -= length(character);
    return room < 0;
  });
  return (last === -1 ? characters : characters.slice(0, last)).join('');
}

function visible(text: string): string[] {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment);
}
