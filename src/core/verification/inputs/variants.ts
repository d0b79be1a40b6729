import { changedNumbers, changedText, isFloat, otherText } from './changed-values.ts';
import { listsOf, type Part, partsOf, withValue } from './parts.ts';
import { type Random, randomOf } from './random.ts';
import { keyOf, type RecordedCall, type Value, type Variant } from './recorded-call.ts';

const MOST = 56;
const MOST_LITERALS = 10;
const WHOLE = 8;

/**
 * The same call with other inputs of the same shape: each part changed a little and by much, lists shorter, longer and in another order, all
 * parts at once, parts of the tests' other calls, and values that stand in the changed source. Never an input of a test. The same
 * seed gives the same ones.
 */
export function variantsOf(
  call: RecordedCall,
  all: readonly RecordedCall[],
  literals: readonly (string | number)[],
  seed: string,
): Variant[] {
  const random = randomOf(`${seed} ${call.function} ${keyOf(call.args)}`);
  const alike = all.filter((one) => one.function === call.function);
  const parts = partsOf(call.args);
  const found = [
    ...spread(parts.map((part) => changed(call.args, part, random))),
    ...lists(call.args),
    ...whole(call.args, parts, random),
    ...mixed(call.args, alike, random),
    ...fromSource(call.args, parts, literals, random),
  ];
  const known = new Set(alike.map(({ args }) => keyOf(args)));
  return found
    .filter(({ args }) => {
      const key = keyOf(args);
      return !known.has(key) && known.add(key);
    })
    .slice(0, MOST);
}

/** The first of each, then the second of each, so that a limit leaves none out. */
function spread(groups: readonly Variant[][]): Variant[] {
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  const most = Math.ceil((MOST * 0.6) / Math.max(1, groups.length));
  return Array.from({ length: Math.min(longest, Math.max(6, most)) }, (_, at) =>
    groups.flatMap((group) => group[at] ?? []),
  ).flat();
}

function changed(args: Value[], { path, value }: Part, random: Random): Variant[] {
  const part = path.join('.');
  const make = (next: Value, distance: Variant['distance'], step?: number): Variant => ({
    args: withValue(args, path, next) as Value[],
    distance,
    part,
    ...(step !== undefined && { step }),
  });
  if (typeof value === 'boolean') return [make(!value, 'near')];
  if (typeof value === 'string') return changedText(value, random).map(({ text, distance }) => make(text, distance));
  return changedNumbers(value, isFloat(value), random).map(({ number, distance }) =>
    make(number, distance, number - value),
  );
}

function lists(args: Value[]): Variant[] {
  return listsOf(args)
    .slice(0, 3)
    .flatMap(({ path, value }) => {
      const last = value.at(-1);
      const others = [value.slice(0, -1), value.slice(1), [...value].reverse()];
      if (last !== undefined) others.push([...value, last], [...value, ...value]);
      return others.map((one): Variant => {
        return { args: withValue(args, path, one) as Value[], distance: 'far', part: path.join('.') };
      });
    });
}

/** Every part another at once. */
function whole(args: Value[], parts: readonly Part[], random: Random): Variant[] {
  if (parts.length < 2) return [];
  return Array.from({ length: WHOLE }, () => {
    const all = parts.reduce<Value>((result, { path, value }) => withValue(result, path, another(value, random)), args);
    return { args: all as Value[], distance: 'far' as const, part: null };
  });
}

function another(value: Part['value'], random: Random): Value {
  if (typeof value === 'boolean') return random() < 0.5;
  if (typeof value === 'string') return otherText(value, random);
  const numbers = changedNumbers(value, isFloat(value), random);
  return numbers[Math.floor(random() * numbers.length)]?.number ?? value;
}

/** One argument of this call and the others of another one. */
function mixed(args: Value[], alike: readonly RecordedCall[], random: Random): Variant[] {
  const others = alike.filter((one) => one.args.length === args.length);
  if (args.length < 2 || others.length < 2) return [];
  return Array.from({ length: 6 }, () => {
    const next = args.map((own) => own);
    const at = Math.floor(random() * args.length);
    const other = others[Math.floor(random() * others.length)];
    next[at] = other?.args[at] ?? next[at] ?? null;
    return { args: next, distance: 'far' as const, part: null };
  });
}

/** A table that knows more than the tests ask for answers for these. */
function fromSource(
  args: Value[],
  parts: readonly Part[],
  literals: readonly (string | number)[],
  random: Random,
): Variant[] {
  return parts.slice(0, 4).flatMap(({ path, value }) => {
    const fitting = literals.filter((one) => typeof one === typeof value && one !== value);
    const chosen =
      fitting.length <= MOST_LITERALS ? fitting : fitting.filter(() => random() < MOST_LITERALS / fitting.length);
    return chosen.map((one): Variant => {
      return { args: withValue(args, path, one) as Value[], distance: 'far', part: path.join('.') };
    });
  });
}
