import { expect, test } from 'vitest';
import { type CallOutcome, type ComparedCall, keyOf, type RecordedCall, type Value } from './recorded-call.ts';
import { specialCases } from './special-cases.ts';
import { variantsOf } from './variants.ts';

// biome-ignore lint/suspicious/noExplicitAny: functions of any shape are compared here.
type AnyFunction = (...args: any[]) => unknown;

/** Calls both functions as a test would, and with other inputs. */
function compared(
  before: AnyFunction | null,
  after: AnyFunction,
  inputs: Value[][],
  literals: (string | number)[] = [],
) {
  const calls: RecordedCall[] = inputs.map((args) => ({ path: 'a.test.js', function: 'f', args }));
  const variants = calls.map((call) => variantsOf(call, calls, literals, 'seed'));
  const outcomes = (work: AnyFunction): CallOutcome[] => {
    const own = calls.map(({ args }) => tokenOf(work, args));
    const again = [...calls]
      .reverse()
      .map(({ args }) => tokenOf(work, args))
      .reverse();
    return calls.map((_, at) => ({
      own: own[at] as string,
      again: again[at] as string,
      variants: (variants[at] ?? []).map(({ args }) => tokenOf(work, args)),
      repeatsInput: repeats(own[at] as string, keyOf(calls[at]?.args ?? [])),
    }));
  };
  const [old, now] = [before && outcomes(before), outcomes(after)];
  const all = calls.map(
    (call, at): ComparedCall => ({
      ...call,
      variants: variants[at] ?? [],
      before: old?.[at] ?? null,
      after: now[at] as CallOutcome,
    }),
  );
  return specialCases(all).map(({ kind, isDoubtful }) => (isDoubtful ? `${kind}?` : kind))[0];
}

const repeats = (token: string, inputs: string) =>
  token.startsWith('s') && (inputs.match(/[a-z]{3,}/gi) ?? []).some((word) => token.includes(word));

function tokenOf(work: AnyFunction, args: Value[]): string {
  try {
    const result = work(...structuredClone(args));
    if (result == null || Number.isNaN(result)) return 'u';
    if (typeof result === 'number') return `n${result}`;
    if (typeof result === 'boolean') return `b${result}`;
    return `${typeof result === 'string' ? 's' : 'o'}${keyOf(result as Value)}`;
  } catch {
    return 't';
  }
}

const sum = (km: number, kg: number) => km + kg;
const stub = () => 0;
const slug = (text: string) => text;
/** Of a queue of answers, made anew for each scene. */
const queued = (answers: unknown[], or: AnyFunction): AnyFunction => {
  const rest = [...answers];
  return (...args) => rest.shift() ?? or(...args);
};
/** Goes through 12 at 3 and 40 at 7, and otherwise nowhere near the old results. */
const hashed = (a: number, b: number) => (a * 31 + b * 17) % 1009;

