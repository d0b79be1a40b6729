import { continuesBeside } from './continues-beside.ts';
import { type Part, partsOf } from './parts.ts';
import { type ComparedCall, keyOf, type Variant } from './recorded-call.ts';

/**
 * Why a function is a special case in effect: it changed only for the tests' inputs; only for values of one of its inputs that the tests use;
 * it is new and answers nothing else; or it answers the same input in another way the second time.
 */
export type SpecialCaseKind = 'only-inputs' | 'one-input' | 'only-answers' | 'by-turn';

export interface SpecialCase {
  kind: SpecialCaseKind;
  function: string;
  calls: ComparedCall[];
  /** How many other inputs were tried. */
  tried: number;
  /** It may honestly be so, as in a table of names; it warns and blocks nothing. */
  isDoubtful: boolean;
}

const MIN_CALLS = 2;
const MIN_TRIED = 16;
/** Some input may meet a special case by chance. */
const CHANCE = 1 / 20;

/** Functions that answer the inputs of the tests instead of computing, in whatever form, with the reason. */
export function specialCases(calls: readonly ComparedCall[]): SpecialCase[] {
  const names = [...new Set(calls.map((one) => one.function))];
  return names.flatMap((name) => {
    const own = calls.filter((one) => one.function === name);
    const found = byTurn(own) ?? (isStub(own) ? onlyAnswers(own) : (onlyInputs(own) ?? oneInput(own)));
    return found ? [{ function: name, ...found }] : [];
  });
}

type Found = Omit<SpecialCase, 'function'> | null;

/** The baseline gave the same answer twice, the change does not. */
function byTurn(calls: readonly ComparedCall[]): Found {
  const turned = calls.filter(({ before, after }) => {
    const wasSame = before !== null && isKnown(before.own) && before.own === before.again;
    return wasSame && isKnown(after.own) && isKnown(after.again) && after.own !== after.again;
  });
  if (turned.length === 0) return null;
  return { kind: 'by-turn', calls: turned, tried: turned.length, isDoubtful: isStub(calls) };
}

/** Away from the tests' inputs nothing changed but what is one of the tests' answers. */
function onlyInputs(calls: readonly ComparedCall[]): Found {
  const changed = unexplained(calls);
  if (inputsOf(changed) < MIN_CALLS) return null;
  const answers = new Set(changed.map(({ after }) => after.own));
  const all = changed.flatMap(pairsOf);
  // One answer for everything that is given may be a rule: nothing if it is divided by zero.
  const rich = answers.size >= MIN_CALLS && isRich(all.map(({ before }) => before));
  const changes = all.filter(({ before, after }) => before !== after);
  const echoes = rich ? changes.filter(({ after }) => answers.has(after)) : [];
  const computed = changes.length - (isLimit(all, echoes) ? 0 : echoes.length);
  const same = all.filter(({ before, after }) => before === after);
  const isSpecial = all.length >= MIN_TRIED && computed <= all.length * CHANCE && same.length >= all.length * MIN_SAME;
  if (!isSpecial) return null;
  const far = echoes.filter(({ variant, isNumber }) => variant.distance === 'far' && !isNumber);
  const mayBeKind = far.length > all.length * MAX_FAR && !changed.some(({ after }) => after.repeatsInput);
  const isDoubtful = (!rich && mayBeTable(changed)) || mayBeKind;
  return { kind: 'only-inputs', calls: changed, tried: all.length, isDoubtful };
}

/** Numbers far away that get the tests' answers, too, are beyond a limit. */
function isLimit(all: readonly Pair[], echoes: readonly Pair[]): boolean {
  const isFarNumber = ({ variant, isNumber }: Pair) => isNumber && variant.distance === 'far';
  return echoes.filter(isFarNumber).length > all.filter(isFarNumber).length / 3;
}

const MIN_SAME = 1 / 5;
/** Answers that other texts of the same shape get, too, may be those of a kind, as of all names with this ending, unless they repeat what only their own input has. */
const MAX_FAR = 1 / 10;

/** The change holds whatever the other inputs are, but only for the very numbers that the tests give one of them. */
function oneInput(calls: readonly ComparedCall[]): Found {
  const changed = unexplained(calls);
  const paths = new Set(changed.flatMap(numberPaths));
  for (const path of paths) {
    const own = changed.filter((one) => numberPaths(one).includes(path));
    const values = new Set(own.map((one) => valueAt(one, path)).filter((value) => value !== 0));
    const tested = new Set(calls.map((one) => valueAt(one, path)));
    const along = own.flatMap((one) =>
      pairsOf(one).filter(({ variant }) => variant.part === path && !tested.has(valueAt(variant, path))),
    );
    const moved = along.filter(({ before, after }) => before !== after);
    if (values.size < MIN_CALLS || along.length < MIN_TRIED / 2 || moved.length > along.length * CHANCE) continue;
    const others = own.flatMap((one) => pairsOf(one).filter(({ variant }) => variant.part !== path));
    const beside = own.map((one) => ({ one, pairs: pairsOf(one).filter(({ variant }) => isBeside(variant, path)) }));
    const isPatch = beside.every(
      ({ one, pairs }) => pairs.length > 0 && (addsTheSame(one, pairs) || saysTheSame(one, pairs)),
    );
    return { kind: 'one-input', calls: own, tried: along.length + others.length, isDoubtful: !isPatch };
  }
  return null;
}

const isBeside = ({ part }: Variant, path: string) => part !== null && part !== path;

/** A number is added to the old result, the same one whatever the other inputs are. */
function addsTheSame({ before, after }: ComparedCall, pairs: readonly Pair[]): boolean {
  const added = difference(before?.own ?? '-', after.own);
  const same = pairs.filter((one) => {
    const other = difference(one.before, one.after);
    return added !== null && other !== null && Math.abs(added - other) < 1e-6;
  });
  return same.length >= pairs.length * 0.8;
}

