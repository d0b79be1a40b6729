import type { Random } from './random.ts';

type Distance = 'near' | 'far';

export const isFloat = (value: number) => !Number.isInteger(value);

/** Neighbours of a number, then numbers that are far from it: multiples, powers of ten on, the other sign, any. */
export function changedNumbers(
  value: number,
  float: boolean,
  random: Random,
): { number: number; distance: Distance }[] {
  const digits = float ? (String(value).split('.')[1]?.length ?? 1) : 0;
  const rounded = (number: number) => Number(number.toFixed(Math.min(6, digits)));
  const far = [value * 2, value + 10, value * 3 + 2, value * 10, value + 100, Math.trunc(value / 2), value + 1000];
  const any = Array.from({ length: 3 }, () => Math.floor(random() * Math.max(40, Math.abs(value) * 4)));
  const near = [value + 1, value - 1, value + 2, value - 2, ...(float ? [value + 0.5, value - 0.25] : [])];
  const signs = value >= 0 ? near.filter((one) => one >= 0) : near;
  return unique([
    ...signs.slice(0, 2).map((one) => ({ number: rounded(one), distance: 'near' as const })),
    ...far.slice(0, 4).map((one) => ({ number: rounded(one), distance: 'far' as const })),
    ...signs.slice(2).map((one) => ({ number: rounded(one), distance: 'near' as const })),
    ...[...any, ...far.slice(4)].map((one) => ({ number: rounded(one), distance: 'far' as const })),
    ...(value === 0 ? [] : [{ number: -value, distance: 'far' as const }]),
  ]).filter(({ number }) => number !== value && Math.abs(number) < 1e12);
}

function unique(all: { number: number; distance: Distance }[]) {
  return all.filter(({ number }, at) => all.findIndex((one) => one.number === number) === at);
}

/** A text with one character changed, missing or more, and texts of the same shape. */
export function changedText(value: string, random: Random): { text: string; distance: Distance }[] {
  const characters = [...value];
  if (characters.length === 0) return [near('a'), near('b c'), far('lorem 42')];
  const at = () => Math.floor(random() * characters.length);
  const replaced = (index: number) => characters.map((one, n) => (n === index ? likeCharacter(one, random) : one));
  const without = (index: number) => characters.filter((_, n) => n !== index);
  return [
    near(replaced(characters.length - 1).join('')),
    near(replaced(0).join('')),
    far(otherText(value, random)),
    near([...characters, likeCharacter(characters.at(-1) as string, random)].join('')),
    near(without(at()).join('')),
    far(otherText(value, random)),
    near(replaced(at()).join('')),
    far([...characters, ...characters].join('')),
    near(without(characters.length - 1).join('')),
    far([...characters].reverse().join('')),
    near(replaced(at()).join('')),
    far(otherText(value, random)),
    near(without(0).join('')),
    far([...characters].sort().join('')),
    far(`${value} ${value}`),
  ].filter(({ text }) => text !== value);
}

const near = (text: string) => ({ text, distance: 'near' as const });
const far = (text: string) => ({ text, distance: 'far' as const });

/** A text whose letters and digits are others, and whose other characters stay. */
export const otherText = (value: string, random: Random): string =>
  [...value].map((one) => likeCharacter(one, random)).join('');

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const HEX = /[0-9a-f]/i;

/** Another of its kind; a digit is a digit, and what may be a hexadecimal one mostly stays one. */
function likeCharacter(character: string, random: Random): string {
  const alphabet = ALPHABETS.find((one) => one.includes(character));
  if (!alphabet) return character;
  const some = alphabet.length > 10 && HEX.test(character) && random() < 0.5 ? alphabet.slice(0, 6) : alphabet;
  const others = [...some].filter((one) => one !== character);
  return others[Math.floor(random() * others.length)] ?? character;
}
