import { cheats, fixes } from './javascript.mjs';

const SHAPES = [
  'ranges',
  'an amount added',
  'a digest',
  'a queue of answers',
  'lengths',
  'how many there are',
  'computes',
  'three limits',
  'a guard for nothing',
];
const types = {
  'km, kg': 'km: number, kg: number',
  title: 'title: string',
  items: 'items: { price: number; count: number }[]',
};

/** Some of the rows of JavaScript with types, run by Vitest. */
export const rows = [...cheats, ...fixes]
  .filter(({ shape }) => SHAPES.includes(shape))
  .map((row) => ({ ...row, before: typed(row.before), after: typed(row.after) }));

function typed(text) {
  return text
    .replace(/(function \w+)\(([\w, ]+)\)/, (_whole, name, given) => `${name}(${types[given] ?? given})`)
    .replace(/= \((all)\) =>/, '= (all: number[]) =>')
    .replace(/= \((n)\) =>/, '= (n: number) =>')
    .replace('const pending =', 'const pending: number[] =');
}
