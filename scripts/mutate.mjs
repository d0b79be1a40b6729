/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text with one to five things done to it that crashes, noise and ill will do to output. */
export function mutate(text, other, random) {
  let mutated = text;
  for (let left = 1 + Math.floor(random() * 5); left > 0; left--) {
    const change = changes[Math.floor(random() * changes.length)];
    mutated = change(mutated, other, random).slice(0, LONGEST);
  }
  return mutated;
}

const LONGEST = 400_000;
const NASTY = [
  '\0',
  '\x1b[31m',
  '\x1b]8;;',
  '"',
  '\\',
  '{',
  '[[[[',
  '<',
  '&#x0;',
  ']]>',
  '-1',
  '1e309',
  '99999999999999999999',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  '\xff\xfe',
  '\r\n',
  '\u2028',
  'Tests: 3 passed, 3 total',
  '12 passing (3ms)',
  'TAP version 13\n1..0\n',
];

const at = (text, random) => Math.floor(random() * (text.length + 1));

const changes = [
  (text, _, random) => text.slice(0, at(text, random)),
  (text, _, random) => text.slice(at(text, random)),
  (text, other, random) => text.slice(0, at(text, random)) + other.slice(at(other, random)),
  (text, other, random) => insert(text, other.slice(0, 2000), random),
  (text, _, random) => insert(text, NASTY[Math.floor(random() * NASTY.length)], random),
  (text, _, random) => insert(text, NASTY[Math.floor(random() * NASTY.length)].repeat(5000), random),
  (text, _, random) => text.replace(/\d+/g, (digits) => (random() < 0.2 ? String(Math.floor(random() * 1e9)) : digits)),
  (text, _, random) => text.replace(/\d+/g, (digits) => (random() < 0.1 ? `-${digits}` : digits)),
  (text, _, random) => remove(text, random),
  (text, _, random) => lines(text, (all) => all.sort(() => random() - 0.5)),
  (text, _, random) => lines(text, (all) => all.flatMap((line) => (random() < 0.2 ? [line, line] : [line]))),
  (text, _, random) => lines(text, (all) => all.filter(() => random() > 0.2)),
  (text, _, random) =>
    [...text].map((one) => (random() < 0.01 ? String.fromCharCode(Math.floor(random() * 256)) : one)).join(''),
  (text) => text.repeat(3),
  (text) => text.replaceAll('\n', ''),
  (text) => text.replaceAll('"', "'"),
];

function insert(text, piece, random) {
  const place = at(text, random);
  return text.slice(0, place) + piece + text.slice(place);
}

function remove(text, random) {
  const place = at(text, random);
  return text.slice(0, place) + text.slice(place + Math.floor(random() * 200));
}

function lines(text, change) {
  return change(text.split('\n')).join('\n');
}