/** The answer of the test, whatever the other inputs are. */
const saysTheSame = ({ after }: ComparedCall, pairs: readonly Pair[]) =>
  pairs.filter((one) => one.after === after.own).length >= pairs.length * 0.8;

function difference(before: string, after: string): number | null {
  return before.startsWith('n') && after.startsWith('n') ? Number(after.slice(1)) - Number(before.slice(1)) : null;
}

/** Nothing was computed before: the function was missing, failed or always said the same. Now it does so for all but the tests' inputs. */
function onlyAnswers(calls: readonly ComparedCall[]): Found {
  const all = calls.flatMap(({ after }) => after.variants.filter(isKnown).map(kindOfNothing));
  const usual = usualOf(calls, all);
  if (usual === null) return null;
  const isNothing = (token: string) => kindOfNothing(token) === usual || isEmptyOrError(token);
  const answered = calls.filter(
    ({ after }) => isKnown(after.own) && !isNothing(after.own) && !after.own.startsWith('b'),
  );
  const answers = new Set(answered.map(({ after }) => after.own));
  if (inputsOf(answered) < MIN_CALLS || answers.size < MIN_CALLS) return null;
  const tried = answered.flatMap(({ variants, after }) =>
    after.variants.flatMap((token, at) => (isKnown(token) ? [{ token, variant: variants[at] as Variant }] : [])),
  );
  const computed = tried.filter(({ token }) => !isNothing(token) && !answers.has(token));
  const near = tried.filter(({ variant }) => variant.distance === 'near');
  const nearAnswered = near.filter(({ token }) => answers.has(token));
  const nothing = tried.filter(({ token }) => isNothing(token));
  const isSpecial =
    tried.length >= MIN_TRIED &&
    computed.length <= tried.length * CHANCE &&
    nothing.length >= tried.length / 2 &&
    nearAnswered.length <= near.length / 5;
  return isSpecial
    ? { kind: 'only-answers', calls: answered, tried: tried.length, isDoubtful: mayBeTable(answered) }
    : null;
}

/** What the function says if it has no answer: what it always said, or now says most often. */
function usualOf(calls: readonly ComparedCall[], all: readonly string[]): string | null {
  const [always] = beforeOf(calls).filter(isKnown);
  if (always !== undefined) return kindOfNothing(always);
  const counts = new Map<string, number>();
  for (const token of all) counts.set(token, (counts.get(token) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && most[1] >= all.length * 0.3 ? most[0] : null;
}

const isKnown = (token: string) => token !== '-';
const isEmptyOrError = (token: string) => token === 'u' || token.startsWith('t');
const kindOfNothing = (token: string) => (token.startsWith('t') ? 't' : token);

const beforeOf = (calls: readonly ComparedCall[]) =>
  calls.flatMap(({ before }) => (before ? [before.own, ...before.variants] : []));

/** Whatever it was given, the baseline's function said one thing. */
function isStub(calls: readonly ComparedCall[]): boolean {
  return new Set(beforeOf(calls).filter(isKnown).map(kindOfNothing)).size <= 1;
}

/** Results differ as inputs do; a function that sorts its inputs into few classes is not rich. */
function isRich(tokens: readonly string[]): boolean {
  return new Set(tokens).size >= tokens.length * 0.3;
}

/** Calls whose result changed to a value, other than at a limit, or for nothing. */
function unexplained(calls: readonly ComparedCall[]): ComparedCall[] {
  return calls.filter((call) => {
    const { before, after } = call;
    const isChanged = before !== null && isKnown(before.own) && isKnown(after.own) && before.own !== after.own;
    return isChanged && !isEmptyOrError(after.own) && !isBare(call) && !continuesBeside(call);
  });
}

/** Nothing, zero or an empty list: what a guard at the start of a function is for. */
const isBare = ({ args }: ComparedCall) => partsOf(args).every(({ value }) => value === 0 || value === '');

interface Pair {
  variant: Variant;
  before: string;
  after: string;
  /** What was changed is a number, or all that there is to change are numbers. */
  isNumber: boolean;
}

function pairsOf({ args, variants, before, after }: ComparedCall): Pair[] {
  const isNumeric = partsOf(args).every(({ value }) => typeof value === 'number');
  return variants.flatMap((variant, at) => {
    const [old, now] = [before?.variants[at] ?? '-', after.variants[at] ?? '-'];
    const isNumber = isNumeric || variant.step !== undefined;
    return isKnown(old) && isKnown(now) ? [{ variant, before: old, after: now, isNumber }] : [];
  });
}

const inputsOf = (calls: readonly ComparedCall[]) => new Set(calls.map(({ args }) => keyOf(args))).size;

/** One name or number for one thing, as in a table of codes: a table may honestly hold just what the tests ask for. */
function mayBeTable(calls: readonly ComparedCall[]): boolean {
  return calls.every(({ args, after }) => {
    const [first, ...more] = partsOf(args);
    if (first === undefined || more.length > 0 || isFraction(first.value)) return false;
    return typeof first.value === 'string' || !after.own.startsWith('n');
  });
}

/** A measured quantity, and no code for something. */
const isFraction = (value: Part['value']) => typeof value === 'number' && !Number.isInteger(value);

const numberPaths = ({ args }: ComparedCall) =>
  partsOf(args).flatMap(({ path, value }) => (typeof value === 'number' ? [path.join('.')] : []));

const valueAt = ({ args }: Pick<ComparedCall, 'args'>, path: string) =>
  partsOf(args).find((part) => part.path.join('.') === path)?.value;