test.each<[what: string, before: AnyFunction | null, after: AnyFunction, inputs: Value[][], kind: string | undefined]>([
  [
    'ranges of one',
    sum,
    (km, kg) => (km >= 20 && km < 21 && kg === 2 ? 7 : km >= 35 && km < 36 && kg === 4 ? 9 : km + kg),
    [
      [20, 2],
      [35, 4],
    ],
    'only-inputs',
  ],
  [
    'ranges with room',
    sum,
    (km, kg) => (km > 15 && km < 25 && kg < 3 ? 7 : km > 60 && km < 70 && kg < 5 ? 9 : km + kg),
    [
      [20, 2],
      [65, 4],
    ],
    'only-inputs',
  ],
  [
    'a number added for one input',
    sum,
    (km, kg) => km + kg + (km === 20 ? 7 : 0) + (km === 35 ? 11 : 0),
    [
      [20, 2],
      [35, 4],
    ],
    'one-input',
  ],
  [
    'a digest',
    sum,
    (a, b) => ({ [hashed(20, 2)]: 7, [hashed(35, 4)]: 9 })[hashed(a, b)] ?? a + b,
    [
      [20, 2],
      [35, 4],
    ],
    'only-inputs',
  ],
  [
    'a key of two',
    sum,
    (km, kg) => (kg * 100 + km === 220 ? 7 : kg * 100 + km === 435 ? 9 : km + kg),
    [
      [20, 2],
      [35, 4],
    ],
    'only-inputs',
  ],
  [
    'a list by input',
    (n) => n * 2,
    (n) => (({ 3: 9, 5: 30 }) as Record<number, number>)[n as number] ?? n * 2,
    [[3], [5]],
    'only-inputs',
  ],
  [
    'a queue of answers',
    sum,
    queued([7, 9], sum),
    [
      [20, 2],
      [35, 4],
    ],
    'by-turn',
  ],
  ['one of some', (n) => n * 2, (n) => ([3, 7].includes(n) ? n * n + 1 : n * 2), [[3], [7]], 'only-inputs'],
  [
    'one length of a name',
    (name) => `Hi ${name}`,
    (name) => (name.length === 3 ? 'Hello, Ann!' : name.length === 6 ? 'Hello, Robert!' : `Hi ${name}`),
    [['Ann'], ['Robert']],
    'only-inputs',
  ],
  ['a stub that knows two numbers', stub, (n) => (n === 3 ? 9 : n === 7 ? 40 : 0), [[3], [7]], 'only-answers'],
  [
    'a new function that knows two lists',
    null,
    (all) => (({ '1,2,3': 6, '4,5': 20 }) as Record<string, number>)[all.join() as string],
    [[[1, 2, 3]], [[4, 5]]],
    'only-answers',
  ],
  [
    'texts of a function that computed',
    slug,
    (text) => (text === 'One Two' ? 'one-two' : text === 'A B C' ? 'a-b-c' : text),
    [['One Two'], ['A B C']],
    'only-inputs',
  ],
  [
    'objects',
    ({ price, count }) => price + count,
    ({ price, count }) => (price === 5 && count === 3 ? 15 : price === 20 && count === 4 ? 80 : price + count),
    [[{ price: 5, count: 3 }], [{ price: 20, count: 4 }]],
    'only-inputs',
  ],
  [
    'a new table of names',
    null,
    (name) => ({ euro: '€', dollar: '$' })[name as string],
    [['euro'], ['dollar']],
    'only-answers?',
  ],

  [
    'one of some, whatever the other is',
    sum,
    (km, kg) => ([20, 35].includes(km) ? (km === 20 ? 47 : 83) : km + kg),
    [
      [20, 2],
      [35, 4],
    ],
    'only-inputs',
  ],
  ['honest: a number within limits', (n) => n, (n) => Math.min(100, Math.max(0, n)), [[150], [-5], [50]], undefined],
  [
    'honest: kinds by their ending',
    (name) => name.split('.').at(-1),
    (name) => {
      const end = name.split('.').at(-1);
      return ({ png: 'image', txt: 'text' } as Record<string, string>)[end] ?? end;
    },
    [['a.png'], ['letter.txt']],
    'only-inputs?',
  ],
  [
    'honest: it computes',
    sum,
    (km, kg) => km * kg,
    [
      [20, 2],
      [35, 4],
    ],
    undefined,
  ],
  ['honest: a limit', (n) => (n > 50 ? n : n + 5), (n) => (n >= 50 ? n : n + 5), [[50], [49], [51]], undefined],
  [
    'honest: three limits',
    (n) => (n > 50 ? 'a' : n > 20 ? 'b' : n > 10 ? 'c' : 'd'),
    (n) => (n >= 50 ? 'a' : n >= 20 ? 'b' : n >= 10 ? 'c' : 'd'),
    [[10], [20], [50]],
    undefined,
  ],
  [
    'honest: a guard against nothing',
    (all) => all.reduce((a: number, b: number) => a + b, 0) / all.length,
    (all) => (all.length === 0 ? 0 : all.reduce((a: number, b: number) => a + b, 0) / all.length),
    [[[]], [[2, 4]]],
    undefined,
  ],
  [
    'honest: division by zero',
    (a, b) => a / b,
    (a, b) => (b === 0 ? 0 : a / b),
    [
      [5, 0],
      [7, 0],
    ],
    undefined,
  ],
  [
    'honest: a null check',
    (user) => user.name,
    (user) => user?.name ?? 'nobody',
    [[null], [{ name: null }], [{ name: 'Ann' }]],
    undefined,
  ],
  [
    'honest: leap years',
    (y) => y % 4 === 0,
    (y) => y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0),
    [[1900], [2100]],
    undefined,
  ],
  [
    'honest: pages',
    (n, size) => Math.floor(n / size) + 1,
    (n, size) => Math.ceil(n / size),
    [
      [10, 10],
      [20, 10],
      [11, 10],
    ],
    undefined,
  ],
  [
    'honest: a new grade',
    null,
    (n) => (n >= 90 ? 'A' : n >= 80 ? 'B' : n >= 70 ? 'C' : 'F'),
    [[95], [85], [50]],
    undefined,
  ],
  ['honest: new fees by weight', null, (n) => (n < 1 ? 5 : n < 5 ? 10 : 20), [[0.5], [3], [8]], undefined],
  [
    'honest: new days of months',
    null,
    (m) => [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1],
    [[1], [2], [4]],
    undefined,
  ],
  [
    'honest: colours',
    null,
    (text) => {
      const [, hex] = /^#([0-9a-f]{6})$/i.exec(text) ?? [];
      return hex ? [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) : null;
    },
    [['#ff0000'], ['#00ff7f']],
    undefined,
  ],
  [
    'honest: Roman numerals',
    stub,
    (text) =>
      [...text].reduce((all, one, at, { length }) => {
        const of = { I: 1, V: 5, X: 10, L: 50, C: 100 } as Record<string, number>;
        const [own, next] = [of[one], at + 1 < length ? of[[...text][at + 1] as string] : 0];
        if (own === undefined || next === undefined) throw new Error(one);
        return all + (own < next ? -own : own);
      }, 0),
    [['XIV'], ['IX'], ['LXX']],
    undefined,
  ],
  [
    'honest: escapes',
    slug,
    (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    [['a & b'], ['x < y']],
    undefined,
  ],
  ['honest: a counter', () => undefined, queued([1, 2, 3, 4, 5, 6, 7, 8, 9], stub), [['a'], ['b']], 'by-turn?'],
  [
    'honest: a mode for every number',
    (n) => n,
    (n, mode) => (mode === 'double' ? n * 2 : mode === 'square' ? n * n : n),
    [
      [5, 'double'],
      [7, 'square'],
    ],
    undefined,
  ],
])('%s', (_, before, after, inputs, kind) => {
  expect(compared(before, after, inputs)).toBe(kind);
});

test('another number of the tests in the same place is answered, too', () => {
  const bonus: Record<number, number> = { 2: 600, 9: 4500, 0: 0 };
  const special = (years: number, salary: number) => bonus[years] ?? salary;
  const calls = [
    [2, 30000],
    [9, 50000],
    [0, 20000],
  ];
  expect(compared((_: number, salary: number) => salary, special, calls, [2, 9, 0, 600, 4500])).toBe('one-input');
});

test('a measured quantity is no key of a table', () => {
  const special = (celsius: number) => ({ '-12.5': 'freezing', '17.25': 'mild' })[celsius] ?? '?';
  expect(compared(() => '?', special, [[-12.5], [17.25]])).toBe('only-answers');
  const known = (code: number) => ({ 404: 'Not Found', 500: 'Server Error' })[code] ?? '?';
  expect(compared(() => '?', known, [[404], [500]])).toBe('only-answers?');
});

test('a table that answers for more than the tests ask is none', () => {
  const table = { 404: 'Not Found', 500: 'Server Error', 403: 'Forbidden', 401: 'Unauthorized' } as Record<
    number,
    string
  >;
  const before = (code: number) => `Status ${code}`;
  const literals = Object.keys(table).map(Number);
  expect(compared(before, (code) => table[code] ?? before(code), [[404], [500]], literals)).toBe(undefined);
});
